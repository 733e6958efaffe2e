"""Markdown that shows exactly a text: nothing in it is markup, a mention or the end of a table cell."""

import html
import re
from typing import Any

from paycat.changes.describing import exact
from paycat.languages import markdown
from paycat.text.characters import printable

_MARKUP = re.compile(r"[\\`*_\[\]~!$]")
_PINGS = re.compile(r"@(?=\w)|#(?=\d)")
_APART = "\u200b"
"""A space without width: the one thing that keeps GitHub from mentioning somebody outside of code."""


def plain(text: str) -> str:
    """Return text as it is, in prose."""
    return unpinged(html.escape(_MARKUP.sub(r"\\\g<0>", printable(text)), quote=False))


def unpinged(text: str) -> str:
    """Return text that mentions nobody and refers to no issue."""
    return _PINGS.sub(rf"\g<0>{_APART}", text)


def code(text: str) -> str:
    """Return text as a code span."""
    return str(markdown.code(printable(text)))


def folded(title: str, body: str = "") -> str:
    """Return what opens a part that is folded, and its body."""
    return f"<details>\n<summary>{unpinged(html.escape(printable(title)))}</summary>\n\n{body}"


def json_block(value: Any) -> str:
    """Return a value as a block of code."""
    return f"```json\n{exact(value, indent=2)}\n```\n"


def sentence(text: str) -> str:
    """Return text with a capital."""
    return text[:1].upper() + text[1:]
