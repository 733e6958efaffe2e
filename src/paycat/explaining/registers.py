"""Gaps, decisions and errata: each by its id, and the register of gaps with what depends on them."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Literal, get_args

from paycat.catalogue.registers import Decision, Erratum, Gap
from paycat.diagnostics import Diagnostic, Span
from paycat.explaining.explanation import Explanation, Named, at, carrying_mark, shortened, testing
from paycat.explaining.project import Project
from paycat.lint.statements import citations

Standing = Literal["open", "decided", "confirmed", "resolved"]
STANDINGS: tuple[Standing, ...] = get_args(Standing)


def named(project: Project) -> Named:
    """Return every entry of a register by its id."""
    contract = project.contract
    yield from ((gap.id, partial(_gap, gap, project)) for gap in contract.gaps)
    yield from ((decision.id, partial(explain_decision, decision, project)) for decision in contract.decisions)
    yield from ((erratum.id, partial(_erratum, erratum, project)) for erratum in contract.errata)


def _gap(gap: Gap, project: Project) -> Explanation:
    answers = [one for one in project.contract.decisions if one.id in gap.decisions]
    quote = (f'the specification: "{gap.quote}"',) if gap.quote else ()
    chosen = [f"{one.id} ({one.status}): {one.chosen}" for one in answers]
    return Explanation(
        f"{gap.id}, a gap of {gap.section}: {gap.state}, {gap.kind}",
        what=(gap.question, *quote, *chosen),
        locations=(at(gap.location), *(f"{at(one.location)} ({one.id})" for one in answers)),
        why=tuple(f"{one.id}: {one.because}" for one in answers),
        carried=carrying_mark(project, gap.decisions) if gap.decisions else (),
        tested=testing(project, lambda vector: not set(vector.decisions).isdisjoint(gap.decisions)),
    )


def explain_decision(decision: Decision, project: Project) -> Explanation:
    """Explain a decision: which gaps it answers, why, and what depends on it."""
    cited = (at(one.span) for one in citations(project.catalogue) if one.name == decision.id)
    gaps = [gap for gap in project.contract.gaps if decision.id in gap.decisions]
    return Explanation(
        f"{decision.id}, a decision ({decision.status}): {decision.title}",
        what=(decision.chosen, f"shapes {decision.shapes}"),
        locations=(at(decision.location), *shortened(f"{location} (cites it)" for location in cited)),
        why=(
            *(f"answers {gap.id} ({gap.section}): {gap.question}" for gap in gaps),
            f"because: {decision.because}",
            *(f"instead: {other}" for other in decision.alternatives),
            f"risk: {decision.risk}",
        ),
        carried=carrying_mark(project, (decision.id,)),
        tested=testing(project, lambda vector: decision.id in vector.decisions),
    )


def _erratum(erratum: Erratum, project: Project) -> Explanation:
    shown = [
        (request, sample)
        for request in project.contract.requests()
        for sample in request.samples
        if sample.erratum == erratum.id
    ]
    return Explanation(
        f"{erratum.id}, an erratum of {erratum.section}",
        what=(f"the specification: {erratum.says}", f"governs: {erratum.governs}"),
        locations=(at(erratum.location), *(f"{at(sample.location)} (sample {sample.name})" for _, sample in shown)),
        why=tuple(f"{kind} {id}" for kind, id in (("gap", erratum.gap), ("decision", erratum.decision)) if id),
        tested=tuple(f"{one.direction}.{one.method}:sample/{sample.name}" for one, sample in shown),
    )


@dataclass(frozen=True, slots=True)
class GapEntry:
    """A gap, the decisions that answer it, and how many statements and vectors depend on them."""

    gap: Gap
    location: Span
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
            sum(not answers.isdisjoint(vector.decisions) for batch in project.batches for vector in batch.vectors),
        )


def failing(entries: Iterator[GapEntry] | list[GapEntry], standing: Literal["open", "decided"]) -> Iterator[Diagnostic]:
    """Return a finding for each gap that is open, or with `decided` also for each that is not confirmed."""
    for entry in entries:
        if entry.standing == "open":
            hint = "ask the owner, then record the answer as a decision"
            yield Diagnostic("open-gap", entry.location, f"{entry.gap.id} is open: {entry.gap.question}", hint)
        elif entry.standing == standing == "decided":
            ids = " and ".join(one.id for one in entry.decisions if one.status == "default")
            message = f"{entry.gap.id} is decided, but not confirmed: {entry.gap.question}"
            hint = f"once confirmed, write `status: confirmed` at {ids}, and by whom and when under `answer`"
            yield Diagnostic("unconfirmed-gap", entry.location, message, hint)
