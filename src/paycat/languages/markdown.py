"""Markdown (CommonMark 0.31 and the tables of GitHub): prose without markup of its own, and code."""

import re
import textwrap

from paycat.languages.source import Source, UnsuitableValueError
from paycat.languages.syntax import WIDTH

NAME = "markdown"

_MARKUP = re.compile(r"[\\`*\[\]<>|~]|&(?=[#A-Za-z])|(?<![^\W_])_|_(?![^\W_])")
_BLOCK = re.compile(r"(?<!\S)(?:[-+=:]+|#{1,6}|[0-9]{1,9}(?=[.)]))(?=[.)]?(?:\s|\Z))")
_BACKTICKS = re.compile("`+")
_BLOCKS = re.compile(
    r"^(?P<fence>`{3,})(?s:.*?)^(?P=fence)$|^(?!\s|[#|])(?P<item>- )?.+(?:\n(?!\s*(?:$|- |[#|]|```)).+)*", re.MULTILINE
)
"""Blocks of code, and paragraphs and items of lists with the lines that continue them."""


def source(text: str) -> Source:
    """Return a text that the caller made of prose and code as Markdown."""
    return Source(text, NAME)


def text(value: str) -> Source:
    """Return a text as prose in one line, in which nothing is markup, at the beginning of a line or within one."""
    line = _MARKUP.sub(lambda match: f"\\{match[0]}", " ".join(value.split()))
    return source(_BLOCK.sub(_without_block, line))


def _without_block(match: re.Match[str]) -> str:
    return f"{match[0]}\\" if match[0][0].isdigit() else f"\\{match[0]}"


def code(value: str, cell: bool = False) -> Source:
    """Return a text as code within a line, or within a cell of a table."""
    line = " ".join(value.split())
    ticks = "`" * (1 + max((len(backticks) for backticks in _BACKTICKS.findall(line)), default=0))
    padding = " " if line.startswith("`") or line.endswith("`") or not line else ""
    code_span = f"{ticks}{padding}{line}{padding}{ticks}"
    return source(code_span.replace("|", "\\|") if cell else code_span)


def row(*cells: str) -> str:
    """Return a row of a table, of cells that are Markdown; only a `|` in them is escaped."""
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def fenced(value: str, language: str = "") -> Source:
    """Return a text of several lines as a block of code, in a fence that is longer than any within.

    Raises UnsuitableValueError for a language that is no word.
    """
    if not re.fullmatch("[a-z]*", language):
        raise UnsuitableValueError("the language of a block of code is a word")
    ticks = "`" * max(3, 1 + max((len(backticks) for backticks in _BACKTICKS.findall(value)), default=0))
    return source(f"{ticks}{language}\n{value.rstrip()}\n{ticks}")


def fill(text: str, width: int = WIDTH) -> Source:
    """Return Markdown in which paragraphs and items of lists are wrapped to a width; other blocks stay as they are."""

    def wrapped(block: re.Match[str]) -> str:
        if block["fence"]:
            return block[0]
        indent = " " * len(block["item"] or "")
        line = " ".join(block[0].split())
        return textwrap.fill(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)

    return source(_BLOCKS.sub(wrapped, text))
