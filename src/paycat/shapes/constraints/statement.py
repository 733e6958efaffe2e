"""How a catalogue states constraints: the key of YAML, the form of its value, and the bounds that it gives."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from paycat.shapes.named import ShapeName

Bound = bool | str | int | Decimal | tuple[str, ...]
Form = Literal["text", "number", "step", "places", "span", "count", "flag", "choices"]
"""A text, a number, one above 0, a digit or `currency`, two counts such as 1..20, a count, true, or named values."""

NUMBERS: tuple[ShapeName, ...] = ("decimal", "integer")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a value of a statement may stand for: facts of the method and its currency, and the statements beside it.

    `known` has the method's facts by the name that YAML gives them; `exponent` is the currency's. Both are None where
    a value belongs to no method: what stands for a fact of a method then gives no bound.
    """

    known: Mapping[str, str] | None
    exponent: int | None
    stated: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Statement:
    """A key of YAML. `bounds` gives the bounds by keyword; `with_reason_of` is the key whose reason it rests on, too.

    `shapes` are those that it applies to. A statement that is `alone` leaves no other one to say anything, and one that
    gives way says nothing beside the key that it names in `unless`.
    """

    key: str
    form: Form
    shapes: tuple[ShapeName, ...]
    description: str
    bounds: Callable[[Any, Surroundings], Mapping[str, Bound]]
    examples: tuple[Any, ...] = ()
    with_reason_of: str = ""
    unless: str = ""
    alone: bool = False


NO_METHOD = Surroundings(None, None, {})


def plainly(keyword: str) -> Callable[[Any, Surroundings], Mapping[str, Bound]]:
    """Return what gives the stated value itself as the bound of one constraint."""
    return lambda value, _: {keyword: value}


def as_span(least: str, most: str) -> Callable[[Any, Surroundings], Mapping[str, Bound]]:
    """Return what gives the two ends of a span as bounds; an end that is open, or 0 at least, bounds nothing."""

    def bounds(value: Any, _: Surroundings) -> Mapping[str, Bound]:
        low, high = value
        return {**({least: low} if low else {}), **({} if high is None else {most: high})}

    return bounds
