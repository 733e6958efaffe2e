"""The register of gaps: what is open, what we decided, what the owner confirmed, and what rests on it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from paycat.catalogue.registers import Decision, Gap
from paycat.diagnostics import Diagnostic, Span
from paycat.explaining.project import Project
from paycat.rules.statements import citations

Standing = Literal["open", "decided", "confirmed", "settled"]
STANDINGS: tuple[Standing, ...] = get_args(Standing)


@dataclass(frozen=True, slots=True)
class GapEntry:
    """A gap, the decisions that answer it, and how much rests on them."""

    gap: Gap
    place: Span
    decisions: tuple[Decision, ...]
    statements: int
    vectors: int

    @property
    def standing(self) -> Standing:
        """`confirmed` when the owner has confirmed or overruled every decision, else the gap's own state."""
        if self.gap.state == "decided" and all(one.status != "default" for one in self.decisions):
            return "confirmed"
        return self.gap.state

    @property
    def rank(self) -> int | None:
        """The gap's place in the order of questions to the owner, where it has one and is not confirmed."""
        ranks = [one.confirm for one in self.decisions if one.confirm is not None and one.status == "default"]
        return min(ranks, default=None)


def register(project: Project) -> Iterator[GapEntry]:
    """Every gap, in the order of the register."""
    cited = Counter(one.name for one in citations(project.catalogue))
    decided = {decision.id: decision for decision in project.contract.decisions}
    for gap in project.contract.gaps:
        answers = set(gap.decisions)
        yield GapEntry(
            gap,
            project.catalogue.registers.at("gaps", gap.id, key=True),
            tuple(decided[id] for id in gap.decisions),
            sum(cited[id] for id in answers),
            sum(not answers.isdisjoint(vector["decisions"]) for vector in project.vectors),
        )


def failing(entries: Iterator[GapEntry] | list[GapEntry], standing: Literal["open", "decided"]) -> Iterator[Diagnostic]:
    """Return a finding for each gap that is open, or with `decided` also for each that nobody has confirmed."""
    for entry in entries:
        if entry.standing == "open":
            hint = "ask the owner, then record the answer as a decision"
            yield Diagnostic("open-gap", entry.place, f"{entry.gap.id} is open: {entry.gap.question}", hint)
        elif entry.standing == standing == "decided":
            ids = " and ".join(one.id for one in entry.decisions if one.status == "default")
            message = f"{entry.gap.id} is decided, and nobody has confirmed it: {entry.gap.question}"
            hint = f"once confirmed, write `status: confirmed` at {ids}"
            yield Diagnostic("unconfirmed-gap", entry.place, message, hint)
