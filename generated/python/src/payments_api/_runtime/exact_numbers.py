# Part of paycat's runtime, copied unchanged. Do not edit.

"""Numbers that are read exactly, from JSON numbers or from texts, and their rules."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Context, Decimal
from math import isfinite
from typing import LiteralString

from pydantic import PlainSerializer, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

_WIDE = Context(prec=10**9, traps=[])
"""Keeps every digit of every number."""

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


_DECIMAL = re.compile(r"(?!-0(?:\.0+)?\Z)-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")
"""A number without an exponent, without zeros before it, and no negative zero."""


@dataclass(frozen=True, slots=True)
class TextRule:
    """A rule of the text of a number."""

    check: Callable[[str], None]


def exact_text(*rules: TextRule | Rule) -> PlainValidator:
    """Read a number from a text, and hold first the text against the rules, then it.

    A program may have the number itself, with the text that it is written as.
    """
    of_text = [rule.check for rule in rules if isinstance(rule, TextRule)]
    of_number = [rule for rule in rules if not isinstance(rule, TextRule)]

    def read(value: object) -> Decimal:
        text = _text_of(value) if isinstance(value, Decimal) else value
        if not isinstance(text, str):
            raise PydanticCustomError("string_type", "must be a text")
        if not _DECIMAL.fullmatch(text):
            must = "must be a decimal number such as 12.50"
            raise PydanticCustomError("decimal_form", must)
        for check in of_text:
            check(text)
        number = Decimal(text)
        for check_number in of_number:
            check_number(number)
        return number

    return PlainValidator(read)


def characters_at_least(
    length: int, code: LiteralString, must: LiteralString
) -> TextRule:
    """Return the rule that a text has so many characters or more."""

    def check(text: str) -> None:
        if len(text) < length:
            raise PydanticCustomError(code, must)

    return TextRule(check)


def characters_at_most(
    length: int, code: LiteralString, must: LiteralString
) -> TextRule:
    """Return the rule that a text has so many characters or fewer."""

    def check(text: str) -> None:
        if len(text) > length:
            raise PydanticCustomError(code, must)

    return TextRule(check)


def value_matches(pattern: str, code: LiteralString, must: LiteralString) -> TextRule:
    """Return the rule that the whole text matches a pattern."""
    whole = re.compile(pattern)

    def check(text: str) -> None:
        if not whole.fullmatch(text):
            raise PydanticCustomError(code, must)

    return TextRule(check)


def places_at_most(most: int, code: LiteralString, must: LiteralString) -> Rule:
    """Return the rule that so many digits at most were written behind the point."""

    def check(number: Decimal) -> None:
        if len(f"{number:f}".partition(".")[2]) > most:
            raise PydanticCustomError(code, must)

    return check


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


def _text_of(number: Decimal) -> str:
    if not number.is_finite():
        raise PydanticCustomError("string_type", "must be a finite number")
    if abs(number.adjusted()) > len(number.as_tuple().digits) + _MOST_DIGITS:
        raise PydanticCustomError("string_type", "must not have so large an exponent")
    return f"{number:f}"


AS_NUMBER = PlainSerializer(_json_number, return_type=int | float, when_used="json")
"""Writes an exact number as a JSON number."""

AS_TEXT = PlainSerializer(_text_of, return_type=str, when_used="json")
"""Writes an exact number as the text that it was read from."""

NUMBER = WithJsonSchema({"type": "number"})
WHOLE_NUMBER = WithJsonSchema({"type": "integer"})
TEXT = WithJsonSchema({"type": "string", "format": "decimal"})
