"""Rates changes: by payloads where there are any, else by the rule of the type of change."""

from dataclasses import dataclass, field

from paycat.changes import fields
from paycat.changes.change import Audience, Change, Counterexample, Rating
from paycat.changes.counterexamples import VALIDATORS, Counterexamples
from paycat.changes.taxonomy import type_of
from paycat.changes.taxonomy.change_type import BREAKING, RISKY, SAFE, Verdict
from paycat.contract.model import Contract
from paycat.contract.nodes import FieldNode
from paycat.shapes.constraints import KINDS, numbers_within
from paycat.shapes.decimals import is_multiple

_LIMITED = {kind.aspect for kind in KINDS.values() if kind.can_be_lost}
"""Aspects that JSON Schema may not express: a step with a fraction is a declared limitation."""

_SOURCE_OF_READERS = {type_of("field", "added-required"): SAFE, type_of("requirement", "raised"): SAFE}
"""The verdicts for the source of types shared with requests, where they differ: a program makes no answers."""


@dataclass(slots=True)
class Rater:
    """Rates the changes from one contract to another, and keeps what contradicts the rules in `faults`."""

    old: Contract
    new: Contract
    counterexamples: Counterexamples
    faults: list[str] = field(default_factory=list)

    def rating(self, change: Change) -> tuple[dict[Audience, Rating], Counterexample | None, Counterexample | None]:
        """Return the verdicts of a change by itself, the payload that breaks and the one that is newly accepted.

        What is read breaks a reader if the old contract rejects it.
        """
        if change.is_derived:
            return {}, None, None
        is_read, change_type = change.is_read, change.type
        narrowing_example = None if is_read else self.counterexamples.narrowing(change)
        widening_example = self.counterexamples.widening(change)
        self._confirm(change, narrowing_example, widening_example)
        ratings: dict[Audience, Rating] = {}
        sender_verdict, reader_verdict = change.by_rule("sender"), change.by_rule("reader")
        if sender_verdict is not None and not is_read:
            ratings["sender"] = self._rated(change, sender_verdict, narrowing_example, widening_example)
        if reader_verdict is not None and is_read:
            ratings["reader"] = self._rated(change, reader_verdict, widening_example)
        elif change_type.reader is not None and change.site.part != "request":
            ratings["reader"] = Rating(verdict=change_type.reader, basis="by rule")
        if change_type.source is not None:
            source_verdict = _SOURCE_OF_READERS.get(change_type, change_type.source) if is_read else change_type.source
            ratings["source"] = Rating(verdict=source_verdict, basis="by rule")
        return (ratings, widening_example, None) if is_read else (ratings, narrowing_example, widening_example)

    def _rated(
        self, change: Change, verdict: Verdict, breaker: Counterexample | None, proof: Counterexample | None = None
    ) -> Rating:
        if breaker:
            if verdict is SAFE:
                self.faults.append(f"{change.site.name}: {change.type.id} is safe by its rule, but breaks a payload")
            return Rating(verdict=BREAKING, basis="proven")
        has_patterns = bool(change.narrows or change.widens)
        if verdict is SAFE:
            has_payloads = proof is not None or self.counterexamples.has_payloads(change)
            return Rating(verdict=SAFE, basis="proven" if has_patterns and has_payloads else "by rule")
        if has_patterns and change.type.aspect not in {None, *_LIMITED} and self._takes_all(change):
            return Rating(verdict=SAFE, basis="proven")
        return Rating(verdict=verdict, basis="unproven" if verdict is RISKY and change.values else "by rule")

    def _takes_all(self, change: Change) -> bool:
        """Return whether it is proven that all that is sent to somebody, or by somebody, was accepted before."""
        if change.values is None:
            return False
        old, new = reversed(change.values) if change.is_read else change.values
        return fields.accepts_all_of(new, old) or _numbers_accept_all_of(new, old)

    def _confirm(self, change: Change, *counterexamples: Counterexample | None) -> None:
        for counterexample in counterexamples:
            if counterexample and counterexample.confirmed_by != VALIDATORS and not _may_be_lost(change):
                self.faults.append(
                    f"{change.site.name}: validators do not confirm the payload that shows {change.type.id}"
                )


def _may_be_lost(change: Change) -> bool:
    """Tell whether JSON Schema may not express what changed."""
    aspect, versions = change.type.aspect, change.values or ()
    pairs = ((node, rule) for node in versions for rule in node.constraints if rule.kind.aspect is aspect)
    return aspect in _LIMITED or any(node.limitation(rule) for node, rule in pairs)


def _numbers_accept_all_of(new: FieldNode, old: FieldNode) -> bool:
    """Tell whether the new field accepts the smallest and the largest number of the old one, and is as fine."""
    if old.json_type != new.json_type or new.json_type not in ("number", "integer"):
        return False
    old_numbers, new_numbers = numbers_within(old.bounds), numbers_within(new.bounds)
    ends = (old_numbers.smallest(), old_numbers.largest())
    if old_numbers.stated_step is None or None in ends:
        return False
    is_as_fine = new_numbers.stated_step is None or is_multiple(old_numbers.stated_step, new_numbers.stated_step)
    return is_as_fine and all(end is not None and new_numbers.has(end) for end in ends)
