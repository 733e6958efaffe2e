"""How long an engine that backtracks may take at most."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from paycat.shapes.patterns.ranges import Ranges, common, is_within, united
from paycat.shapes.patterns.tree import (
    Alternation,
    Concatenation,
    Edge,
    Repeat,
    Signs,
    Tree,
    is_anything,
    locations,
    longest,
)

SLOW = 10**8
"""So many steps take an engine seconds."""
_MOST_TURNS = SLOW.bit_length()  # Two ways in each of so many turns are slow.


@lru_cache(maxsize=1024)
def most_steps(tree: Tree, length: int) -> int:
    """Return how many steps a text of at most `length` characters may take; beyond SLOW, any number beyond it."""
    length = min(length, max(longest(tree) or length, 1))
    return min(length + _cost(tree, (), length).steps, SLOW + 1)


class _Cost(NamedTuple):
    """In how many ways a text may be read, and how many characters are tried on all of them."""

    ways: int
    steps: int


def _cost(tree: Tree, follow: Ranges, length: int) -> _Cost:
    """Return what it costs to read a text from here, where `follow` are the characters that may come after."""
    match tree:
        case Signs():
            return _Cost(1, 1)
        case Concatenation(parts):
            whole_cost = _cost_of_sequence(parts, follow, length)
        case Alternation(parts):
            costs = [_cost(part, follow, length) for part in parts]
            # A character may begin several parts; one that may be empty begins with what follows.
            starts = [united(first + follow) if may_be_empty else first for first, may_be_empty in map(first_of, parts)]
            has_overlap = any(common(left, right) is not None for left, right in combinations(starts, 2))
            ways = [cost.ways for cost in costs]
            whole_cost = _Cost(sum(ways) if has_overlap else max(ways), sum(cost.steps for cost in costs))
        case Repeat(part, minimum, maximum):
            if is_anything(tree) and not follow:
                return _Cost(1, 1)  # Whoever gets here has a match, once.
            whole_cost = _cost_of_repeat(part, minimum, maximum, follow, length)
    return _Cost(min(whole_cost.ways, SLOW + 1), min(whole_cost.steps, SLOW + 1))


def _cost_of_sequence(parts: tuple[Tree, ...], follow_ranges: Ranges, length: int) -> _Cost:
    follows = [follow_ranges]
    for part in reversed(parts):
        first_ranges, may_be_empty = first_of(part)
        follows.insert(0, united(first_ranges + follows[0]) if may_be_empty else first_ranges)
    ways = steps = 1
    for index, part in enumerate(parts):
        cost = _cost(part, follows[index + 1], length)
        if tail_length := _tail_length(part, parts[index + 1 :], follows[index + 2 :]):
            cost = _Cost(1, (tail_length + 1) * cost.steps)
        ways, steps = ways * cost.ways, steps + ways * cost.steps
    return _Cost(ways, steps)


def _tail_length(tree: Tree, later_parts: tuple[Tree, ...], follows: Sequence[Ranges]) -> int:
    """Return how many of the characters after a repeat are its own, if none can follow them; or 0.

    As in [a-z0-9-]*[a-z0-9], with a dot after it: whatever the repeat leaves to them, they end where its characters do.
    """
    if not (isinstance(tree, Repeat) and isinstance(tree.part, Signs)):
        return 0
    own_ranges = tree.part.ranges
    for tail_length, (part, follow_ranges) in enumerate(zip(later_parts, follows, strict=True), 1):
        if type(part) is not Signs or not is_within(part.ranges, own_ranges):
            return 0
        if common(own_ranges, follow_ranges) is None:
            return tail_length
    return 0


def _cost_of_repeat(part: Tree, minimum: int, maximum: int | None, follow: Ranges, length: int) -> _Cost:
    first_ranges, may_be_empty = first_of(part)
    max_turns = length if maximum is None else maximum if may_be_empty else min(maximum, length)
    turn_cost = _cost(part, follow if maximum == 1 else united(first_ranges + follow), length)
    ways = turn_cost.ways ** min(max_turns, _MOST_TURNS)
    if turn_cost.ways == 1:  # The turns read one text, each character of it once for each place of the part.
        steps = min((max_turns + 1) * turn_cost.steps, (length + max_turns + 1) * locations(part))
    else:
        steps = 2 * ways * turn_cost.steps
    return _Cost(ways * (max(max_turns - minimum, 0) + 1 if common(first_ranges, follow) is not None else 1), steps)


@lru_cache(maxsize=1024)
def first_of(tree: Tree) -> tuple[Ranges, bool]:
    """Return the characters that a text of the tree begins with, and whether it may be empty."""
    match tree:
        case Signs(ranges):
            return ranges, isinstance(tree, Edge)
        case Repeat(part, minimum, maximum):
            first_ranges, may_be_empty = first_of(part)
            return (() if maximum == 0 else first_ranges), may_be_empty or minimum == 0
        case Alternation(parts):
            starts = [first_of(part) for part in parts]
            return united(span for ranges, _ in starts for span in ranges), any(is_empty for _, is_empty in starts)
        case Concatenation(parts):
            begin_ranges: Ranges = ()
            for part in parts:
                first_ranges, may_be_empty = first_of(part)
                begin_ranges = united(begin_ranges + first_ranges)
                if not may_be_empty:
                    return begin_ranges, False
            return begin_ranges, True
