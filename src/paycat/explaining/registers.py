"""A gap, a decision or an erratum by its id."""

from functools import partial

from paycat.catalogue.registers import Decision, Erratum, Gap
from paycat.explaining.evidence import carrying_mark, shortened, testing
from paycat.explaining.explanation import Explanation, Named, at
from paycat.explaining.project import Project
from paycat.rules.statements import citations


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
        places=(at(gap.place), *(f"{at(one.place)} ({one.id})" for one in answers)),
        why=tuple(f"{one.id}: {one.because}" for one in answers),
        carried=carrying_mark(project, gap.decisions) if gap.decisions else (),
        tested=testing(project, lambda vector: not set(vector["decisions"]).isdisjoint(gap.decisions)),
    )


def explain_decision(decision: Decision, project: Project) -> Explanation:
    """Explain a decision: which gaps it answers, why, and what rests on it."""
    cited = (at(one.span) for one in citations(project.catalogue) if one.name == decision.id)
    gaps = [gap for gap in project.contract.gaps if decision.id in gap.decisions]
    return Explanation(
        f"{decision.id}, a decision ({decision.status}): {decision.title}",
        what=(decision.chosen, f"shapes {decision.shapes}"),
        places=(at(decision.place), *shortened(f"{place} (cites it)" for place in cited)),
        why=(
            *(f"answers {gap.id} ({gap.section}): {gap.question}" for gap in gaps),
            f"because: {decision.because}",
            *(f"instead: {other}" for other in decision.alternatives),
            f"risk: {decision.risk}",
        ),
        carried=carrying_mark(project, (decision.id,)),
        tested=testing(project, lambda vector: decision.id in vector["decisions"]),
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
        places=(at(erratum.place), *(f"{at(sample.place)} (sample {sample.name})" for _, sample in shown)),
        why=tuple(f"{kind} {id}" for kind, id in (("gap", erratum.gap), ("decision", erratum.decision)) if id),
        tested=tuple(f"{one.direction}.{one.method}:sample/{sample.name}" for one, sample in shown),
    )
