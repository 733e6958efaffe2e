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


def decimal_pattern(low_end: End | None = None, high_end: End | None = None, places: int | None = None) -> str:
    """Return the pattern of the texts from one end to another that have at most so many digits behind the point."""
    alternatives = list(_from_zero(_later(_ZERO, low_end), high_end, places))
    high_magnitude = None if low_end is None else End(negated(low_end.number), low_end.is_included)
    low_magnitude = _ZERO if high_end is None else _later(_ZERO, End(negated(high_end.number), high_end.is_included))
    above_zero = End(0, is_included=False) if low_magnitude.number == 0 else low_magnitude
    if negative_alternatives := list(_from_zero(above_zero, high_magnitude, places)):
        alternatives.append(f"-{_either(negative_alternatives)}")
    return f"^{_either(alternatives)}$" if alternatives else _NOTHING


def _later(left_end: End, right_end: End | None) -> End:
    """Return the low end that leaves less."""
    if right_end is None or right_end.number < left_end.number:
        return left_end
    return right_end if right_end.number > left_end.number or not right_end.is_included else left_end


def _from_zero(low: End, high: End | None, places: int | None) -> Iterator[str]:
    """Yield alternatives for the numbers from an end that is not negative."""
    if places is not None:
        low, high = _on_grid(low, high, unit(places))
    if high is not None and (low.number > high.number or (low.number == high.number and not _is_point(low, high))):
        return
    low_whole, low_fraction = _split(low)
    high_whole, high_fraction = (None, None) if high is None else _split(high)
    if low_whole == high_whole:
        fraction_pattern = _fraction(low_fraction, high_fraction, places)
        yield from [] if fraction_pattern is None else [f"{low_whole}{fraction_pattern}"]
        return
    first_whole, last_whole = int(low_whole), None if high_whole is None else int(high_whole)
    if not _is_all(low_fraction, is_low=True, places=places):
        fraction_pattern = _fraction(low_fraction, None, places)
        yield from [] if fraction_pattern is None else [f"{low_whole}{fraction_pattern}"]
        first_whole += 1
    if last_whole is not None and not _is_all(high_fraction, is_low=False, places=places):
        last_whole -= 1
    if last_whole is None or first_whole <= last_whole:
        yield f"{_either(_whole(first_whole, last_whole))}{_fraction(None, None, places)}"
    if high_whole is not None and last_whole != int(high_whole):
        fraction_pattern = _fraction(None, high_fraction, places)
        yield from [] if fraction_pattern is None else [f"{high_whole}{fraction_pattern}"]


def _is_point(low_end: End, high_end: End) -> bool:
    return low_end.is_included and high_end.is_included


def _on_grid(low_end: End, high_end: End | None, step: int | Decimal) -> tuple[End, End | None]:
    """Return the ends as multiples of a step that are themselves accepted."""
    first_number = (smallest_from if low_end.is_included else next_above)(low_end.number, step, _ANY_DIGITS)
    if high_end is None:
        return End(first_number, is_included=True), None
    last_number = (largest_up_to if high_end.is_included else next_below)(high_end.number, step, _ANY_DIGITS)
    return End(first_number, is_included=True), End(last_number, is_included=True)


def _split(end: End) -> tuple[str, Bound]:
    whole_digits, _, fraction_digits = plain_text(end.number).partition(".")
    return whole_digits, (fraction_digits, end.is_included)


def _is_all(fraction_end: Bound, *, is_low: bool, places: int | None) -> bool:
    """Return whether every fraction keeps an end."""
    if fraction_end is None:
        return True
    digits, is_included = fraction_end
    if is_low:
        return not digits and is_included
    return places is not None and is_included and digits == "9" * places


def _whole(first_number: int, last_number: int | None) -> Iterator[str]:
    """Yield alternatives for the whole numbers from the first to the last one."""
    if first_number == 0 and (last_number is None or last_number > 0):
        yield "0"
        first_number = 1
    if last_number is None:
        digit_count = len(str(first_number))
        if first_number > 10 ** (digit_count - 1):
            yield from _alike(str(first_number), "9" * digit_count)
            digit_count += 1
        yield f"[1-9]{_many('[0-9]', digit_count - 1, None)}"
        return
    digit_count, last_count = len(str(first_number)), len(str(last_number))
    if digit_count == last_count:
        yield from _alike(str(first_number), str(last_number))
        return
    if first_number > 10 ** (digit_count - 1):
        yield from _alike(str(first_number), "9" * digit_count)
        digit_count += 1
    is_full = last_number == 10**last_count - 1
    if digit_count < last_count or is_full:
        yield f"[1-9]{_many('[0-9]', digit_count - 1, last_count - 1 if is_full else last_count - 2)}"
    if not is_full:
        yield from _alike(f"1{'0' * (last_count - 1)}", str(last_number))


