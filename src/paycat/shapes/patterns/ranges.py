"""Sets of characters as ranges of their codes, in order, apart from each other.

Surrogates are no characters: a range that has those before and behind them spans them, and none has them alone.
"""

from bisect import bisect_right
from collections.abc import Iterable
from itertools import pairwise

LAST = 0x10FFFF
SURROGATES = range(0xD800, 0xE000)

Ranges = tuple[tuple[int, int], ...]
"""The first and last code of each range."""

EVERYTHING: Ranges = ((0, LAST),)


def is_character(code: int) -> bool:
    """Tell whether a code is that of a character."""
    return 0 <= code <= LAST and code not in SURROGATES


def united(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """Return the characters of any ranges."""
    spans: list[tuple[int, int]] = []
    for first_code, last_code in sorted(ranges):
        low = SURROGATES.stop if first_code in SURROGATES else first_code
        high = SURROGATES.start - 1 if last_code in SURROGATES else last_code
        if low > high:
            continue
        if spans and (low <= spans[-1][1] + 1 or (low, spans[-1][1]) == (SURROGATES.stop, SURROGATES.start - 1)):
            spans[-1] = spans[-1][0], max(spans[-1][1], high)
        else:
            spans.append((low, high))
    return tuple(spans)


def outside(ranges: Ranges) -> Ranges:
    """Return the characters that are not in the ranges."""
    all_ranges = [(-1, -1), *ranges, (LAST + 1, LAST + 1)]
    return united((left[1] + 1, right[0] - 1) for left, right in pairwise(all_ranges) if left[1] + 1 < right[0])


def holds(ranges: Ranges, code: int) -> bool:
    """Tell whether a character is in the ranges."""
    range_index = bisect_right(ranges, (code, LAST)) - 1
    return range_index >= 0 and code <= ranges[range_index][1]


def common(left_ranges: Ranges, right_ranges: Ranges) -> int | None:
    """Return the code of a character that is in both, or None."""
    left_index, right_index = 0, 0
    while left_index < len(left_ranges) and right_index < len(right_ranges):
        code = max(left_ranges[left_index][0], right_ranges[right_index][0])
        if code <= min(left_ranges[left_index][1], right_ranges[right_index][1]):
            return code
        if left_ranges[left_index][1] < right_ranges[right_index][1]:
            left_index += 1
        else:
            right_index += 1
    return None


def is_within(inner_ranges: Ranges, outer_ranges: Ranges) -> bool:
    """Tell whether every inner character is an outer one."""
    return common(inner_ranges, outside(outer_ranges)) is None
