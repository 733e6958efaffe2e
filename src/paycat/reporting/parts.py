"""Parts that several reports have: of documents for programs, and Markdown that shows exactly a text."""

import html
import re
from typing import Annotated, Any

from pydantic import BeforeValidator, ConfigDict, Field

from paycat.catalogue.statement import Value
from paycat.changes.describing import exact
from paycat.languages import markdown
from paycat.text.characters import printable

KEPT = "\n\t"
"""Characters that are not printable, but allowed in every format."""

Text = Annotated[str, BeforeValidator(lambda text: printable(text, KEPT))]
MaybeLine = Annotated[Annotated[int, Field(ge=1)] | None, BeforeValidator(lambda line: line or None)]
"""A line or column of a location, whose 0 means none."""
_MARKUP = re.compile(r"[\\`*_\[\]~!$]")
_PINGS = re.compile(r"@(?=\w)|#(?=\d)")
_APART = "\u200b"
"""A space without width: the one thing that keeps GitHub from mentioning somebody outside of code."""


class Shown(Value):
    """A part of a document; it may be made of an object whose attributes have the same names."""

    model_config = ConfigDict(from_attributes=True, json_schema_serialization_defaults_required=True)


class Where(Shown):
    """A place in a file."""

    path: Text = Field(description="File, relative to the project; a file that was named, as it was named.")
    line: MaybeLine = Field(description="Line, counted from 1; null for the whole file.")
    column: MaybeLine = Field(description="Column, counted from 1 in characters; null for the whole line or file.")


def plain(text: str) -> str:
    """Return text as it is, in prose."""
    return _unpinged(html.escape(_MARKUP.sub(r"\\\g<0>", printable(text)), quote=False))


def code(text: str) -> str:
    """Return text as a code span."""
    return str(markdown.code(printable(text)))


def folded(title: str, body: str = "") -> str:
    """Return what opens a part that is folded, and its body."""
    return f"<details>\n<summary>{_unpinged(html.escape(printable(title)))}</summary>\n\n{body}"


def json_block(value: Any) -> str:
    """Return a value as a block of code."""
    return f"```json\n{exact(value, indent=2)}\n```\n"


def sentence(text: str) -> str:
    """Return text with a capital."""
    return text[:1].upper() + text[1:]


def _unpinged(text: str) -> str:
    """Return text that mentions nobody and refers to no issue."""
    return _PINGS.sub(rf"\g<0>{_APART}", text)
