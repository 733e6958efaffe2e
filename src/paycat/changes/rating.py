"""Validates changes: by payloads where there are any, else by the rule of the type of change."""

from dataclasses import dataclass, field

from paycat.changes import texts
from paycat.changes.assessment import Audience, Counterexample, Rating
from paycat.changes.change import ANSWERS, Change
from paycat.changes.confirming import VALIDATORS
from paycat.changes.counterexamples import Counterexamples
from paycat.changes.sites import field_at
from paycat.changes.taxonomy import BREAKING, RISKY, SAFE, Action, Verdict, type_of
from paycat.changes.taxonomy.body import SOURCE_OF_READERS
from paycat.contract.model import Contract
from paycat.contract.nodes import FieldNode
from paycat.decimals import is_multiple
from paycat.shapes.constraints import KINDS, numbers_within
from paycat.shapes.constraints.aspects import PATTERN

_LIMITED = {kind.aspect for kind in KINDS.values() if kind.can_be_lost}
"""Aspects that JSON Schema may not express: a step with a fraction is a declared limitation."""


@dataclass(slots=True)
class Rater:
    """Validates the changes from one contract to another, and keeps what contradicts the rules in `faults`."""

    old: Contract
    new: Contract
    counterexamples: Counterexamples
    faults: list[str] = field(default_factory=list)

    def rating(self, change: Change) -> tuple[dict[Audience, Rating], Counterexample | None, Counterexample | None]:
        """Return the verdicts of a change by itself, the payload that breaks and the one that is newly accepted.

        A body that is read breaks a reader if the old contract does not have it.
        """
        if change.is_echo:
            return {}, None, None
        is_read, of = change.site.part in ANSWERS, change.type
        narrowing = None if is_read else self.counterexamples.narrowing(change)
        widening = self.counterexamples.widening(change)
        self._confirm(change, narrowing, widening)
        audiences: dict[Audience, Rating] = {}
        if of.sender is not None and not is_read:
            audiences["sender"] = self._sender(change, of.sender, narrowing, widening)
        if of.reader is not None and change.site.part != "request":
            is_broken = is_read and widening is not None
            audiences["reader"] = self._broken(change, of.reader) if is_broken else Rating(of.reader, "by rule")
        if of.source is not None:
            source = SOURCE_OF_READERS.get(of, of.source) if is_read else of.source
            audiences["source"] = Rating(source, "by rule")
        return (audiences, widening, None) if is_read else (audiences, narrowing, widening)

    def _sender(
        self, change: Change, by_rule: Verdict, narrowing: Counterexample | None, widening: Counterexample | None
    ) -> Rating:
        if narrowing:
            return self._broken(change, by_rule)
        tied = bool(change.narrows or change.widens)
        if by_rule is SAFE:
            tried = widening is not None or self.counterexamples.has_payloads(change.site)
            return Rating(SAFE, "proven" if tied and tried else "by rule")
        if tied and change.type.aspect not in {None, *_LIMITED} and self._takes_all(change):
            return Rating(SAFE, "proven")
        if change.type is type_of(PATTERN, Action.CHANGED):
            return Rating(RISKY, "unproven")
        return Rating(by_rule, "by rule")

    def _broken(self, change: Change, by_rule: Verdict) -> Rating:
        """Return the verdict that a payload proves, and keep that the rule contradicts it, if it does."""
        if by_rule is SAFE:
            self.faults.append(f"{change.site.name}: {change.type.id} is safe by its rule, but breaks a payload")
        return Rating(BREAKING, "proven")

    def _takes_all(self, change: Change) -> bool:
        before, after = (field_at(contract, change.site) for contract in (self.old, self.new))
        if before is None or after is None:
            return False
        return texts.accepts_all_of(after, before) or _numbers_accept_all_of(after, before)

    def _confirm(self, change: Change, *found: Counterexample | None) -> None:
        for counterexample in found:
            if counterexample and counterexample.confirmed_by != VALIDATORS and change.type.aspect not in _LIMITED:
                self.faults.append(
                    f"{change.site.name}: validators do not confirm the payload that shows {change.type.id}"
                )


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
