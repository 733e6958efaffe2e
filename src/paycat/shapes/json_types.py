"""The JSON types of values, and the shapes that a catalogue gives them by name."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal

from paycat.shapes.decimals import LARGEST, as_decimal

JsonTypeName = Literal["string", "number", "integer", "boolean", "object", "array"]
Named = tuple[str, Any]
"""A value, and its name among the others."""


@dataclass(frozen=True, slots=True)
class JsonType:
    """A JSON type. `title` names it in tables; `noun` follows "must be": "a number".

    `foreign` are values of other types, all but null; `examples` are values of the type that show what it lets through.
    """

    name: JsonTypeName | Literal["any"]
    title: str
    noun: str
    holds: Callable[[Any], bool]
    """Whether a value is of the type."""
    foreign: tuple[Named, ...]
    examples: tuple[Named, ...] = ()

    def foreign_to(self, value: Any) -> Iterator[Named]:
        """Return values of other types; some are made of a value of this type."""
        yield from self.foreign
        if self.name in ("number", "integer"):
            yield "string", str(value)
        if self.name == "integer":
            yield "fraction", value + 0.5
        if self.name == "string" and value.isdecimal():
            yield "its_digits", int(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def _is_integer(value: Any) -> bool:
    if not _is_number(value):
        return False
    number = as_decimal(value)
    return number.is_finite() and number == number.to_integral_value()


_OF_NUMBERS: tuple[Named, ...] = (("true", True), ("false", False), ("array", []), ("object", {}))
_OF_TEXTS: tuple[Named, ...] = (("number", 1), ("boolean", True), ("array", []), ("object", {}))
_OF_BOOLEANS: tuple[Named, ...] = (("zero", 0), ("one", 1), ("string", "true"), ("array", []), ("object", {}))
_PLAIN: tuple[Named, ...] = (("string", "x"), ("number", 1), ("boolean", True))
_OBJECTS: tuple[Named, ...] = (
    ("empty", {}),
    ("any_values", {"": None, "a": [1, {"b": [None, True, -0.5]}], "é\n": "\u0001😀"}),
)


def _is_a(python_type: type) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, python_type)


_TYPES = (
    JsonType("string", "text", "text", _is_a(str), _OF_TEXTS),
    JsonType("number", "number", "a number", _is_number, _OF_NUMBERS),
    JsonType("integer", "whole number", "a whole number", _is_integer, _OF_NUMBERS),
    JsonType("boolean", "true or false", "true or false", _is_a(bool), _OF_BOOLEANS, _OF_NUMBERS[:2]),
    JsonType("object", "object", "an object", _is_a(dict), (*_PLAIN, ("array", [])), _OBJECTS),
    JsonType("array", "list", "a list", _is_a(list), (*_PLAIN, ("object", {}))),
    JsonType("any", "any value", "a value", lambda _: True, ()),
)
JSON_TYPES: Mapping[str, JsonType] = {json_type.name: json_type for json_type in _TYPES}
"""The JSON types by name."""


ShapeName = Literal[
    "text", "decimal", "decimal_text", "integer", "boolean", "choice", "date", "date_time", "object", "list"
]


@dataclass(frozen=True, slots=True)
class Shape:
    """What a value looks like. `implied` are the bounds of constraints that every value of the shape keeps."""

    name: ShapeName
    json_type: JsonTypeName
    description: str
    implied: Mapping[str, str | int] = field(default_factory=dict)


SHAPES: Mapping[str, Shape] = {
    shape.name: shape
    for shape in (
        Shape("text", "string", "Text, also for numbers whose leading zeros count."),
        Shape("decimal", "number", "A number that may have a fraction, read exactly."),
        Shape(
            "decimal_text",
            "string",
            "A decimal number in a text, such as 12.50, exact at any length.",
            {"format": "decimal"},
        ),
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
