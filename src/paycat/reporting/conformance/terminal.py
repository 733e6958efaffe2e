"""A conformance run in the terminal: tables, and findings, each with the place in the catalogue that causes it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from paycat.conformance.run.outcome import Fate, Outcomes
from paycat.conformance.run.output_folder import path_of, read_published
from paycat.contract.differences import location_of_file, location_of_rule
from paycat.diagnostics import Diagnostic, Severity, Span
from paycat.reporting.terminal import Column, Terminal
from paycat.text.counting import counted

Row = tuple[str | int, ...]
_VECTORS = "conformance/vectors"
_MORE = "show more with --show"
_RAISE_THE_MOST = "raise --most-mutants to run them"


def print_outcome(outcome: Outcomes, limit: int) -> None:
    """Print a row for each engine, declared limitations, mutants, and up to `limit` disagreements of each engine."""
    console = Terminal()
    rows: list[Row] = []
    for result in outcome.results:
        wrong_count = len(result.disagreements)
        rows.append((result.engine, result.run, result.run - wrong_count, result.limitations, wrong_count))
    rows += [(engine.name, "not run") for engine in outcome.missing]
    console.print_table(_columns("engine", "vectors", "agree", "declared limitations", "disagree"), rows)
    limitations = outcome.contract.limitations
    _print_lines(console, (f"limitation of {rule.artefact}: {rule.keyword}. {rule.why}" for rule in limitations))
    engines = outcome.missing
    _print_lines(console, (f"engine {engine.name} was not run: {engine.why}; {engine.remedy}" for engine in engines))
    if outcome.mutants:
        rows = []
        for artefact in dict.fromkeys(tally.artefact for tally in outcome.mutants):
            fates = [mutant.fate for tally in outcome.mutants if tally.artefact == artefact for mutant in tally.mutants]
            rows.append((artefact, len(fates), *(fates.count(fate) for fate in Fate)))
        console.print_table(_columns("mutants of", "made", "noticed", "the same", "survived"), rows)
        _print_lines(console, _notes_on_mutants(outcome, limit))
    _print_disagreements(console, outcome, limit)


def print_by_subject(outcome: Outcomes, limit: int) -> None:
    """Print, for each engine, a row for each request type or stage, and up to `limit` disagreements."""
    console = Terminal()
    for result in outcome.results:
        rows: list[Row] = []
        for subject, tally in result.tallies.items():
            wrong_count = len(tally.disagreements)
            rows.append((subject, tally.run, tally.run - wrong_count, wrong_count))
        console.print_table(_columns(result.engine, "vectors", "agree", "disagree"), rows)
        _print_lines(console, result.notes)
    _print_disagreements(console, outcome, limit)


def _notes_on_mutants(outcome: Outcomes, limit: int) -> Iterator[str]:
    reason_counts = Counter(mutant.why for tally in outcome.mutants for mutant in tally.of(Fate.EQUIVALENT))
    yield from (f"{sentence}; {_RAISE_THE_MOST}" for sentence in outcome.cut_short)
    yield from (f"{counted(count, 'mutant')} the same: {why}" for why, count in reason_counts.most_common())
    for mutant in outcome.survivors[:limit]:
        yield f"survived: {mutant.artefact}, {mutant.subject}, {mutant.location}: {mutant.change}"
    if len(outcome.survivors) > limit:
        yield f"survived: {len(outcome.survivors) - limit:,} more"


def _print_disagreements(console: Terminal, outcome: Outcomes, limit: int) -> None:
    for result in outcome.results:
        disagreements = result.disagreements[:limit]
        _print_lines(console, (f"{disagreement.engine}: {disagreement}" for disagreement in disagreements))
        if len(result.disagreements) > limit:
            console.print(f"{result.engine}: {len(result.disagreements) - limit:,} more")
    count_texts = [counted(outcome.vectors, "vector"), counted(len(outcome.disagreements), "disagreement")]
    if outcome.mutants:
        mutant_count = sum(len(tally.mutants) for tally in outcome.mutants)
        count_texts += [counted(mutant_count, "mutant"), f"{len(outcome.survivors):,} survived"]
    console.print(", ".join(count_texts))


def _print_lines(console: Terminal, lines: Iterable[str]) -> None:
    for line in lines:
        console.print(line, soft_wrap=True)


def _columns(text_column: str, *number_columns: str) -> dict[str, Column]:
    return {text_column: "text", **dict.fromkeys(number_columns, "number")}


def findings_of(outcome: Outcomes, folder: Path, label: str, limit: int, *, must_be_whole: bool) -> list[Diagnostic]:
    """Return an error for each reason why a run fails, and a warning for each engine and mutant that did not run.

    `label` is the name of the output folder; at most `limit` disagreements of an engine, and mutants, are listed. An
    engine that could not run is an error when the run `must_be_whole`, or nothing ran.
    """
    findings = [*_disagreements(outcome, _lines(outcome, folder, label), label, limit)]
    findings += _survivors(outcome, label, limit)
    severity = Severity.ERROR if must_be_whole or not outcome.results else Severity.WARNING
    for engine in outcome.missing:
        message = f"engine {engine.name} was not run: {engine.why}"
        findings.append(Diagnostic("missing-engine", Span(label), message, engine.remedy, severity))
    if not outcome.results and not outcome.missing:
        hint = "name engines whose packs `packs_off` does not list"
        findings.append(Diagnostic("missing-engine", Span(label), "no engine was run", hint))
    return findings


def _lines(outcome: Outcomes, folder: Path, label: str) -> dict[tuple[str, str], int]:
    """Return the lines of the vectors that an engine disagrees about, by their subject and id."""
    vector_keys = {(disagreement.subject, disagreement.vector) for disagreement in outcome.disagreements}
    return {
        (batch.subject, vector_id): line
        for batch in (read_published(folder, label) if vector_keys else ())
        for line, vector_id in enumerate(batch.ids, start=1)
        if (batch.subject, vector_id) in vector_keys
    }


def _disagreements(outcome: Outcomes, lines: dict[tuple[str, str], int], name: str, limit: int) -> Iterator[Diagnostic]:
    for result in outcome.results:
        disagreements = result.disagreements
        for disagreement in disagreements[:limit]:
            line = lines.get((disagreement.subject, disagreement.vector), 0)
            span = Span(f"{name}/{path_of(disagreement.subject)}", line, min(line, 1))
            cause = location_of_rule(outcome.contract, disagreement.rule)
            yield Diagnostic("disagreement", span, f"{disagreement.engine}: {disagreement}", cause=cause)
        if len(disagreements) > limit:
            message = f"{result.engine}: {counted(len(disagreements) - limit, 'more disagreement')}"
            yield Diagnostic("disagreement", Span(f"{name}/{_VECTORS}"), message, _MORE)


def _survivors(outcome: Outcomes, label: str, limit: int) -> Iterator[Diagnostic]:
    span = Span(f"{label}/{_VECTORS}")
    for mutant in outcome.survivors[:limit]:
        message = f"no vector notices: {mutant.artefact}, {mutant.subject}, {mutant.location}: {mutant.change}"
        yield Diagnostic("mutant-survived", span, message, cause=location_of_file(outcome.contract, mutant.subject))
    if len(outcome.survivors) > limit:
        message = f"{counted(len(outcome.survivors) - limit, 'more mutant')} survived"
        yield Diagnostic("mutant-survived", span, message, _MORE)
    for message in outcome.cut_short:
        yield Diagnostic("mutants-left-out", span, message, _RAISE_THE_MOST, Severity.WARNING)
