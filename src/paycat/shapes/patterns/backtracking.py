"""How long an engine that backtracks may take at most."""

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from paycat.shapes.patterns.ranges import Ranges, common, united
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
            whole = _cost_of_sequence(parts, follow, length)
        case Alternation(parts):
            costs = [_cost(part, follow, length) for part in parts]
            # A character may begin several parts; one that may be empty begins with what follows.
            begins = [united(first + follow) if may_be_empty else first for first, may_be_empty in map(first_of, parts)]
            overlap = any(common(left, right) is not None for left, right in combinations(begins, 2))
            ways = [cost.ways for cost in costs]
            whole = _Cost(sum(ways) if overlap else max(ways), sum(cost.steps for cost in costs))
        case Repeat(part, least, most):
            if is_anything(tree) and not follow:
                return _Cost(1, 1)  # Whoever gets here has a match, once.
            whole = _cost_of_repeat(part, least, most, follow, length)
    return _Cost(min(whole.ways, SLOW + 1), min(whole.steps, SLOW + 1))


def _cost_of_sequence(parts: tuple[Tree, ...], follow: Ranges, length: int) -> _Cost:
    costs: list[_Cost] = []
    for part in reversed(parts):
        costs.insert(0, _cost(part, follow, length))
        first, may_be_empty = first_of(part)
        follow = united(first + follow) if may_be_empty else first
    ways = steps = 1
    for cost in costs:
        ways, steps = ways * cost.ways, steps + ways * cost.steps
    return _Cost(ways, steps)


def _cost_of_repeat(part: Tree, least: int, most: int | None, follow: Ranges, length: int) -> _Cost:
    first, may_be_empty = first_of(part)
    turns = length if most is None else most if may_be_empty else min(most, length)
    turn = _cost(part, follow if most == 1 else united(first + follow), length)
    ways = turn.ways ** min(turns, _MOST_TURNS)
    if turn.ways == 1:  # The turns read one text, each character of it once for each place of the part.
        steps = min((turns + 1) * turn.steps, (length + turns + 1) * locations(part))
    else:
        steps = 2 * ways * turn.steps
    return _Cost(ways * (max(turns - least, 0) + 1 if common(first, follow) is not None else 1), steps)


@lru_cache(maxsize=1024)
def first_of(tree: Tree) -> tuple[Ranges, bool]:
    """Return the characters that a text of the tree begins with, and whether it may be empty."""
    match tree:
        case Signs(ranges):
            return ranges, isinstance(tree, Edge)
        case Repeat(part, least, most):
            first, may_be_empty = first_of(part)
            return (() if most == 0 else first), may_be_empty or least == 0
        case Alternation(parts):
            firsts = [first_of(part) for part in parts]
            return united(span for ranges, _ in firsts for span in ranges), any(empty for _, empty in firsts)
        case Concatenation(parts):
            begins: Ranges = ()
            for part in parts:
                first, may_be_empty = first_of(part)
                begins = united(begins + first)
                if not may_be_empty:
                    return begins, False
            return begins, True
