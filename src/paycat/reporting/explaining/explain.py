"""Explains every item that has a name, and prints its page; what paycat itself has names for needs no project."""

import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain

from paycat.reporting.explaining import registers, requests, statements, tool
from paycat.reporting.explaining.explanation import Explanation, Named
from paycat.reporting.explaining.project import Project
from paycat.reporting.explaining.registers import GapEntry
from paycat.reporting.terminal import Column, Terminal
from paycat.text.near_names import near_name

_ALIKE = 0.8
_NUMBER = re.compile("[0-9]+")

OF_PROJECTS: tuple[Callable[[Project], Named], ...] = (
    registers.named,
    requests.named,
    statements.named,
    registers.numbers_named,
)
_NARROWEST = 100
_NARROWEST_TABLE = 140
_COLUMNS: Mapping[str, Column] = {
    **dict.fromkeys(("gap", "state", "section"), "word"),
    "decisions": "text",
    **dict.fromkeys(("ask", "statements", "vectors"), "number"),
    "question": "text",
}
_INDENT = 13
_MOST = 8


class UnknownWordError(Exception):
    """No item has the name; the text suggests the one that was most likely meant."""


def explain_finding(word: str) -> tuple[Explanation, ...]:
    """Return the pages of everything that paycat itself calls so: rules, findings, change types, keys and others."""
    return _explained(word, tool.named())


def explain(word: str, project: Project) -> tuple[Explanation, ...]:
    """Return the pages of everything that has a name. Raises UnknownWordError."""
    explanations = _explained(word, named(project))
    if not explanations:
        # What was meant differs in letters, but in no number.
        guess = near_name(word, {name for name, _ in named(project)}, _ALIKE)
        is_near = guess is not None and _NUMBER.findall(word) == _NUMBER.findall(guess)
        hint = f"; did you mean {guess!r}?" if is_near else ""
        raise UnknownWordError(f"No item has the id or name {word!r}{hint}")
    return explanations


def named(project: Project) -> Named:
    """Return everything that has a name, by its names."""
    return chain(*(maker(project) for maker in OF_PROJECTS), tool.named())


def _explained(word: str, named_makers: Named) -> tuple[Explanation, ...]:
    return tuple(dict.fromkeys(maker() for name, maker in named_makers if name == word))


def print_explanation(explanation: Explanation) -> None:
    """Print a heading, and each section with its name at the left; indented lines such as examples are not wrapped."""
    console = Terminal()
    width = console.width if console.is_terminal else _NARROWEST
    console.print(explanation.heading, style="bold", soft_wrap=True)
    for name, lines in _sections(explanation).items():
        label = name
        for line in lines:
            for row in _wrapped(line, max(width - _INDENT, 40)):
                console.print(f"{label:<{_INDENT}}{row}".rstrip(), soft_wrap=True)
                label = ""


def _sections(explanation: Explanation) -> dict[str, tuple[str, ...]]:
    """Return the lines of each section by its name for people; of long lists the first lines, and how many follow."""
    return {
        "what": explanation.what,
        "defined at": _shortened(explanation.defined),
        "used at": _shortened(explanation.used),
        "why": explanation.why,
        "contained in": _shortened(explanation.carried),
        "example": explanation.example,
        "fix": explanation.fix,
    }


def _shortened(section_lines: Sequence[object]) -> tuple[str, ...]:
    if len(section_lines) <= _MOST + 1:
        return tuple(map(str, section_lines))
    return (*map(str, section_lines[:_MOST]), f"... and {len(section_lines) - _MOST} more")


def _wrapped(line: str, width: int) -> list[str]:
    if line.startswith("    ") or not line.strip():
        return [line]
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.wrap(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def print_register(gap_entries: Iterable[GapEntry]) -> None:
    """Print a row for each gap: its state, its decisions, how much depends on them, and the question."""
    if rows := list(map(_row, gap_entries)):
        Terminal(narrowest_width=_NARROWEST_TABLE).print_table(_COLUMNS, rows)


def _row(gap_entry: GapEntry) -> tuple[str | int, ...]:
    gap, ask = gap_entry.gap, "" if gap_entry.ask is None else gap_entry.ask
    decisions = " ".join(gap.decisions)
    return gap.id, gap_entry.state, gap.section, decisions, ask, gap_entry.statements, gap_entry.vectors, gap.question