def _alike(first_digits: str, last_digits: str) -> Iterator[str]:
    """Yield alternatives for the digits, as many in both, from the first to the last."""
    if not first_digits:
        yield ""
    elif set(first_digits) == {"0"} and set(last_digits) == {"9"}:
        yield _many("[0-9]", len(first_digits), len(first_digits))
    elif first_digits[0] == last_digits[0]:
        yield from (f"{first_digits[0]}{pattern}" for pattern in _alike(first_digits[1:], last_digits[1:]))
    else:
        low_digit, high_digit, digit_count = int(first_digits[0]), int(last_digits[0]), len(first_digits) - 1
        if set(first_digits[1:]) - {"0"}:
            yield from (f"{low_digit}{pattern}" for pattern in _alike(first_digits[1:], "9" * digit_count))
            low_digit += 1
        is_full = not set(last_digits[1:]) - {"9"}
        if low_digit <= (upper_digit := high_digit if is_full else high_digit - 1):
            yield f"{_digit(low_digit, upper_digit)}{_many('[0-9]', digit_count, digit_count)}"
        if not is_full:
            yield from (f"{high_digit}{pattern}" for pattern in _alike("0" * digit_count, last_digits[1:]))


def _fraction(low_bound: Bound, high_bound: Bound, places: int | None) -> str | None:
    """Return the pattern of what follows the whole part: nothing, or a point and digits; None where nothing may."""
    alternatives = list(_digits(low_bound, high_bound, places))
    if not alternatives:
        return "" if _may_end(low_bound, high_bound) else None
    return f"(\\.{_either(alternatives)})?" if _may_end(low_bound, high_bound) else f"\\.{_either(alternatives)}"


def _may_end(low: Bound, high: Bound) -> bool:
    """Return whether a fraction may end here, so that what is left of it is zero."""
    return (low is None or (_is_zero(low) and low[1])) and (high is None or not _is_zero(high) or high[1])


def _is_zero(fraction_end: tuple[str, bool]) -> bool:
    return not fraction_end[0].strip("0")


def _digits(low: Bound, high: Bound, room: int | None) -> Iterator[str]:
    """Yield alternatives for at least one further digit of a fraction, of which so many are left."""
    low = None if low and _is_zero(low) and low[1] else low
    if room == 0 or (high and _is_zero(high) and (low or not high[1])):
        return
    if low is None and (high is None or _is_zero(high)):
        yield _many("[0-9]" if high is None else "0", 1, room)
    elif low and not low[0] and high is None and room is None:
        yield "0*[1-9][0-9]*"
    else:
        yield from (
            f"{_digit(first, last)}{rest}" for first, last, rests in _by_first_digit(low, high, room) for rest in rests
        )


def _by_first_digit(low_bound: Bound, high_bound: Bound, max_digits: int | None) -> list[tuple[int, int, list[str]]]:
    """Return the digits in a row after which the same alternatives follow: the first, the last, and these."""
    rows: list[tuple[int, int, list[str]]] = []
    low_digit, high_digit = (int((bound[0] or "0")[0]) if bound else None for bound in (low_bound, high_bound))
    for digit in range(low_digit or 0, 10 if high_digit is None else high_digit + 1):
        lower_bound = (low_bound[0][1:], low_bound[1]) if low_bound and digit == low_digit else None
        upper_bound = (high_bound[0][1:], high_bound[1]) if high_bound and digit == high_digit else None
        alternatives = _further(lower_bound, upper_bound, None if max_digits is None else max_digits - 1)
        if alternatives and rows and rows[-1][2] == alternatives:
            rows[-1] = (rows[-1][0], digit, alternatives)
        elif alternatives:
            rows.append((digit, digit, alternatives))
    return rows


def _further(low_bound: Bound, high_bound: Bound, max_digits: int | None) -> list[str]:
    """Return alternatives for any further digits of a fraction, or none."""
    alternatives = list(_digits(low_bound, high_bound, max_digits))
    if not _may_end(low_bound, high_bound):
        return alternatives
    for digit_pattern in ("[0-9]", "0"):
        if alternatives == [_many(digit_pattern, 1, max_digits)]:
            return [_many(digit_pattern, 0, max_digits)]
    is_digit = len(alternatives) == 1 and _ONE_DIGIT.fullmatch(alternatives[0])
    return [f"{alternatives[0]}?"] if is_digit else ["", *alternatives]


def _either(alternatives: Iterable[str]) -> str:
    options = list(alternatives)
    return options[0] if len(options) == 1 else f"({'|'.join(options)})"


def _digit(low_digit: int, high_digit: int) -> str:
    return str(low_digit) if low_digit == high_digit else f"[{low_digit}-{high_digit}]"


def _many(digit_pattern: str, minimum: int, maximum: int | None) -> str:
    """Return the pattern of a digit that is repeated."""
    if maximum is None:
        return digit_pattern + {0: "*", 1: "+"}.get(minimum, f"{{{minimum},}}")
    if minimum == maximum:
        return digit_pattern + f"{{{minimum}}}" if minimum > 1 else digit_pattern * minimum
    return digit_pattern + ("?" if (minimum, maximum) == (0, 1) else f"{{{minimum},{maximum}}}")
