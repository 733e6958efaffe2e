"""A change with its verdicts and those of what follows from it, and all changes of a comparison."""

from collections.abc import Mapping
from dataclasses import dataclass

from paycat.changes.change import LEVELS, Audience, Change, Counterexample, Level, Rating, Site, verdicts_of
from paycat.changes.describing import describe_change
from paycat.changes.taxonomy import BREAKING, SAFE, Verdict


def assessed(  # noqa: PLR0913 - a change has as many sides
    change: Change,
    sites: tuple[Site, ...],
    known: Mapping[Audience, Rating],
    *,
    provisional: bool = False,
    counterexample: Counterexample | None = None,
    widening: Counterexample | None = None,
    consequences: tuple[Change, ...] = (),
) -> Change:
    """Return a change at every site where it is the same, with its own verdicts and its consequences, assessed.

    `counterexample` was accepted before and is rejected now; `widening` was rejected and is accepted now.
    """
    own = change.model_copy(update={"sites": sites, "verdicts": verdicts_of(known), "provisional": provisional})
    worst = max((own.own_worst, *(one.worst for one in consequences)), key=lambda one: one.rank)
    update = {
        "verdict": worst.verdict,
        "basis": worst.basis,
        "level": max((_own_level(own), *(one.level for one in consequences)), key=LEVELS.index),
        "description": describe_change(own, longest=None),
        "why": change.type.why,
        "counterexample": counterexample,
        "widening": widening,
        "consequences": consequences,
    }
    return own.model_copy(update=update)


def _own_level(change: Change) -> Level:
    """Return how far the version has to move: a break of what rests on unconfirmed decisions alone is a minor one."""
    if change.is_derived:
        return "none"
    if change.own_worst.verdict is BREAKING:
        return "minor" if change.provisional else "major"
    return "minor" if change.type.is_wire else "patch"


@dataclass(frozen=True, slots=True)
class Comparison:
    """What one contract changes against another: changes, worst first, and what is wrong with paycat itself.

    `faults` are payloads whose verdict turns without a change that explains it, and verdicts that payloads
    contradict; there are none unless paycat has a bug.
    """

    old_version: str
    new_version: str
    changes: tuple[Change, ...]
    faults: tuple[str, ...] = ()

    @property
    def level(self) -> Level:
        """How far the version has to move."""
        return max((one.level for one in self.changes), key=LEVELS.index, default="none")

    @property
    def verdict(self) -> Verdict:
        """The worst verdict of all."""
        return max((one.verdict for one in self.changes), key=lambda verdict: verdict.rank, default=SAFE)
