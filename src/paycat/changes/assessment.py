"""A change with its verdicts: for whom it breaks what, how that is known, and the payload that proves it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from paycat.changes.change import Change, Site
from paycat.changes.taxonomy import Verdict
from paycat.contract.model import Violation

Audience = Literal["sender", "reader", "source"]
"""Who sends requests, who reads responses and events, and who imports the generated Python package."""

AUDIENCES: Mapping[Audience, str] = {
    "sender": "who sends requests",
    "reader": "who reads responses and events",
    "source": "who imports the package",
}

Basis = Literal["proven", "by rule", "unproven"]
"""How a verdict is known: by payloads or a proof, by the rule of its type, or not at all."""

Level = Literal["none", "patch", "minor", "major"]
LEVELS: tuple[Level, ...] = ("none", "patch", "minor", "major")


@dataclass(frozen=True, slots=True)
class Rating:
    """A verdict and how it is known."""

    verdict: Verdict
    basis: Basis

    @property
    def rank(self) -> tuple[int, bool]:
        """What verdicts are ordered by: the worse first, and of two the one that is proven."""
        return self.verdict.rank, self.basis == "proven"

    @property
    def text(self) -> str:
        """The verdict in words, such as `breaking (proven)`; a safe one that is proven is called compatible."""
        word = "compatible" if self == Rating(Verdict.SAFE, "proven") else self.verdict
        return f"{word} ({self.basis})"


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A payload on which the verdict turns: what rejected it before and what rejects it now; one of them is empty.

    Of a response or an event, `before` is what the old schema rejects in a body that is sent now; the codes are
    keywords of JSON Schema. `origin` says which vector or sample the payload was made of; `confirmed_by` names the
    validators that were asked; `is_read`: integrators read it.
    """

    site: Site
    payload: Any
    before: tuple[Violation, ...]
    after: tuple[Violation, ...]
    origin: str
    confirmed_by: tuple[str, ...] = ()
    is_read: bool = False


@dataclass(frozen=True, slots=True)
class Assessment:
    """A change, at every site where it is the same, with its verdicts.

    `counterexample` was accepted before and is rejected now; `widening` was rejected and is accepted now. `audiences`
    holds the verdicts of the change itself; the properties look into its consequences, too.
    """

    change: Change
    sites: tuple[Site, ...]
    audiences: dict[Audience, Rating]
    is_wire: bool
    provisional: bool
    counterexample: Counterexample | None = None
    widening: Counterexample | None = None
    note: str = ""
    consequences: "tuple[Assessment, ...]" = ()

    def all(self) -> "Iterator[Assessment]":
        """This assessment, then those of its consequences."""
        yield self
        for one in self.consequences:
            yield from one.all()

    def rating(self, audience: Audience) -> Rating | None:
        """Return the worst verdict for an audience here and below, or None when nothing touches it."""
        return max(
            (one.audiences[audience] for one in self.all() if audience in one.audiences), key=_rank, default=None
        )

    @property
    def worst(self) -> Rating:
        """The worst verdict for anybody, here and below."""
        found = [rating for one in self.all() for rating in one.audiences.values()]
        return max(found, key=_rank, default=Rating(Verdict.SAFE, "by rule"))

    @property
    def level(self) -> Level:
        """How far the version has to move: a break of what rests on unconfirmed decisions alone is a minor one."""
        levels = (one.own_level for one in self.all())
        return max(levels, key=LEVELS.index)

    @property
    def own_level(self) -> Level:
        """The level of this change without its consequences."""
        if self.change.is_echo:
            return "none"
        worst = max(self.audiences.values(), key=_rank, default=None)
        if worst and worst.verdict is Verdict.BREAKING:
            return "minor" if self.provisional else "major"
        return "minor" if self.is_wire else "patch"


def _rank(rating: Rating) -> tuple[int, bool]:
    return rating.rank


@dataclass(frozen=True, slots=True)
class Comparison:
    """What one contract changes against another: assessments, worst first, and what is wrong with paycat itself.

    `faults` are payloads whose verdict turns without a change that explains it, and verdicts that payloads
    contradict; there are none unless paycat has a bug.
    """

    old_version: str
    new_version: str
    assessments: tuple[Assessment, ...]
    faults: tuple[str, ...] = ()

    @property
    def level(self) -> Level:
        """How far the version has to move."""
        return max((one.level for one in self.assessments), key=LEVELS.index, default="none")

    @property
    def verdict(self) -> Verdict:
        """The worst verdict of all."""
        return max(
            (one.worst.verdict for one in self.assessments), key=lambda verdict: verdict.rank, default=Verdict.SAFE
        )
