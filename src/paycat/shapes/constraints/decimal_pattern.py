"""The pattern of the decimal numbers between two ends, as texts: digit by digit, so it is exact at any length.

Such a text is `-?(0|[1-9][0-9]*)(\\.[0-9]+)?` and no negative zero, which some languages write as 0: without a sign
`+`, without zeros in front and without an exponent. So each number has one text for each number of decimal places.
"""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal

from paycat.shapes.constraints.number_range import End
from paycat.shapes.decimals import largest_up_to, negated, next_above, next_below, plain_text, smallest_from, unit

_NOTHING = r"^[^\s\S]$"  # Where no number is between the ends.
_ONE_DIGIT = re.compile(r"[0-9]|\[[0-9]-[0-9]\]")
_ZERO = End(0, is_included=True)
_ANY_DIGITS = 10**9
"""A number in a text has as many digits as it needs."""

Bound = tuple[str, bool] | None
"""The digits that are still to be compared, and whether they themselves are accepted; None: the comparison is over."""


def decimal_pattern(low: End | None = None, high: End | None = None, places: int | None = None) -> str:
    """Return the pattern of the texts from one end to another that have at most so many digits behind the point."""
    parts = list(_from_zero(_later(_ZERO, low), high, places))
    most = None if low is None else End(negated(low.number), low.is_included)
    least = _ZERO if high is None else _later(_ZERO, End(negated(high.number), high.is_included))
    above_zero = End(0, is_included=False) if least.number == 0 else least
    if negative := list(_from_zero(above_zero, most, places)):
        parts.append(f"-{_either(negative)}")
    return f"^{_either(parts)}$" if parts else _NOTHING


def _later(left: End, right: End | None) -> End:
    """Return the low end that leaves less."""
    if right is None or right.number < left.number:
        return left
    return right if right.number > left.number or not right.is_included else left


def _from_zero(low: End, high: End | None, places: int | None) -> Iterator[str]:
    """Yield alternatives for the numbers from an end that is not negative."""
    if places is not None:
        low, high = _on_grid(low, high, unit(places))
    if high is not None and (low.number > high.number or (low.number == high.number and not _is_point(low, high))):
        return
    first, first_rest = _split(low)
    last, last_rest = (None, None) if high is None else _split(high)
    if first == last:
        rest = _fraction(first_rest, last_rest, places)
        yield from [] if rest is None else [f"{first}{rest}"]
        return
    whole_from, whole_to = int(first), None if last is None else int(last)
    if not _is_all(first_rest, is_low=True, places=places):
        rest = _fraction(first_rest, None, places)
        yield from [] if rest is None else [f"{first}{rest}"]
        whole_from += 1
    if whole_to is not None and not _is_all(last_rest, is_low=False, places=places):
        whole_to -= 1
    if whole_to is None or whole_from <= whole_to:
        yield f"{_either(_whole(whole_from, whole_to))}{_fraction(None, None, places)}"
    if last is not None and whole_to != int(last):
        rest = _fraction(None, last_rest, places)
        yield from [] if rest is None else [f"{last}{rest}"]


def _is_point(low: End, high: End) -> bool:
    return low.is_included and high.is_included


def _on_grid(low: End, high: End | None, step: int | Decimal) -> tuple[End, End | None]:
    """Return the ends as multiples of a step that are themselves accepted."""
    first = (smallest_from if low.is_included else next_above)(low.number, step, _ANY_DIGITS)
    if high is None:
        return End(first, is_included=True), None
    last = (largest_up_to if high.is_included else next_below)(high.number, step, _ANY_DIGITS)
    return End(first, is_included=True), End(last, is_included=True)


def _split(end: End) -> tuple[str, Bound]:
    whole, _, fraction = plain_text(end.number).partition(".")
    return whole, (fraction, end.is_included)


def _is_all(rest: Bound, *, is_low: bool, places: int | None) -> bool:
    """Return whether every fraction keeps an end."""
    if rest is None:
        return True
    digits, is_included = rest
    if is_low:
        return not digits and is_included
    return places is not None and is_included and digits == "9" * places


def _whole(first: int, last: int | None) -> Iterator[str]:
    """Yield alternatives for the whole numbers from the first to the last one."""
    if first == 0 and (last is None or last > 0):
        yield "0"
        first = 1
    if last is None:
        size = len(str(first))
        if first > 10 ** (size - 1):
            yield from _alike(str(first), "9" * size)
            size += 1
        yield f"[1-9]{_many('[0-9]', size - 1, None)}"
        return
    size, most = len(str(first)), len(str(last))
    if size == most:
        yield from _alike(str(first), str(last))
        return
    if first > 10 ** (size - 1):
        yield from _alike(str(first), "9" * size)
        size += 1
    is_full = last == 10**most - 1
    if size < most or is_full:
        yield f"[1-9]{_many('[0-9]', size - 1, most - 1 if is_full else most - 2)}"
    if not is_full:
        yield from _alike(f"1{'0' * (most - 1)}", str(last))


