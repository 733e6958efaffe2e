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


def print_outcome(outcome: Outcomes, shown: int) -> None:
    """Print a row for each engine, declared limitations, mutants, and up to `shown` disagreements of each engine."""
    console = Terminal()
    rows: list[Row] = []
    for result in outcome.results:
        wrong = len(result.disagreements)
        rows.append((result.engine, result.run, result.run - wrong, result.limitations, wrong))
    rows += [(missing.name, "not run") for missing in outcome.missing]
    console.print_table(_columns("engine", "vectors", "agree", "declared limitations", "disagree"), rows)
    lost = outcome.contract.limitations
    _print_lines(console, (f"limitation of {rule.artefact}: {rule.keyword}. {rule.why}" for rule in lost))
    missing = outcome.missing
    _print_lines(console, (f"engine {engine.name} was not run: {engine.why}; {engine.remedy}" for engine in missing))
    if outcome.mutants:
        rows = []
        for artefact in dict.fromkeys(tally.artefact for tally in outcome.mutants):
            fates = [mutant.fate for tally in outcome.mutants if tally.artefact == artefact for mutant in tally.mutants]
            rows.append((artefact, len(fates), *(fates.count(fate) for fate in Fate)))
        console.print_table(_columns("mutants of", "made", "noticed", "the same", "survived"), rows)
        _print_lines(console, _notes_on_mutants(outcome, shown))
    _print_disagreements(console, outcome, shown)


def print_by_subject(outcome: Outcomes, shown: int) -> None:
    """Print, for each engine, a row for each request type or stage, and up to `shown` disagreements."""
    console = Terminal()
    for result in outcome.results:
        rows: list[Row] = []
        for subject, tally in result.tallies.items():
            wrong = len(tally.disagreements)
            rows.append((subject, tally.run, tally.run - wrong, wrong))
        console.print_table(_columns(result.engine, "vectors", "agree", "disagree"), rows)
        _print_lines(console, result.notes)
    _print_disagreements(console, outcome, shown)


def _notes_on_mutants(outcome: Outcomes, shown: int) -> Iterator[str]:
    same = Counter(mutant.why for tally in outcome.mutants for mutant in tally.of(Fate.EQUIVALENT))
    yield from (f"{sentence}; {_RAISE_THE_MOST}" for sentence in outcome.cut_short)
    yield from (f"{counted(number, 'mutant')} the same: {why}" for why, number in same.most_common())
    for mutant in outcome.survivors[:shown]:
        yield f"survived: {mutant.artefact}, {mutant.subject}, {mutant.location}: {mutant.change}"
    if len(outcome.survivors) > shown:
        yield f"survived: {len(outcome.survivors) - shown:,} more"


def _print_disagreements(console: Terminal, outcome: Outcomes, shown: int) -> None:
    for result in outcome.results:
        first = result.disagreements[:shown]
        _print_lines(console, (f"{disagreement.engine}: {disagreement}" for disagreement in first))
        if len(result.disagreements) > shown:
            console.print(f"{result.engine}: {len(result.disagreements) - shown:,} more")
    numbers = [counted(outcome.vectors, "vector"), counted(len(outcome.disagreements), "disagreement")]
    if outcome.mutants:
        mutants = sum(len(tally.mutants) for tally in outcome.mutants)
        numbers += [counted(mutants, "mutant"), f"{len(outcome.survivors):,} survived"]
    console.print(", ".join(numbers))


def _print_lines(console: Terminal, lines: Iterable[str]) -> None:
    for line in lines:
        console.print(line, soft_wrap=True)


def _columns(first: str, *numbers: str) -> dict[str, Column]:
    return {first: "text", **dict.fromkeys(numbers, "number")}


def findings_of(outcome: Outcomes, generated: Path, shown: str, most: int, *, must_be_whole: bool) -> list[Diagnostic]:
    """Return an error for each reason why a run fails, and a warning for each engine and mutant that did not run.

    `shown` is the name of the output folder; at most `most` disagreements of an engine, and mutants, are listed. An
    engine that could not run is an error when the run `must_be_whole`, or nothing ran.
    """
    findings = [*_disagreements(outcome, _lines(outcome, generated, shown), shown, most)]
    findings += _survivors(outcome, shown, most)
    level = Severity.ERROR if must_be_whole or not outcome.results else Severity.WARNING
    for engine in outcome.missing:
        message = f"engine {engine.name} was not run: {engine.why}"
        findings.append(Diagnostic("missing-engine", Span(shown), message, engine.remedy, level))
    if not outcome.results and not outcome.missing:
        hint = "name engines whose packs `packs_off` does not list"
        findings.append(Diagnostic("missing-engine", Span(shown), "no engine was run", hint))
    return findings


def _lines(outcome: Outcomes, generated: Path, shown: str) -> dict[tuple[str, str], int]:
    """Return the lines of the vectors that an engine disagrees about, by their subject and id."""
    wanted = {(disagreement.subject, disagreement.vector) for disagreement in outcome.disagreements}
    return {
        (batch.subject, name): line
        for batch in (read_published(generated, shown) if wanted else ())
        for line, name in enumerate(batch.ids, start=1)
        if (batch.subject, name) in wanted
    }


def _disagreements(outcome: Outcomes, lines: dict[tuple[str, str], int], shown: str, most: int) -> Iterator[Diagnostic]:
    for result in outcome.results:
        every = result.disagreements
        for disagreement in every[:most]:
            line = lines.get((disagreement.subject, disagreement.vector), 0)
            location = Span(f"{shown}/{path_of(disagreement.subject)}", line, min(line, 1))
            cause = location_of_rule(outcome.contract, disagreement.rule)
            yield Diagnostic("disagreement", location, f"{disagreement.engine}: {disagreement}", cause=cause)
        if len(every) > most:
            message = f"{result.engine}: {counted(len(every) - most, 'more disagreement')}"
            yield Diagnostic("disagreement", Span(f"{shown}/{_VECTORS}"), message, _MORE)


def _survivors(outcome: Outcomes, shown: str, most: int) -> Iterator[Diagnostic]:
    location = Span(f"{shown}/{_VECTORS}")
    for mutant in outcome.survivors[:most]:
        message = f"no vector notices: {mutant.artefact}, {mutant.subject}, {mutant.location}: {mutant.change}"
        yield Diagnostic("mutant-survived", location, message, cause=location_of_file(outcome.contract, mutant.subject))
    if len(outcome.survivors) > most:
        message = f"{counted(len(outcome.survivors) - most, 'more mutant')} survived"
        yield Diagnostic("mutant-survived", location, message, _MORE)
    for message in outcome.cut_short:
        yield Diagnostic("mutants-left-out", location, message, _RAISE_THE_MOST, Severity.WARNING)
