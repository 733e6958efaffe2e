"""The outcome of a conformance run as findings: each disagreement at its vector, with the line of its rule."""

from collections.abc import Iterator
from pathlib import Path

from paycat.conformance.run.outcome import Outcome
from paycat.conformance.run.reading import path_of, read_published
from paycat.contract.locations import location_of_file, location_of_rule
from paycat.diagnostics import Diagnostic, Severity, Span
from paycat.text.counting import counted

_VECTORS = "conformance/vectors"
_MORE = "show more with --show"


def findings_of(outcome: Outcome, generated: Path, shown: str, most: int, *, must_be_whole: bool) -> list[Diagnostic]:
    """Return an error for each reason why a run fails, and a warning for each engine that could not run.

    `shown` is the name of the output folder; at most `most` disagreements of an engine, and mutants, are listed. An
    engine that could not run is an error when the run `must_be_whole`, or nothing ran.
    """
    found = [*_disagreements(outcome, _lines(outcome, generated, shown), shown, most)]
    found += _survivors(outcome, shown, most)
    level = Severity.ERROR if must_be_whole or not outcome.results else Severity.WARNING
    for engine in outcome.missing:
        message = f"engine {engine.name} was not run: {engine.why}"
        found.append(Diagnostic("missing-engine", Span(shown), message, engine.remedy, level))
    if not outcome.results and not outcome.missing:
        found.append(
            Diagnostic(
                "missing-engine", Span(shown), "no engine was run", "name engines whose packs `packs_off` does not list"
            )
        )
    return found


def _lines(outcome: Outcome, generated: Path, shown: str) -> dict[tuple[str, str], int]:
    """Return the lines of the vectors that an engine disagrees about, by their subject and id."""
    wanted = {(one.subject, one.vector) for one in outcome.disagreements}
    return {
        (batch.subject, name): line
        for batch in (read_published(generated, shown) if wanted else ())
        for line, name in enumerate(batch.ids, start=1)
        if (batch.subject, name) in wanted
    }


def _disagreements(outcome: Outcome, lines: dict[tuple[str, str], int], shown: str, most: int) -> Iterator[Diagnostic]:
    for result in outcome.results:
        every = result.disagreements
        for one in every[:most]:
            line = lines.get((one.subject, one.vector), 0)
            location = Span(f"{shown}/{path_of(one.subject)}", line, min(line, 1))
            cause = location_of_rule(outcome.contract, one.rule)
            yield Diagnostic("disagreement", location, f"{one.engine}: {one}", cause=cause)
        if len(every) > most:
            message = f"{result.engine}: {counted(len(every) - most, 'more disagreement')}"
            yield Diagnostic("disagreement", Span(f"{shown}/{_VECTORS}"), message, _MORE)


def _survivors(outcome: Outcome, shown: str, most: int) -> Iterator[Diagnostic]:
    location = Span(f"{shown}/{_VECTORS}")
    for one in outcome.survivors[:most]:
        message = f"no vector notices: {one.artefact}, {one.subject}, {one.location}: {one.change}"
        yield Diagnostic("mutant-survived", location, message, cause=location_of_file(outcome.contract, one.subject))
    if len(outcome.survivors) > most:
        message = f"{counted(len(outcome.survivors) - most, 'more mutant')} survived"
        yield Diagnostic("mutant-survived", location, message, _MORE)
