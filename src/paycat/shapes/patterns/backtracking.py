"""How long an engine that backtracks may take at most."""

from functools import lru_cache
from itertools import combinations

from paycat.shapes.patterns.ranges import Ranges, common, united
from paycat.shapes.patterns.tree import Choice, Repeat, Sequence, Signs, Tree, is_anything, longest, sequence

SLOW = 10**8
"""So many steps take an engine seconds."""
_MOST_TURNS = SLOW.bit_length()  # Two ways in each of so many turns are slow.


@lru_cache(maxsize=1024)
def most_steps(tree: Tree, length: int) -> int:
    """Return how many steps a text of at most `length` characters may take; beyond SLOW, any number beyond it."""
    length = min(length, max(longest(tree) or length, 1))
    match tree:
        case Sequence((before, *searched, after)) if is_anything(before) and is_anything(after):
            # What is behind the first match matches at once, so that no way through it is tried again.
            return min(length * most_steps(sequence(*searched), length), SLOW + 1)
    return length * _ways(tree, (), length)


def _ways(tree: Tree, follow: Ranges, length: int) -> int:
    """Return in how many ways a text may be read from here, where `follow` are the characters that may come after."""
    ways = 1
    match tree:
        case Signs():
            return 1
        case Sequence(parts):
            for part in reversed(parts):
                ways *= _ways(part, follow, length)
                first, may_be_empty = first_of(part)
                follow = united(first + follow) if may_be_empty else first
        case Choice(parts):
            each = [_ways(part, follow, length) for part in parts]
            # A character may begin several parts; one that may be empty begins with what follows.
            begins = [united(first + follow) if may_be_empty else first for first, may_be_empty in map(first_of, parts)]
            overlap = any(common(one, other) is not None for one, other in combinations(begins, 2))
            ways = sum(each) if overlap else max(each)
        case Repeat(part, least, most):
            first, may_be_empty = first_of(part)
            turns = length if most is None else most if may_be_empty else min(most, length)
            ways = _ways(part, follow if most == 1 else united(first + follow), length)
            ways **= min(turns, _MOST_TURNS)
            if common(first, follow) is not None:
                ways *= max(turns - least, 0) + 1
    return min(ways, SLOW + 1)


@lru_cache(maxsize=1024)
def first_of(tree: Tree) -> tuple[Ranges, bool]:
    """Return the characters that a text of the tree begins with, and whether it may be empty."""
    match tree:
        case Signs(ranges):
            return ranges, False
        case Repeat(part, least, most):
            first, may_be_empty = first_of(part)
            return (() if most == 0 else first), may_be_empty or least == 0
        case Choice(parts):
            firsts = [first_of(part) for part in parts]
            return united(one for ranges, _ in firsts for one in ranges), any(empty for _, empty in firsts)
        case Sequence(parts):
            found: Ranges = ()
            for part in parts:
                first, may_be_empty = first_of(part)
                found = united(found + first)
                if not may_be_empty:
                    return found, False
            return found, True
