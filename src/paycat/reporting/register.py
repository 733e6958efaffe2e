"""The register of gaps as a table."""

from collections import Counter
from collections.abc import Iterable

from rich.table import Table
from rich.text import Text

from paycat.explaining.registers import STANDINGS, GapEntry
from paycat.terminal import Terminal

_NARROWEST = 140


def print_register(entries: Iterable[GapEntry]) -> None:
    """Print gaps, a row each: how it stands, what rests on it, and the question."""
    console = Terminal(narrowest=_NARROWEST)
    table = Table(box=None, pad_edge=False)
    for column in ("gap", "stands", "section", "decisions"):
        table.add_column(column, no_wrap=column != "decisions")
    for column in ("ask", "statements", "vectors"):
        table.add_column(column, justify="right")
    table.add_column("question", overflow="fold")
    for entry in entries:
        gap = entry.gap
        numbers = ("" if entry.rank is None else str(entry.rank), str(entry.statements), f"{entry.vectors:,}")
        cells = (gap.id, entry.standing, gap.section, " ".join(gap.decisions), *numbers, gap.question)
        table.add_row(*map(Text, cells))
    if table.row_count:
        console.print(table)


def summed_up(entries: Iterable[GapEntry]) -> str:
    """Return in one line how many gaps stand how."""
    counts = Counter(entry.standing for entry in entries)
    return f"{sum(counts.values())} gaps: " + ", ".join(f"{counts[standing]} {standing}" for standing in STANDINGS)
