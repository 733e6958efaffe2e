"""Gaps, decisions, errata, limitations, and numbers that texts insert: each by its id, with what depends on it."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Literal, get_args

from pydantic import Field

from paycat.catalogue.registers import Decision, Erratum, Gap
from paycat.catalogue.statement import Value
from paycat.conformance.run.output_folder import CHECK
from paycat.contract.named_numbers import NamedNumbers, inserts_numbers, names_in
from paycat.contract.shapes import ShapeValues
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.lint.statements import texts_in
from paycat.reporting.explaining.explanation import Explanation, Named, occurrence
from paycat.reporting.explaining.project import Project, carrying_mark

GapStatus = Literal["open", "decided", "confirmed", "resolved"]
_DECISIONS = re.compile(rb'"decisions":(\[[^]]*\])')
"""What the line of a vector has before any text that people wrote: quotes in texts are escaped."""
STATUSES: tuple[GapStatus, ...] = get_args(GapStatus)


def named(project: Project) -> Named:
    """Return every entry of a register by its id, and limitations by their artefact and their constraint."""
    contract = project.contract
    yield from ((gap.id, partial(_gap, gap, project)) for gap in contract.gaps)
    yield from ((decision.id, partial(_decision, decision, project)) for decision in contract.decisions)
    yield from ((erratum.id, partial(_erratum, erratum, project)) for erratum in contract.errata)
    sentences_by_name: dict[str, list[str]] = {}
    for lost in contract.limitations:
        for name in (lost.artefact, lost.keyword):
            sentences_by_name.setdefault(name, []).append(f"{lost.artefact} cannot express {lost.keyword}: {lost.why}")
    for name, sentences in sentences_by_name.items():
        yield name, partial(Explanation, name, "limitation", what=tuple(sentences))


def _gap(gap: Gap, project: Project) -> Explanation:
    decisions = [decision for decision in project.contract.decisions if decision.id in gap.decisions]
    quote = (f'the specification: "{gap.quote}"',) if gap.quote else ()
    choices = [f"{decision.id} ({decision.status}): {decision.chosen}" for decision in decisions]
    return Explanation(
        gap.id,
        f"gap of {gap.section}",
        f"{gap.state}, {gap.kind}",
        what=(gap.question, *quote, *choices),
        defined=(occurrence(gap.location), *(occurrence(decision.location, decision.id) for decision in decisions)),
        why=tuple(f"{decision.id}: {decision.because}" for decision in decisions),
        carried=carrying_mark(project, gap.decisions) if gap.decisions else (),
    )


def _decision(decision: Decision, project: Project) -> Explanation:
    gaps = [gap for gap in project.contract.gaps if decision.id in gap.decisions]
    return Explanation(
        decision.id,
        f"decision ({decision.status})",
        decision.title,
        what=(decision.chosen, f"shapes: {decision.shapes}"),
        defined=(occurrence(decision.location),),
        used=tuple(occurrence(use.span, "cites it") for use in project.citations if use.name == decision.id),
        why=(
            *(f"answers {gap.id} ({gap.section}): {gap.question}" for gap in gaps),
            f"because: {decision.because}",
            *(f"instead: {alternative}" for alternative in decision.alternatives),
            f"risk: {decision.risk}",
        ),
        carried=carrying_mark(project, (decision.id,)),
    )


def _erratum(erratum: Erratum, project: Project) -> Explanation:
    named_samples = [
        (f"{request.qualified_name}:sample/{sample.name}", sample)
        for request in project.contract.requests()
        for sample in request.samples
        if sample.erratum == erratum.id
    ]
    return Explanation(
        erratum.id,
        f"erratum of {erratum.section}",
        what=(f"the specification: {erratum.says}", f"governs: {erratum.governs}"),
        defined=(occurrence(erratum.location), *(occurrence(sample.location, name) for name, sample in named_samples)),
        why=tuple(f"{kind} {name}" for kind, name in (("gap", erratum.gap), ("decision", erratum.decision)) if name),
    )


class GapEntry(Value):
    """A gap, the decisions that answer it, and how many statements and vectors depend on them."""

    gap: Gap = Field(description="The gap, as the contract has it.")
    decisions: tuple[Decision, ...] = Field(description="The decisions that answer it, as the contract has them.")
    state: GapStatus = Field(description="`confirmed` when the owner of the service answered all of its decisions.")
    ask: int | None = Field(description="Position in the list of questions for the owner; null without one.")
    statements: int = Field(ge=0, description="Number of statements that cite its decisions.")
    vectors: int = Field(ge=0, description="Number of vectors that depend on its decisions.")


class Gaps(Value):
    """The register of gaps. The shape is stable: an incompatible change raises `version`."""

    version: Literal[2] = Field(description="Version of this format.")
    gaps: tuple[GapEntry, ...] = Field(description="The gaps, in the order of the register.")
    counts: dict[GapStatus, int] = Field(description="Number of gaps in each state, whether they are listed or not.")


def register(project: Project) -> Iterator[GapEntry]:
    """Return every gap, in the order of the register."""
    citation_counts = Counter(citation.name for citation in project.citations)
    vector_counts = _decisions_of_vectors(project)
    decisions_by_id = {decision.id: decision for decision in project.contract.decisions}
    for gap in project.contract.gaps:
        decisions = tuple(decisions_by_id[decision_id] for decision_id in gap.decisions)
        open_decisions = [decision for decision in decisions if decision.status == "default"]
        yield GapEntry(
            gap=gap,
            decisions=decisions,
            state=gap.state if gap.state != "decided" or open_decisions else "confirmed",
            ask=min((decision.confirm for decision in open_decisions if decision.confirm is not None), default=None),
            statements=sum(citation_counts[decision_id] for decision_id in set(gap.decisions)),
            vectors=sum(count for ids, count in vector_counts.items() if not set(gap.decisions).isdisjoint(ids)),
        )


def _decisions_of_vectors(project: Project) -> Counter[tuple[str, ...]]:
    """Return how many vectors depend on the same decisions. Raises FindingsError for a line that is no vector."""
    counts: Counter[bytes] = Counter()
    for name, content in project.vector_files.items():
        for number, line in enumerate(content.splitlines(), start=1):
            match = _DECISIONS.search(line)
            if match is None:
                raise FindingsError([Diagnostic("bad-vector", Span(name, number, 1), "this line is no vector", CHECK)])
            counts[match[1]] += 1
    return Counter({tuple(json.loads(ids_json)): count for ids_json, count in counts.items()})


def failing(entries: Iterator[GapEntry] | list[GapEntry], status: Literal["open", "decided"]) -> Iterator[Diagnostic]:
    """Return a finding for each gap that is open, or with `decided` also for each that is not confirmed."""
    for entry in entries:
        if entry.state == "open":
            hint = "ask the owner, then record the answer as a decision"
            yield Diagnostic("open-gap", entry.gap.location, f"{entry.gap.id} is open: {entry.gap.question}", hint)
        elif entry.state == status == "decided":
            ids_text = " and ".join(decision.id for decision in entry.decisions if decision.status == "default")
            message = f"{entry.gap.id} is decided, but not confirmed: {entry.gap.question}"
            hint = f"once confirmed, write `status: confirmed` at {ids_text}, and by whom and when under `answer`"
            yield Diagnostic("unconfirmed-gap", entry.gap.location, message, hint)


def numbers_named(project: Project) -> Named:
    """Return every number that texts may insert."""
    numbers = NamedNumbers(ShapeValues(project.catalogue), project.contract.requests())
    yield from ((name, partial(_number, name, numbers, project)) for name in numbers.names)


def _number(name: str, numbers: NamedNumbers, project: Project) -> Explanation:
    if (text := numbers.text(name)) is not None:
        lines = [f"`{{{name}}}` in a text inserts {text}"]
    else:
        method_texts = ((method.code, numbers.text(name, method.code)) for method in project.contract.methods)
        lines = [f"`{{{name}}}` in the file of {code} inserts {number}" for code, number in method_texts if number]
    texts = (wording for source in project.catalogue.files if inserts_numbers(source) for wording in texts_in(source))
    spans = (wording.at() for wording in texts if name in {match["name"] for match in names_in(wording.value)})
    return Explanation(name, "number", what=tuple(lines), used=tuple(map(occurrence, spans)))
