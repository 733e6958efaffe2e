"""The one number domain: decimals of at most 15 significant digits, and how to compare, print and step through them.

In this domain a decimal and the double nearest to it are the same number: a JSON document has the shortest double, and
every reader, of doubles or of decimals, sees the number that was written. A number in a text has any number of digits,
so what steps through the domain has their number as an argument.
"""

from decimal import ROUND_FLOOR, Context, Decimal
from functools import cache
from math import lcm

Number = int | Decimal

DIGITS = 15
"""Significant digits that every double keeps."""

LARGEST = 10**DIGITS - 1
"""Up to this, every whole number is in the domain."""

_WIDE = Context(prec=10**9, traps=[])  # What is exact takes no more than its digits; no quotient is asked for.


def as_decimal(number: str | int | float | Decimal) -> Decimal:
    """Return a number as a decimal; a float is read in its shortest form."""
    return Decimal(repr(number)) if isinstance(number, float) else Decimal(number)


def exact(number: str | int | float | Decimal) -> Number:
    """Return a finite number in its one form: an int if it is whole, else a decimal without zeros at its end."""
    decimal = as_decimal(number)
    return int(decimal) if decimal == decimal.to_integral_value() else decimal.normalize(_WIDE)


def plain_text(number: int | float | Decimal) -> str:
    """Return a number as people write it: without an exponent, and without zeros at the end of a fraction."""
    exact_number = exact(number)
    return str(exact_number) if isinstance(exact_number, int) else f"{exact_number:f}"


def json_number(number: Number) -> int | float:
    """Return a number as JSON data: a whole one as an int, any other as the double that keeps it."""
    exact_number = exact(number)
    return exact_number if isinstance(exact_number, int) else float(exact_number)


def places_of(number: int | float | Decimal) -> int:
    """Return how many decimal places a number needs."""
    exponent = as_decimal(number).normalize(_WIDE).as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def total(left_number: Number, right_number: Number) -> Number:
    """Return the sum of two numbers; the operator of decimals would round it."""
    return exact(_WIDE.add(Decimal(left_number), Decimal(right_number)))


def negated(number: Number) -> Number:
    """Return a number with the other sign; the operator of decimals would round it."""
    return exact(as_decimal(number).copy_negate())


@cache
def unit(places: int) -> Number:
    """Return the distance between neighbouring numbers of so many decimal places: 1, 0.1, 0.01 ..."""
    return exact(Decimal(1).scaleb(-places))


def units_up_to(number: Number, places: int) -> int:
    """Return how many units of so many decimal places a number has; what is left of it is not counted."""
    return int(_WIDE.scaleb(Decimal(number), places).to_integral_value(ROUND_FLOOR))


def of_units(unit_count: int, places: int) -> Number:
    """Return the number that is a count of units of so many decimal places."""
    return exact(_WIDE.scaleb(Decimal(unit_count), -places))


def is_multiple(number: Number, step: Number) -> bool:
    """Return whether a number is a multiple of a step, exactly."""
    return _WIDE.remainder(Decimal(number), Decimal(step)) == 0


def is_kept(number: Number, digits: int = DIGITS) -> bool:
    """Return whether a number is in the domain: whether it has no more significant digits."""
    return len(as_decimal(number).normalize(_WIDE).as_tuple().digits) <= digits


def next_above(number: Number, step: Number, digits: int = DIGITS) -> Number:
    """Return the smallest number of the domain above another that is a multiple of a step."""
    return _next(number, step, 1, digits)


def next_below(number: Number, step: Number, digits: int = DIGITS) -> Number:
    """Return the largest number of the domain below another that is a multiple of a step."""
    return _next(number, step, -1, digits)


def smallest_from(number: Number, step: Number, digits: int = DIGITS) -> Number:
    """Return the smallest number of the domain from another one on that is a multiple of a step."""
    is_fitting = is_multiple(number, step) and is_kept(number, digits)
    return exact(number) if is_fitting else next_above(number, step, digits)


def largest_up_to(number: Number, step: Number, digits: int = DIGITS) -> Number:
    """Return the largest number of the domain up to another that is a multiple of a step."""
    is_fitting = is_multiple(number, step) and is_kept(number, digits)
    return exact(number) if is_fitting else next_below(number, step, digits)


def common_step(left_step: Number, right_step: Number) -> Number:
    """Return the smallest number that is a multiple of two steps."""
    finest_unit = unit(max(places_of(left_step), places_of(right_step)))
    units = (int(_WIDE.divide_int(Decimal(step), Decimal(finest_unit))) for step in (left_step, right_step))
    return exact(_WIDE.multiply(Decimal(lcm(*units)), Decimal(finest_unit)))


def _next(number: Number, step: Number, sign: int, digits: int) -> Number:
    # The larger the number, the fewer digits are left for the step: it grows until the digits are enough.
    value, grid = Decimal(number), Decimal(step)
    while True:
        steps, rest = _WIDE.divmod(value, grid)  # Towards zero, so a rest that points away from the sign is one more.
        multiple = exact(_WIDE.multiply(steps if rest * sign < 0 else _WIDE.add(steps, sign), grid))
        if is_kept(multiple, digits):
            return multiple
        grid *= 10
