"""The outcome of a conformance run in, findings out: each disagreement at its vector, with the line of its rule."""

from collections.abc import Iterator
from pathlib import Path

from paycat.conformance.outcome import Outcome
from paycat.conformance.reading import path_of, read_published
from paycat.conformance.run import Disagreement, Result
from paycat.contract.places import place_of_file, place_of_rule
from paycat.counting import counted
from paycat.diagnostics import Diagnostic, Severity, Span
from paycat.reporting.conformance.terminal import refusals_text

_VECTORS = "conformance/vectors"


def findings_of(outcome: Outcome, generated: Path, shown: str, most: int, *, must_be_whole: bool) -> list[Diagnostic]:
    """Return what makes a run fail, and a warning for each engine that could not run.

    `shown` stands for the output folder; of an engine's disagreements, and of mutants, `most` are told one by one. An
    engine that could not run is an error when the run `must_be_whole`, or nothing ran.
    """
    lines = _lines(outcome, generated, shown)
    found = [one for result in outcome.results for one in _disagreements(outcome, result, lines, shown, most)]
    found += _survivors(outcome, shown, most)
    level = Severity.ERROR if must_be_whole or not outcome.results else Severity.WARNING
    for engine in outcome.missing:
        message = f"engine {engine.name} was not run: {engine.why}"
        found.append(Diagnostic("missing-engine", Span(shown), message, engine.remedy, level))
    if not outcome.results and not outcome.missing:
        found.append(Diagnostic("missing-engine", Span(shown), "no engine was run", "name engines whose packs are on"))
    return found


def _lines(outcome: Outcome, generated: Path, shown: str) -> dict[tuple[str, str], int]:
    """Return the lines of the vectors that an engine disagrees about, by their subject and id."""
    wanted = {
        (subject, one.vector.id)
        for result in outcome.results
        for subject, tally in result.tallies.items()
        for one in tally.disagreements
    }
    if not wanted:
        return {}
    return {
        (batch.subject, name): line
        for batch in read_published(generated, shown)
        for line, name in enumerate(batch.ids, start=1)
        if (batch.subject, name) in wanted
    }


def _disagreements(
    outcome: Outcome, result: Result, lines: dict[tuple[str, str], int], shown: str, most: int
) -> Iterator[Diagnostic]:
    every = [(subject, one) for subject, tally in result.tallies.items() for one in tally.disagreements]
    for subject, one in every[:most]:
        line = lines.get((subject, one.vector.id), 0)
        place = Span(f"{shown}/{path_of(one.vector, subject)}", line, min(line, 1))
        cause = place_of_rule(outcome.contract, one.vector.rule)
        yield Diagnostic("disagreement", place, _told(one), cause=cause)
    if len(every) > most:
        message = f"{result.engine}: {counted(len(every) - most, 'more disagreement')}"
        yield Diagnostic("disagreement", Span(f"{shown}/{_VECTORS}"), message, "show more with --show")


def _told(found: Disagreement) -> str:
    reasons = ", ".join(part for part in (found.vector.source or "", *found.vector.decisions) if part)
    rule = f"rule {found.vector.rule}" + (f" ({reasons})" if reasons else "")
    got = found.failure or refusals_text(found.got)
    return f"{found.engine}: {found.vector.id}: {rule}: expected {refusals_text(found.expected)}, got {got}"


def _survivors(outcome: Outcome, shown: str, most: int) -> Iterator[Diagnostic]:
    for mutant in outcome.survivors[:most]:
        message = f"no vector notices: {mutant.artefact}, {mutant.subject}, {mutant.place}: {mutant.change}"
        cause = place_of_file(outcome.contract, mutant.subject)
        yield Diagnostic("mutant-survived", Span(f"{shown}/{_VECTORS}"), message, cause=cause)
    if len(outcome.survivors) > most:
        message = f"{counted(len(outcome.survivors) - most, 'more mutant')} survived"
        yield Diagnostic("mutant-survived", Span(f"{shown}/{_VECTORS}"), message, "show more with --show")
