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
    merged: list[tuple[int, int]] = []
    for first, last in sorted(ranges):
        low = SURROGATES.stop if first in SURROGATES else first
        high = SURROGATES.start - 1 if last in SURROGATES else last
        if low > high:
            continue
        if merged and (low <= merged[-1][1] + 1 or (low, merged[-1][1]) == (SURROGATES.stop, SURROGATES.start - 1)):
            merged[-1] = merged[-1][0], max(merged[-1][1], high)
        else:
            merged.append((low, high))
    return tuple(merged)


def outside(ranges: Ranges) -> Ranges:
    """Return the characters that are not in the ranges."""
    bounds = [(-1, -1), *ranges, (LAST + 1, LAST + 1)]
    return united((before[1] + 1, after[0] - 1) for before, after in pairwise(bounds) if before[1] + 1 < after[0])


def holds(ranges: Ranges, code: int) -> bool:
    """Tell whether a character is in the ranges."""
    location = bisect_right(ranges, (code, LAST)) - 1
    return location >= 0 and code <= ranges[location][1]


def common(left: Ranges, right: Ranges) -> int | None:
    """Return the code of a character that is in both, or None."""
    at_left, at_right = 0, 0
    while at_left < len(left) and at_right < len(right):
        first = max(left[at_left][0], right[at_right][0])
        if first <= min(left[at_left][1], right[at_right][1]):
            return first
        if left[at_left][1] < right[at_right][1]:
            at_left += 1
        else:
            at_right += 1
    return None


def is_within(inner: Ranges, outer: Ranges) -> bool:
    """Tell whether every inner character is an outer one."""
    return common(inner, outside(outer)) is None
