"""How a catalogue states constraints: the key of YAML, the form of its value, and the bounds that follow from it."""

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
    """What a value of a statement may refer to: facts of the method and its currency, and the statements beside it.

    `known` has the method's facts by the name that YAML gives them; `exponent` is the currency's. Both are None where
    a value belongs to no method: a reference to a fact of a method then results in no bound.
    """

    known: Mapping[str, str] | None
    exponent: int | None
    stated: Mapping[str, Any]


NO_METHOD = Surroundings(None, None, {})


@dataclass(frozen=True, slots=True)
class Statement:
    """A key of YAML for values of some shapes.

    `bounds_of` makes the bounds by keyword; without it, the stated value is the bound of the constraint of this name.
    `with_reason_of` is the key whose reason the bounds have, too. A statement that is `alone` overrides all others,
    and one that gives way says nothing beside the key that it names in `unless`.
    """

    key: str
    form: Form
    shapes: tuple[ShapeName, ...]
    description: str
    bounds_of: Callable[[Any, Surroundings], Mapping[str, Bound]] | None = None
    examples: tuple[Any, ...] = ()
    with_reason_of: str = ""
    unless: str = ""
    alone: bool = False

    def bounds(self, value: Any, around: Surroundings) -> Mapping[str, Bound]:
        """Return the bounds that a stated value results in, by keyword."""
        return self.bounds_of(value, around) if self.bounds_of else {self.key: value}
