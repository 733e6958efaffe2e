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
        is_read, of = change.is_read, change.type
        narrowing = None if is_read else self.counterexamples.narrowing(change)
        widening = self.counterexamples.widening(change)
        self._confirm(change, narrowing, widening)
        audiences: dict[Audience, Rating] = {}
        sender, reader = change.by_rule("sender"), change.by_rule("reader")
        if sender is not None and not is_read:
            audiences["sender"] = self._rated(change, sender, narrowing, widening)
        if reader is not None and is_read:
            audiences["reader"] = self._rated(change, reader, widening)
        elif of.reader is not None and change.site.part != "request":
            audiences["reader"] = Rating(verdict=of.reader, basis="by rule")
        if of.source is not None:
            source = _SOURCE_OF_READERS.get(of, of.source) if is_read else of.source
            audiences["source"] = Rating(verdict=source, basis="by rule")
        return (audiences, widening, None) if is_read else (audiences, narrowing, widening)

    def _rated(
        self, change: Change, by_rule: Verdict, breaking: Counterexample | None, harmless: Counterexample | None = None
    ) -> Rating:
        if breaking:
            if by_rule is SAFE:
                self.faults.append(f"{change.site.name}: {change.type.id} is safe by its rule, but breaks a payload")
            return Rating(verdict=BREAKING, basis="proven")
        tied = bool(change.narrows or change.widens)
        if by_rule is SAFE:
            tried = harmless is not None or self.counterexamples.has_payloads(change)
            return Rating(verdict=SAFE, basis="proven" if tied and tried else "by rule")
        if tied and change.type.aspect not in {None, *_LIMITED} and self._takes_all(change):
            return Rating(verdict=SAFE, basis="proven")
        return Rating(verdict=by_rule, basis="unproven" if by_rule is RISKY and change.values else "by rule")

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
    aspect, fields_of_it = change.type.aspect, change.values or ()
    rules = ((field, rule) for field in fields_of_it for rule in field.constraints if rule.kind.aspect is aspect)
    return aspect in _LIMITED or any(field.limitation(rule) for field, rule in rules)


def _numbers_accept_all_of(new: FieldNode, old: FieldNode) -> bool:
    """Tell whether the new field accepts the smallest and the largest number of the old one, and is as fine."""
    if old.json_type != new.json_type or new.json_type not in ("number", "integer"):
        return False
    before, after = numbers_within(old.bounds), numbers_within(new.bounds)
    ends = (before.smallest(), before.largest())
    if before.stated_step is None or None in ends:
        return False
    is_as_fine = after.stated_step is None or is_multiple(before.stated_step, after.stated_step)
    return is_as_fine and all(end is not None and after.has(end) for end in ends)
