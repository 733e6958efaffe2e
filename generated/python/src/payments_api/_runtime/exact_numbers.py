# Part of paycat's runtime, copied unchanged. Do not edit.

"""Numbers that are read exactly, from JSON numbers alone, and their rules."""

from collections.abc import Callable
from decimal import Context, Decimal
from math import isfinite
from typing import LiteralString

from pydantic import PlainSerializer, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

_WIDE = Context(prec=5000, traps=[])
"""Keeps every digit of every number that JSON readers take."""

_MOST_DIGITS = 4300
"""The largest exponent: written out, a number of a larger one would never end.

Python's integers end here too.
"""

Rule = Callable[[Decimal], None]


def _number(value: object) -> Decimal:
    if isinstance(value, float) and isfinite(value):
        return Decimal(repr(value))
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)):
        raise PydanticCustomError("number_type", "must be a JSON number")
    number = Decimal(value)
    if not number.is_finite():
        raise PydanticCustomError("number_type", "must be a finite JSON number")
    if abs(number.adjusted()) > _MOST_DIGITS:
        raise PydanticCustomError("number_type", "must not have so large an exponent")
    return number


def exact(*rules: Rule) -> PlainValidator:
    """Read a number, and hold it against the rules: one step, as a body may have many."""

    def read(value: object) -> Decimal:
        number = _number(value)
        for check in rules:
            check(number)
        return number

    return PlainValidator(read)


def whole(*rules: Rule) -> PlainValidator:
    """Read a number without a fraction, however it is written: 5.0 is one."""

    def read(value: object) -> int:
        number = _number(value)
        if number != number.to_integral_value():
            raise PydanticCustomError("number_type", "must be a whole number")
        for check in rules:
            check(number)
        return int(number)

    return PlainValidator(read)


def above(bound: Decimal, code: LiteralString, must: LiteralString) -> Rule:
    """Return the rule that a number is above a bound."""

    def check(number: Decimal) -> None:
        if number <= bound:
            raise PydanticCustomError(code, must)

    return check


def at_least(bound: Decimal, code: LiteralString, must: LiteralString) -> Rule:
    """Return the rule that a number is a bound or above it."""

    def check(number: Decimal) -> None:
        if number < bound:
            raise PydanticCustomError(code, must)

    return check


def at_most(bound: Decimal, code: LiteralString, must: LiteralString) -> Rule:
    """Return the rule that a number is a bound or below it."""

    def check(number: Decimal) -> None:
        if number > bound:
            raise PydanticCustomError(code, must)

    return check


def below(bound: Decimal, code: LiteralString, must: LiteralString) -> Rule:
    """Return the rule that a number is below a bound."""

    def check(number: Decimal) -> None:
        if number >= bound:
            raise PydanticCustomError(code, must)

    return check


def multiple(bound: Decimal, code: LiteralString, must: LiteralString) -> Rule:
    """Return the rule that a number is a multiple of another."""

    def check(number: Decimal) -> None:
        if _WIDE.remainder(number, bound) != 0:
            raise PydanticCustomError(code, must)

    return check


def _json_number(number: Decimal) -> int | float:
    return int(number) if number == number.to_integral_value() else float(number)


AS_NUMBER = PlainSerializer(_json_number, return_type=int | float, when_used="json")
"""Writes an exact number as a JSON number."""

NUMBER = WithJsonSchema({"type": "number"})
WHOLE_NUMBER = WithJsonSchema({"type": "integer"})
