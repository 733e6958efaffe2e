"""The one finding type, of loading, checking, drift and conformance."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from paycat.text.characters import in_latin, odd_character
from paycat.text.near_names import near_name


class Severity(StrEnum):
    """How much a finding matters: an error fails the command, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


SHIPPED = "paycat/defaults/"
"""The folder of what comes with paycat for a catalogue that does not state it."""
_WITH_LINE = re.compile(r"(.+):([0-9]+):([0-9]+)", re.DOTALL)


class Span(NamedTuple):  # Each node has one: a dataclass takes twice as long to make.
    """A place in a file: path relative to the project, line and column counted from 1 (0 = the whole file)."""

    path: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}" if self.line else self.path

    @property
    def is_shipped(self) -> bool:
        """Whether the place is in a file that comes with paycat, and in none of the project."""
        return self.path.startswith(SHIPPED)

    @classmethod
    def of(cls, span_text: str) -> "Span":
        """Return the place that a text names as `str` writes it: a file alone, where it has no line and column."""
        path, line, column = match.groups() if (match := _WITH_LINE.fullmatch(span_text)) else (span_text, 0, 0)
        return cls(path, int(line), int(column))


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: a stable code, where it is, what is wrong and, if known, what to do.

    A finding in a generated file names as `cause` the line of the catalogue that causes it, where one is known. A rule
    names in `rests_on` what must be right for it beside the statement at `span`: places, and files of the catalogue.
    """

    code: str
    span: Span
    message: str
    help: str = ""
    severity: Severity = Severity.ERROR
    cause: Span | None = None
    rests_on: tuple[Span | str, ...] = ()


class FindingsError(Exception):
    """The work cannot continue; `diagnostics` (never empty) are the reasons. Caught once, in the command line."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = arranged(diagnostics)
        super().__init__("; ".join(f"{finding.span} {finding.message}" for finding in self.diagnostics))


class UnknownNameError(FindingsError):
    """Nothing has a name of the command line."""


def arranged(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the findings without repeats, by path, line, column, code and message."""
    return tuple(sorted(set(diagnostics), key=lambda finding: (finding.span, finding.code, finding.message)))


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Return whether any finding is an error."""
    return any(finding.severity is Severity.ERROR for finding in diagnostics)


def did_you_mean(word: str, known_names: Iterable[str], most_words: int = 12) -> str:
    """Return "did you mean 'x'?" for a known word that is near, the list of at most so many words, or nothing."""
    words = sorted({*known_names})
    if near_word := near_name(in_latin(word), words):
        oddity = "" if word.isascii() or not near_word.isascii() else f" (it has {odd_character(word)})"
        return f"did you mean {near_word!r}?{oddity}"
    if 0 < len(words) <= most_words:
        return f"known: {', '.join(words)}"
    return ""
