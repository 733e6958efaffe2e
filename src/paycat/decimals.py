"""The one number domain: decimals of at most 15 significant digits, how they are compared, printed and stepped through.

In this domain a decimal and the double nearest to it are the same number: a JSON document has the shortest double, and
whoever reads it, as a double or as a decimal, sees the number that was written.
"""

from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal

Number = int | Decimal

DIGITS = 15
"""Significant digits that every double keeps."""

_WIDE = Context(prec=5000, traps=[])


def as_decimal(number: str | int | float | Decimal) -> Decimal:
    """Return a number as a decimal; a float is what its shortest form says."""
    return Decimal(repr(number)) if isinstance(number, float) else Decimal(number)


def exact(number: int | float | Decimal) -> Number:
    """Return a finite number in its one form: an int if it is whole, else a decimal without zeros at its end."""
    value = as_decimal(number)
    return int(value) if value == value.to_integral_value() else value.normalize(_WIDE)


def plain_text(number: int | float | Decimal) -> str:
    """Return a number as people write it: without an exponent, and without zeros at the end of a fraction."""
    value = exact(number)
    return str(value) if isinstance(value, int) else f"{value:f}"


def json_number(number: Number) -> int | float:
    """Return a number as JSON data: a whole one as an int, any other as the double that keeps it."""
    value = exact(number)
    return value if isinstance(value, int) else float(value)


def decimal_places(number: int | float | Decimal) -> int:
    """Return how many decimal places a number needs."""
    exponent = as_decimal(number).normalize(_WIDE).as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def is_kept(number: Number) -> bool:
    """Tell whether a number is in the domain."""
    return len(as_decimal(number).normalize(_WIDE).as_tuple().digits) <= DIGITS


def next_above(number: Number, places: int) -> Number:
    """Return the smallest number of the domain above another that has at most so many decimal places."""
    return _next(number, places, 1)


def next_below(number: Number, places: int) -> Number:
    """Return the largest number of the domain below another that has at most so many decimal places."""
    return _next(number, places, -1)


def largest_up_to(number: Number, places: int) -> Number:
    """Return the largest number of the domain up to another that has at most so many decimal places."""
    return exact(number) if decimal_places(number) <= places and is_kept(number) else next_below(number, places)


def _next(number: Number, places: int, sign: int) -> Number:
    # The larger the number, the fewer of its digits are decimal places: the step is the smallest that leaves 15 digits.
    rounding = ROUND_FLOOR if sign > 0 else ROUND_CEILING
    while True:
        steps = _WIDE.scaleb(Decimal(number), places).to_integral_value(rounding) + sign
        found = exact(_WIDE.scaleb(steps, -places))
        if is_kept(found):
            return found
        places -= 1


def of_places_between(low: Number | None, high: Number | None, least: int, most: int) -> list[Number]:
    """Return the smallest and the largest number of the domain above `low` and up to `high` that needs some places.

    These are `least` to `most` decimal places, and as few of them as possible; zero places are needed by a whole number
    that is no multiple of ten. The list is empty only if there is no such number. A number of the domain that needs n
    places is a multiple of 10**-n nearer to zero than 10**(15-n), and every other multiple in a row may need fewer
    places, but never two of them.
    """
    for places in range(least, most + 1):
        end = 10**DIGITS
        first = -end if low is None else max(_units(low, places), -end)
        last = end - 1 if high is None else min(_units(high, places), end - 1)
        lowest, highest = first + 1, last
        lowest += lowest % 10 == 0
        highest -= highest % 10 == 0
        if first < lowest <= last:
            return [exact(_WIDE.scaleb(Decimal(units), -places)) for units in dict.fromkeys((lowest, highest))]
    return []


def _units(number: Number, places: int) -> int:
    return int(_WIDE.scaleb(Decimal(number), places).to_integral_value(ROUND_FLOOR))
