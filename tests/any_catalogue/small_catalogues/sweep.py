"""Random limits of numbers, and what they say of a number by fractions alone: nothing of paycat is asked."""

import random
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import lcm
from typing import Any

SEED, FIELDS = 13, 250
_DIGITS = 15
_CARD_NUMBER = 12 * "0"  # In a sample a number as long as this may be a real one.

_BOUNDS = ("exclusive_minimum", "minimum", "maximum", "exclusive_maximum")
_END = (("exclusive_minimum", "minimum"), ("maximum", "exclusive_maximum"))


@dataclass(frozen=True)
class Limits:
    """The rules of one field, as a catalogue writes them."""

    exclusive_minimum: str | None
    maximum: str | None
    decimal_places: int | None
    minimum: str | None = None
    exclusive_maximum: str | None = None
    multiple_of: str | None = None

    def violation(self, number: str) -> str | None:
        """Return the code with which the rules reject a number, or None."""
        value, bounds = Fraction(number), self.bounds()
        if "exclusive_minimum" in bounds and value <= bounds["exclusive_minimum"]:
            return "exclusive_minimum"
        if "minimum" in bounds and value < bounds["minimum"]:
            return "minimum"
        if "maximum" in bounds and value > bounds["maximum"]:
            return "maximum"
        if "exclusive_maximum" in bounds and value >= bounds["exclusive_maximum"]:
            return "exclusive_maximum"
        step = self.step()
        if step is None or (value / step).denominator == 1:
            return None
        return "amount_precision" if step == self._of_places() else "multiple_of"

    def bounds(self) -> dict[str, Fraction]:
        """Return the bounds that count: of two at one end the stricter one, or the one that leaves itself out."""
        stated = {name: Fraction(bound) for name in _BOUNDS if (bound := getattr(self, name)) is not None}
        for including, excluding, sign in (("minimum", "exclusive_minimum", 1), ("maximum", "exclusive_maximum", -1)):
            if including in stated and excluding in stated:
                looser = excluding if sign * stated[including] > sign * stated[excluding] else including
                del stated[looser]
        return stated

    def step(self) -> Fraction | None:
        """Return the smallest number of which all that are accepted are multiples, or None."""
        steps = [one for one in (self._of_places(), self.multiple_of and Fraction(self.multiple_of)) if one]
        if len(steps) < 2:
            return steps[0] if steps else None
        finest = lcm(*(one.denominator for one in steps))
        return Fraction(lcm(*(int(one * finest) for one in steps)), finest)

    def is_exact(self) -> bool:
        """Tell whether no number of more than 15 digits keeps the rules; without a step, such numbers are too fine."""
        step, bounds = self.step(), self.bounds()
        if step is None:
            return True
        places = next(one for one in range(_DIGITS) if (step * 10**one).denominator == 1)
        ends = [{"exclusive_minimum", "minimum"} & set(bounds), {"maximum", "exclusive_maximum"} & set(bounds)]
        return all(ends) and all(abs(bound) <= Fraction(10**_DIGITS, 10**places) for bound in bounds.values())

    def is_lost(self, code: str | None) -> bool:
        """Tell whether JSON Schema does not say the rule that has a code."""
        step = self.step()
        return code in ("amount_precision", "multiple_of") and step is not None and step.denominator != 1

    def _of_places(self) -> Fraction | None:
        return None if self.decimal_places is None else Fraction(1, 10**self.decimal_places)

    def statement(self) -> dict[str, Any]:
        """Return the field type as data; a bound is a float of which the shortest form is the bound."""
        names = (*_BOUNDS, "multiple_of")
        stated: dict[str, Any] = {name: float(bound) for name in names if (bound := getattr(self, name)) is not None}
        if self.decimal_places is not None:
            stated["decimal_places"] = {"value": self.decimal_places, "code": "amount_precision"}
        return {"shape": "decimal", "meaning": "A number.", "source": "§2.1", **stated}

    def edges(self) -> list[str]:
        """Return the numbers around each bound, and between the bounds, that have 15 digits at most."""
        finest = 2 if self.decimal_places is None else self.decimal_places
        steps = [Decimal(1).scaleb(-locations) for locations in (finest, finest + 1, 0)]
        bounds = [Decimal(bound) for name in _BOUNDS if (bound := getattr(self, name)) is not None]
        near = [bound + sign * step for bound in bounds for step in steps for sign in (-1, 0, 1)]
        near += [sum(bounds, Decimal(0)) / 2, Decimal(0), Decimal(1)]
        if self.multiple_of is not None:
            step = Decimal((self.step() or 1).numerator) / (self.step() or 1).denominator
            near += [(bound // step + more) * step for bound in (*bounds, Decimal(0)) for more in (-1, 0, 1, 2)]
            near += [step / 2, step * 3 / 2]
        texts = dict.fromkeys(f"{number:f}" for number in near)
        return [text for text in texts if len(Decimal(text).normalize().as_tuple().digits) <= _DIGITS]

    def accepted(self) -> str | None:
        """Return a short number that the rules accept, if there is one among the edges."""
        return min((text for text in self.edges() if self.violation(text) is None), key=len, default=None)


def random_limits() -> list[Limits]:
    """Return the limits of all fields; each accepts a number."""
    source, found = random.Random(SEED), dict.fromkeys(KNOWN)
    while len(found) < FIELDS:
        limits = _limits(source)
        if limits.is_exact() and len(limits.accepted() or _CARD_NUMBER) < len(_CARD_NUMBER):
            found[limits] = None
    return list(found)


def _limits(source: random.Random) -> Limits:
    locations = source.choice([0, 0, 1, 2, 2, 2, 3, 4, None])
    low = _number(source) if source.random() < 0.9 else None
    high = None
    if source.random() < 0.9:
        step = Decimal(1).scaleb(-(2 if locations is None else locations))
        width = source.choice([step, step / 10, 2 * step, abs(_number(source)), Decimal(9999999999999)])
        high = (low or Decimal(0)) + width
        high = high if len(high.normalize().as_tuple().digits) <= _DIGITS else None
    texts = [None if bound is None else f"{bound:f}" for bound in (low, high)]
    ends = {_END[0][source.random() < 0.3]: texts[0], _END[1][source.random() < 0.3]: texts[1]}
    if source.random() < 0.1:  # A second bound at the same end.
        ends = {name: ends.get(name) or f"{_number(source):f}" for name in _BOUNDS}
    step = source.choice(["5", "2.5", "0.25", "0.5", "3", "100"]) if source.random() < 0.3 else None
    return Limits(**{"exclusive_minimum": None, "maximum": None, **ends}, decimal_places=locations, multiple_of=step)


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
    Limits("0", "999999999999.999", 3),
    Limits("-10000000000000", "10000000000000", 2),
    Limits("9999999999999.98", "9999999999999.99", 2),
    Limits("-0.01", "0.01", 2),
    Limits("0", "0.00001", 5),
    Limits("0", "9999999999999.99", 0, multiple_of="5"),
    Limits("0", "9999999999999.99", 0, multiple_of="0.5"),
    Limits("0", "9999999999999.99", 0, multiple_of="2.5"),
    Limits("0", "9999999999999.99", None, multiple_of="0.25"),
    Limits("4.995", "1000", 2, minimum="5", exclusive_maximum="1000"),
    Limits(None, "10", 2, minimum="10"),
)
"""Limits that were wrong once, and some at the ends of the domain."""
