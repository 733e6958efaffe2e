"""The shapes of values by the names that a catalogue gives them: the JSON type of each, and what each implies."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from paycat.shapes.decimals import LARGEST
from paycat.shapes.json_types import JsonTypeName

ShapeName = Literal["text", "decimal", "integer", "boolean", "choice", "date", "date_time", "object", "list"]


@dataclass(frozen=True, slots=True)
class Shape:
    """What a value looks like. `implied` are the bounds of constraints that every value of the shape keeps."""

    name: ShapeName
    json_type: JsonTypeName
    description: str
    implied: Mapping[str, str | int] = field(default_factory=dict)


SHAPES: Mapping[str, Shape] = {
    one.name: one
    for one in (
        Shape("text", "string", "Text, also for numbers whose leading zeros count."),
        Shape("decimal", "number", "A number that may have a fraction, read exactly."),
        Shape("integer", "integer", "A whole number of at most 15 digits.", {"minimum": -LARGEST, "maximum": LARGEST}),
        Shape("boolean", "boolean", "True or false."),
        Shape("choice", "string", "One of a few texts, which `values` lists."),
        Shape("date", "string", "A day, such as 2026-01-31.", {"format": "date"}),
        Shape(
            "date_time",
            "string",
            "A moment with its offset from UTC, such as 2026-01-31T09:30:00Z.",
            {"format": "date-time"},
        ),
        Shape("object", "object", "An object with members of the sender's own."),
        Shape("list", "array", "A list of values, each of the type that `of` names."),
    )
}
"""The shapes by name."""
