"""Conformance results as tables in the terminal."""

from collections import Counter
from collections.abc import Iterable

from rich.table import Table

from paycat.conformance.outcome import Fate, Outcome
from paycat.counting import counted
from paycat.reporting.conformance.document import disagreements_of
from paycat.terminal import Terminal


def print_outcome(outcome: Outcome, shown: int) -> None:
    """Print one row per engine, the declared losses, the mutants, and up to `shown` disagreements of each engine."""
    console = Terminal()
    table = _with_numbers("engine", "vectors", "agree", "declared losses", "disagree")
    for result in outcome.results:
        wrong = len(result.disagreements)
        _add(table, result.engine, result.run, result.run - wrong, result.losses, wrong)
    for missing in outcome.missing:
        table.add_row(missing.name, "not run", "", "", "")
    console.print(table)
    lines = [f"loss of {loss.artefact}: {loss.keyword}. {loss.why}" for loss in outcome.contract.losses]
    lines += [f"engine {one.name} was not run: {one.why}; {one.remedy}" for one in outcome.missing]
    _print_lines(console, lines)
    if outcome.mutants:
        _print_mutants(console, outcome, shown)
    _print_disagreements(console, outcome, shown)


def print_by_subject(outcome: Outcome, shown: int) -> None:
    """Print, for each engine, one row per request type or stage, and up to `shown` disagreements."""
    console = Terminal()
    for result in outcome.results:
        table = _with_numbers(result.engine, "vectors", "agree", "disagree")
        for subject, tally in result.tallies.items():
            wrong = len(tally.disagreements)
            _add(table, subject, tally.run, tally.run - wrong, wrong)
        console.print(table)
        _print_lines(console, result.notes)
    _print_disagreements(console, outcome, shown)


def _print_mutants(console: Terminal, outcome: Outcome, shown: int) -> None:
    table = _with_numbers("mutants of", "made", "noticed", "the same", "survived")
    for artefact in dict.fromkeys(tally.artefact for tally in outcome.mutants):
        made = [mutant.fate for tally in outcome.mutants if tally.artefact == artefact for mutant in tally.mutants]
        _add(table, artefact, len(made), *(made.count(fate) for fate in Fate))
    console.print(table)
    same = Counter(mutant.why for tally in outcome.mutants for mutant in tally.of(Fate.EQUIVALENT))
    lines = [f"{counted(number, 'mutant')} the same: {why}" for why, number in same.most_common()]
    lines += [
        f"survived: {one.artefact}, {one.subject}, {one.place}: {one.change}" for one in outcome.survivors[:shown]
    ]
    if len(outcome.survivors) > shown:
        lines.append(f"survived: {len(outcome.survivors) - shown:,} more")
    _print_lines(console, lines)


def _print_disagreements(console: Terminal, outcome: Outcome, shown: int) -> None:
    for result in outcome.results:
        _print_lines(console, (f"{one.engine}: {one}" for one in disagreements_of(result)[:shown]))
        if len(result.disagreements) > shown:
            console.print(f"{result.engine}: {len(result.disagreements) - shown:,} more")
    numbers = [counted(outcome.vectors, "vector"), counted(len(outcome.disagreements), "disagreement")]
    if outcome.mutants:
        made = sum(len(tally.mutants) for tally in outcome.mutants)
        numbers += [counted(made, "mutant"), f"{len(outcome.survivors):,} survived"]
    console.print(", ".join(numbers))


def _print_lines(console: Terminal, lines: Iterable[str]) -> None:
    for line in lines:
        console.print(line, soft_wrap=True)


def _with_numbers(first: str, *columns: str) -> Table:
    table = Table(first, box=None, pad_edge=False)
    for column in columns:
        table.add_column(column, justify="right")
    return table


def _add(table: Table, name: str, *numbers: int) -> None:
    table.add_row(name, *(f"{number:,}" for number in numbers))
