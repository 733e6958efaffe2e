"""A change in; its verdict for each audience out, by payloads where there are any, else by the rule for its kind."""

from dataclasses import dataclass, field

from paycat.changes import amounts, texts
from paycat.changes.assessment import Audience, Judged, Witness
from paycat.changes.change import ANSWERS, Change
from paycat.changes.confirming import VALIDATORS
from paycat.changes.kinds import BREAKING, RISKY, SAFE, Kind, kind_of
from paycat.changes.kinds.records import SOURCE_OF_READERS
from paycat.changes.sites import field_at
from paycat.changes.witnesses import Witnesses
from paycat.contract.model import Contract
from paycat.shapes.constraints import ASPECTS, KINDS

_LOSSY = tuple(f"{one.name}-" for one in dict.fromkeys(kind.aspect for kind in KINDS.values() if kind.can_be_lost))
"""How kinds of changes begin that JSON Schema may not express."""

_VALUE_KINDS = tuple(f"{one.name}-" for one in ASPECTS if f"{one.name}-" not in _LOSSY)


@dataclass(slots=True)
class Judge:
    """Judges the changes from one contract to another, and keeps what contradicts the rules in `faults`."""

    old: Contract
    new: Contract
    witnesses: Witnesses
    faults: list[str] = field(default_factory=list)

    def judged(self, change: Change) -> tuple[dict[Audience, Judged], Witness | None, Witness | None]:
        """Return the verdicts of a change by itself, the payload that breaks and the one that is newly accepted."""
        kind = kind_of(change.kind)
        if change.is_echo:
            return {}, None, None
        if change.site.part in ANSWERS:
            return self._answer(change, kind)
        narrowing, widening = self.witnesses.narrowing(change), self.witnesses.widening(change)
        self._confirm(change, narrowing, widening)
        audiences: dict[Audience, Judged] = {}
        if kind.sender is not None:
            audiences["sender"] = self._sender(change, kind, narrowing, widening)
        if kind.reader is not None and change.site.part != "request":
            audiences["reader"] = Judged(kind.reader, "by rule")
        if kind.source is not None:
            audiences["source"] = Judged(kind.source, "by rule")
        return audiences, narrowing, widening

    def _sender(self, change: Change, kind: Kind, narrowing: Witness | None, widening: Witness | None) -> Judged:
        if narrowing:
            if kind.sender is SAFE:
                self.faults.append(f"{change.site.name}: {kind.name} is safe by its rule, and a payload is refused now")
            return Judged(BREAKING, "proven")
        tied = bool(change.narrows or change.widens)
        if kind.sender is SAFE:
            tried = widening is not None or self.witnesses.has_payloads(change.site)
            return Judged(SAFE, "proven" if tied and tried else "by rule")
        if tied and change.kind.startswith(_VALUE_KINDS) and self._takes_all(change):
            return Judged(SAFE, "proven")
        if change.kind == "pattern-changed":
            return Judged(RISKY, "unproven")
        assert kind.sender is not None, "asked for kinds with a verdict alone"
        return Judged(kind.sender, "by rule")

    def _answer(self, change: Change, kind: Kind) -> tuple[dict[Audience, Judged], Witness | None, None]:
        """Return the verdicts of what is read: a body breaks a reader if the old contract does not have it."""
        witness = self.witnesses.widening(change)
        self._confirm(change, witness)
        audiences: dict[Audience, Judged] = {}
        if kind.reader is not None:
            audiences["reader"] = Judged(BREAKING, "proven") if witness else Judged(kind.reader, "by rule")
            if witness and kind.reader is SAFE:
                self.faults.append(
                    f"{change.site.name}: {kind.name} is safe by its rule, and the old contract refuses a body"
                )
        if kind.source is not None:
            audiences["source"] = Judged(SOURCE_OF_READERS.get(kind.name, kind.source), "by rule")
        return audiences, witness, None

    def _takes_all(self, change: Change) -> bool:
        before, after = (field_at(contract, change.site) for contract in (self.old, self.new))
        if before is None or after is None:
            return False
        return texts.accepts_all_of(after, before) or amounts.accepts_all_of(after, before)

    def _confirm(self, change: Change, *found: Witness | None) -> None:
        for witness in found:
            if witness and witness.confirmed_by != VALIDATORS and not _is_lost(change):
                self.faults.append(
                    f"{change.site.name}: validators do not confirm the payload that shows {change.kind}"
                )


def _is_lost(change: Change) -> bool:
    """Tell whether JSON Schema may not express what changed: a step with a fraction is a declared loss."""
    return change.kind.startswith(_LOSSY)
