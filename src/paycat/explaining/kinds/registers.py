"""A gap, a decision or an erratum by its id."""

from collections.abc import Iterator

from paycat.contract.registers import Decision, Erratum, Gap
from paycat.explaining.carriers import carrying_mark, shortened
from paycat.explaining.explanation import Explanation, at
from paycat.explaining.project import Project
from paycat.explaining.tests_of import summed
from paycat.rules.statements import citations


def names(project: Project) -> Iterator[str]:
    """Every id of a register."""
    contract = project.contract
    yield from (gap.id for gap in contract.gaps)
    yield from (decision.id for decision in contract.decisions)
    yield from (erratum.id for erratum in contract.errata)


def find(word: str, project: Project) -> Iterator[Explanation]:
    """Explain the entry with this id."""
    contract = project.contract
    yield from (_gap(gap, project) for gap in contract.gaps if gap.id == word)
    yield from (_decision(decision, project) for decision in contract.decisions if decision.id == word)
    yield from (_erratum(erratum, project) for erratum in contract.errata if erratum.id == word)


def cited_at(project: Project, id: str) -> tuple[str, ...]:
    """Return where statements are marked with a decision, file by file."""
    return tuple(at(one.span) for one in citations(project.catalogue) if one.name == id)


def _gap(gap: Gap, project: Project) -> Explanation:
    answers = [one for one in project.contract.decisions if one.id in gap.decisions]
    quote = (f'the specification: "{gap.quote}"',) if gap.quote else ()
    chosen = [f"{one.id} ({one.status}): {one.chosen}" for one in answers]
    return Explanation(
        f"{gap.id}, a gap of {gap.section}: {gap.state}, {gap.kind}",
        what=(gap.question, *quote, *chosen),
        stands=(at(gap.place), *(f"{at(one.place)} ({one.id})" for one in answers)),
        why=tuple(f"{one.id}: {one.because}" for one in answers),
        carried=carrying_mark(project, gap.decisions) if gap.decisions else (),
        tested=summed(one for one in project.vectors if not set(one["decisions"]).isdisjoint(gap.decisions)),
    )


def _decision(decision: Decision, project: Project) -> Explanation:
    gaps = [gap for gap in project.contract.gaps if decision.id in gap.decisions]
    return Explanation(
        f"{decision.id}, a decision ({decision.status}): {decision.title}",
        what=(decision.chosen, f"shapes {decision.shapes}"),
        stands=(at(decision.place), *shortened(f"{place} (cites it)" for place in cited_at(project, decision.id))),
        why=(
            *(f"answers {gap.id} ({gap.section}): {gap.question}" for gap in gaps),
            f"because: {decision.because}",
            *(f"instead: {other}" for other in decision.alternatives),
            f"risk: {decision.risk}",
        ),
        carried=carrying_mark(project, (decision.id,)),
        tested=summed(one for one in project.vectors if decision.id in one["decisions"]),
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
        stands=(at(erratum.place), *(f"{at(sample.place)} (sample {sample.name})" for _, sample in shown)),
        why=tuple(f"{kind} {id}" for kind, id in (("gap", erratum.gap), ("decision", erratum.decision)) if id),
        tested=tuple(f"{one.direction}.{one.method}:sample/{sample.name}" for one, sample in shown),
    )
