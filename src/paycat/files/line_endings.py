"""Line endings: paycat reads all of them and writes line feeds, and git makes others of them on Windows."""

from collections.abc import Sequence

from paycat.diagnostics import Diagnostic, Span
from paycat.text.counting import counted

_NAMED = 3


def with_line_feeds(text: str) -> str:
    """Return a text whose lines end in a line feed, whatever they end in."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def line_endings_findings(paths: Sequence[str], correction: str) -> list[Diagnostic]:
    """Return the one finding of all files whose lines end otherwise, and what corrects that; none without a file."""
    remainder = f" and {len(paths) - _NAMED} more" if paths[_NAMED:] else ""
    names = ", ".join(paths[:_NAMED])
    message = f"line endings other than LF are in {counted(len(paths), 'file')}: {names}{remainder}"
    help = f"write `* text=auto eol=lf` into .gitattributes, and {correction}"
    return [Diagnostic("line-endings", Span(path), message, help) for path in paths[:1]]
