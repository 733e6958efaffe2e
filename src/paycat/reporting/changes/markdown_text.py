"""Text in, Markdown out that shows exactly this text: nothing in it is markup, a mention or the end of a table cell."""

import html
import re
from collections.abc import Iterable

from paycat.characters import printable

_MARKUP = re.compile(r"[\\`*_\[\]~!$]")
_PINGS = re.compile(r"@(?=\w)|#(?=\d)")
_APART = "\u200b"
"""A space without width: the one thing that keeps GitHub from mentioning somebody outside of code."""


def plain(text: str) -> str:
    """Return text as it is, in prose."""
    return unpinged(html.escape(_MARKUP.sub(r"\\\g<0>", printable(text)), quote=False))


def summary(text: str) -> str:
    """Return text as it is, within an HTML element."""
    return unpinged(html.escape(printable(text)))


def unpinged(text: str) -> str:
    """Return text that mentions nobody and refers to no issue."""
    return _PINGS.sub(rf"\g<0>{_APART}", text)


def code(text: str) -> str:
    """Return text as a code span."""
    shown = printable(text) or " "
    fence = "`" * (max((len(run) for run in re.findall("`+", shown)), default=0) + 1)
    pad = " " if shown[0] == "`" or shown[-1] == "`" or (shown[0] == shown[-1] == " " and shown.strip()) else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


def row(cells: Iterable[str]) -> str:
    """Return Markdown as a row of a table."""
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |\n"
