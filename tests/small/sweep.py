"""Random limits of numbers, and what they say of a number by fractions alone: nothing of paycat is asked."""

import random
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

SEED, FIELDS = 13, 200
_DIGITS = 15
_CARD_NUMBER = 12 * "0"  # In a sample a number as long as this may be a real one.


@dataclass(frozen=True)
class Limits:
    """The rules of one field, as a catalogue writes them."""

    exclusive_minimum: str | None
    maximum: str | None
    decimal_places: int | None

    def refusal(self, number: str) -> str | None:
        """Return the code with which the rules refuse a number, or None."""
        value = Fraction(number)
        if self.exclusive_minimum is not None and value <= Fraction(self.exclusive_minimum):
            return "exclusive_minimum"
        if self.maximum is not None and value > Fraction(self.maximum):
            return "maximum"
        if self.decimal_places is not None and (value * 10**self.decimal_places).denominator != 1:
            return "amount_precision"
        return None

    def statement(self) -> dict[str, Any]:
        """Return the field type as data; a bound is a float of which the shortest form is the bound."""
        bounds = {"exclusive_minimum": self.exclusive_minimum, "maximum": self.maximum}
        stated: dict[str, Any] = {name: float(bound) for name, bound in bounds.items() if bound is not None}
        if self.decimal_places is not None:
            stated["decimal_places"] = {"value": self.decimal_places, "code": "amount_precision"}
        return {"json": "number", "meaning": "A number.", "source": "§2.1", **stated}

    def edges(self) -> list[str]:
        """Return the numbers around each bound, and between the bounds, that have 15 digits at most."""
        finest = 2 if self.decimal_places is None else self.decimal_places
        steps = [Decimal(1).scaleb(-places) for places in (finest, finest + 1, 0)]
        bounds = [Decimal(bound) for bound in (self.exclusive_minimum, self.maximum) if bound is not None]
        near = [bound + sign * step for bound in bounds for step in steps for sign in (-1, 0, 1)]
        near += [sum(bounds, Decimal(0)) / 2, Decimal(0), Decimal(1)]
        texts = dict.fromkeys(f"{number:f}" for number in near)
        return [text for text in texts if len(Decimal(text).normalize().as_tuple().digits) <= _DIGITS]

    def accepted(self) -> str | None:
        """Return a short number that the rules accept, if there is one among the edges."""
        return min((text for text in self.edges() if self.refusal(text) is None), key=len, default=None)


def random_limits() -> list[Limits]:
    """Return the limits of all fields; each accepts a number."""
    source, found = random.Random(SEED), dict.fromkeys(KNOWN)
    while len(found) < FIELDS:
        limits = _limits(source)
        if len(limits.accepted() or _CARD_NUMBER) < len(_CARD_NUMBER):
            found[limits] = None
    return list(found)


def _limits(source: random.Random) -> Limits:
    places = source.choice([0, 0, 1, 2, 2, 2, 3, 4, None])
    low = _number(source) if source.random() < 0.9 else None
    high = None
    if source.random() < 0.9:
        step = Decimal(1).scaleb(-(2 if places is None else places))
        width = source.choice([step, step / 10, 2 * step, abs(_number(source)), Decimal(9999999999999)])
        high = (low or Decimal(0)) + width
        high = high if len(high.normalize().as_tuple().digits) <= _DIGITS else None
    return Limits(*(None if bound is None else f"{bound:f}" for bound in (low, high)), places)


def _number(source: random.Random) -> Decimal:
    digits = source.choice([1, 2, 3, 4, 6, 9, 13])
    number = Decimal(source.randrange(10**digits)).scaleb(-source.choice([0, 1, 2, 2, 3]))
    return -number if source.random() < 0.1 else number


KNOWN = (
    Limits("0", "1234.56", 2),
    Limits("0.09", "9999999999999.99", 2),
    Limits("5", "9999999999999.99", 2),
    Limits("9.99", "10", 0),
    Limits("9.98", "9.99", 2),
    Limits("0.095", "1234.567", 2),
    Limits("0", "999999999.99", 0),
    Limits("0", "999999999999999", 3),
    Limits("9999999999999.98", "9999999999999.99", 2),
    Limits("-0.01", "0.01", 2),
    Limits("0", "0.00001", 5),
)
"""Limits that were wrong once, and some at the ends of the domain."""
