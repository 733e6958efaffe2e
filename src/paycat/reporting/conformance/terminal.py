"""Conformance results as a table in the terminal."""

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.table import Table

from paycat.conformance.outcome import Fate, MutantTally, Outcome
from paycat.conformance.run import Disagreement, Result
from paycat.contract.model import Refusal
from paycat.counting import counted
from paycat.terminal import Terminal


def print_outcome(outcome: Outcome, shown: int) -> None:
    """Print one row per engine, the declared losses, the mutants, and up to `shown` disagreements of each engine."""
    console = Terminal()
    console.print(_table(outcome))
    for loss in outcome.contract.losses:
        console.print(f"loss of {loss.artefact}: {loss.keyword}. {loss.why}", soft_wrap=True)
    for missing in outcome.missing:
        text = f"engine {missing.name} was not run: {missing.why}; {missing.remedy}"
        console.print(text, soft_wrap=True)
    if outcome.mutants:
        _print_mutants(console, outcome, shown)
    _print_disagreements(console, outcome, shown)


def _print_mutants(console: Terminal, outcome: Outcome, shown: int) -> None:
    console.print(_mutants(outcome.mutants))
    same = [mutant.why for tally in outcome.mutants for mutant in tally.of(Fate.EQUIVALENT)]
    for why, number in Counter(same).most_common():
        console.print(f"{counted(number, 'mutant')} the same: {why}", soft_wrap=True)
    for mutant in outcome.survivors[:shown]:
        text = f"survived: {mutant.artefact}, {mutant.subject}, {mutant.place}: {mutant.change}"
        console.print(text, soft_wrap=True)
    if len(outcome.survivors) > shown:
        console.print(f"survived: {len(outcome.survivors) - shown:,} more")


def _mutants(tallies: Sequence[MutantTally]) -> Table:
    table = _with_numbers("mutants of", "made", "noticed", "the same", "survived")
    for artefact in dict.fromkeys(tally.artefact for tally in tallies):
        made = [mutant.fate for tally in tallies if tally.artefact == artefact for mutant in tally.mutants]
        numbers = (len(made), *(made.count(fate) for fate in Fate))
        table.add_row(artefact, *(f"{number:,}" for number in numbers))
    return table


def print_by_subject(outcome: Outcome, shown: int) -> None:
    """Print, for each engine, one row per request type or stage, and up to `shown` disagreements."""
    console = Terminal()
    for result in outcome.results:
        console.print(_subjects(result))
        for note in result.notes:
            console.print(note, soft_wrap=True)
    _print_disagreements(console, outcome, shown)


def _print_disagreements(console: Terminal, outcome: Outcome, shown: int) -> None:
    for result in outcome.results:
        for disagreement in result.disagreements[:shown]:
            console.print(_told(disagreement), soft_wrap=True)
        if len(result.disagreements) > shown:
            console.print(f"{result.engine}: {len(result.disagreements) - shown:,} more")
    numbers = [counted(outcome.vectors, "vector"), counted(len(outcome.disagreements), "disagreement")]
    if outcome.mutants:
        made = sum(len(tally.mutants) for tally in outcome.mutants)
        numbers += [counted(made, "mutant"), f"{len(outcome.survivors):,} survived"]
    console.print(", ".join(numbers))


def _subjects(result: Result) -> Table:
    table = _with_numbers(result.engine, "vectors", "agree", "disagree")
    for subject, tally in result.tallies.items():
        wrong = len(tally.disagreements)
        table.add_row(subject, *(f"{number:,}" for number in (tally.run, tally.run - wrong, wrong)))
    return table


def _with_numbers(first: str, *columns: str) -> Table:
    table = Table(first, box=None, pad_edge=False)
    for column in columns:
        table.add_column(column, justify="right")
    return table


def _table(outcome: Outcome) -> Table:
    table = _with_numbers("engine", "vectors", "agree", "declared losses", "disagree")
    for result in outcome.results:
        wrong = len(result.disagreements)
        numbers = (result.run, result.run - wrong, result.losses, wrong)
        table.add_row(result.engine, *(f"{number:,}" for number in numbers))
    for missing in outcome.missing:
        table.add_row(missing.name, "not run", "", "", "")
    return table


def _told(found: Disagreement) -> str:
    got = found.failure or refusals_text(found.got)
    vector = found.vector
    return f"{found.engine}: {vector.id} (rule {vector.rule}): expected {refusals_text(found.expected)}, got {got}"


def refusals_text(refusals: Iterable[Refusal]) -> str:
    """Return refusals as a phrase; none are an acceptance."""
    return ", ".join(f"{refusal.code} at {refusal.pointer}" for refusal in refusals) or "acceptance"
