"""What is known of a thing, and the register of gaps, in the terminal."""

import textwrap
from collections.abc import Iterable

from rich.table import Table
from rich.text import Text

from paycat.explaining.explanation import Explanation
from paycat.explaining.registers import GapEntry
from paycat.terminal import Terminal

_NARROWEST = 100
_NARROWEST_TABLE = 140
_INDENT = 13


def print_explanation(explanation: Explanation) -> None:
    """Print a heading, and each section with its name at the left; indented lines such as examples are not wrapped."""
    console = Terminal()
    width = console.width if console.is_terminal else _NARROWEST
    console.print(explanation.heading, style="bold", soft_wrap=True)
    for name, lines in explanation.sections().items():
        label = name
        for line in lines:
            for part in _wrapped(line, max(width - _INDENT, 40)):
                console.print(f"{label:<{_INDENT}}{part}".rstrip(), soft_wrap=True)
                label = ""


def _wrapped(line: str, width: int) -> list[str]:
    if line.startswith("    ") or not line.strip():
        return [line]
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.wrap(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def print_register(entries: Iterable[GapEntry]) -> None:
    """Print a row for each gap: its state, its decisions, how much depends on them, and the question."""
    table = Table(box=None, pad_edge=False)
    for column in ("gap", "state", "section", "decisions"):
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
        Terminal(narrowest=_NARROWEST_TABLE).print(table)