def _alike(first: str, last: str) -> Iterator[str]:
    """Yield alternatives for the digits, as many in both, from the first to the last."""
    if not first:
        yield ""
    elif set(first) == {"0"} and set(last) == {"9"}:
        yield _many("[0-9]", len(first), len(first))
    elif first[0] == last[0]:
        yield from (f"{first[0]}{rest}" for rest in _alike(first[1:], last[1:]))
    else:
        low, high, size = int(first[0]), int(last[0]), len(first) - 1
        if set(first[1:]) - {"0"}:
            yield from (f"{low}{rest}" for rest in _alike(first[1:], "9" * size))
            low += 1
        is_full = not set(last[1:]) - {"9"}
        if low <= (between := high if is_full else high - 1):
            yield f"{_digit(low, between)}{_many('[0-9]', size, size)}"
        if not is_full:
            yield from (f"{high}{rest}" for rest in _alike("0" * size, last[1:]))


def _fraction(low: Bound, high: Bound, places: int | None) -> str | None:
    """Return the pattern of what follows the whole part: nothing, or a point and digits; None where nothing may."""
    digits = list(_digits(low, high, places))
    if not digits:
        return "" if _may_end(low, high) else None
    return f"(\\.{_either(digits)})?" if _may_end(low, high) else f"\\.{_either(digits)}"


def _may_end(low: Bound, high: Bound) -> bool:
    """Return whether a fraction may end here, so that what is left of it is zero."""
    return (low is None or (_is_zero(low) and low[1])) and (high is None or not _is_zero(high) or high[1])


def _is_zero(rest: tuple[str, bool]) -> bool:
    return not rest[0].strip("0")


def _digits(low: Bound, high: Bound, left: int | None) -> Iterator[str]:
    """Yield alternatives for at least one further digit of a fraction, of which so many are left."""
    low = None if low and _is_zero(low) and low[1] else low
    if left == 0 or (high and _is_zero(high) and (low or not high[1])):
        return
    if low is None and (high is None or _is_zero(high)):
        yield _many("[0-9]" if high is None else "0", 1, left)
    elif low and not low[0] and high is None and left is None:
        yield "0*[1-9][0-9]*"
    else:
        yield from (
            f"{_digit(first, last)}{rest}" for first, last, rests in _by_first_digit(low, high, left) for rest in rests
        )


def _by_first_digit(low: Bound, high: Bound, left: int | None) -> list[tuple[int, int, list[str]]]:
    """Return the digits in a row after which the same alternatives follow: the first, the last, and these."""
    rows: list[tuple[int, int, list[str]]] = []
    least, most = (int((bound[0] or "0")[0]) if bound else None for bound in (low, high))
    for digit in range(least or 0, 10 if most is None else most + 1):
        lower = (low[0][1:], low[1]) if low and digit == least else None
        upper = (high[0][1:], high[1]) if high and digit == most else None
        rest = _further(lower, upper, None if left is None else left - 1)
        if rest and rows and rows[-1][2] == rest:
            rows[-1] = (rows[-1][0], digit, rest)
        elif rest:
            rows.append((digit, digit, rest))
    return rows


def _further(low: Bound, high: Bound, left: int | None) -> list[str]:
    """Return alternatives for any further digits of a fraction, or none."""
    digits = list(_digits(low, high, left))
    if not _may_end(low, high):
        return digits
    for digit in ("[0-9]", "0"):
        if digits == [_many(digit, 1, left)]:
            return [_many(digit, 0, left)]
    is_digit = len(digits) == 1 and _ONE_DIGIT.fullmatch(digits[0])
    return [f"{digits[0]}?"] if is_digit else ["", *digits]


def _either(alternatives: Iterable[str]) -> str:
    options = list(alternatives)
    return options[0] if len(options) == 1 else f"({'|'.join(options)})"


def _digit(low: int, high: int) -> str:
    return str(low) if low == high else f"[{low}-{high}]"


def _many(digit: str, least: int, most: int | None) -> str:
    """Return the pattern of a digit that is repeated."""
    if most is None:
        return digit + {0: "*", 1: "+"}.get(least, f"{{{least},}}")
    if least == most:
        return digit + f"{{{least}}}" if least > 1 else digit * least
    return digit + ("?" if (least, most) == (0, 1) else f"{{{least},{most}}}")
