"""Parts of the documents that commands print for programs."""

from typing import Annotated

from pydantic import BeforeValidator, ConfigDict, Field

from paycat.catalogue.statement import Value
from paycat.text.characters import printable

KEPT = "\n\t"
"""Characters that are not printable, but allowed in every format."""

Text = Annotated[str, BeforeValidator(lambda text: printable(text, KEPT))]
MaybeLine = Annotated[Annotated[int, Field(ge=1)] | None, BeforeValidator(lambda line: line or None)]
"""A line or column of a location, whose 0 means none."""


class Shown(Value):
    """A part of a document; it may be made of an object whose attributes have the same names."""

    model_config = ConfigDict(from_attributes=True, json_schema_serialization_defaults_required=True)


class Where(Shown):
    """A place in a file."""

    path: Text = Field(description="File, relative to the project; a file that was named, as it was named.")
    line: MaybeLine = Field(description="Line, counted from 1; null for the whole file.")
    column: MaybeLine = Field(description="Column, counted from 1 in characters; null for the whole line or file.")
