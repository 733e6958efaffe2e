"""How long an engine that backtracks may take at most to reject a text.

The engines of Python, Java and JavaScript try one way through a pattern, and go back to try the next. Where the next
character decides between the ways, at most one leads on. Elsewhere their numbers multiply: in nested quantifiers such
as `([a-z]{1,9}-?){1,9}`, in a quantified overlapping disjunction such as `(a|ab){1,9}`, and in a quantified overlapping
adjacency such as `[a-z]*[a-z0-9]*` (terms of Davis et al., "The impact of regular expression denial of service in
practice", 2018). The number is read off the pattern; it may be too large, and is never too small.
"""

from functools import lru_cache
from itertools import combinations

from paycat.shapes.patterns.regular import Choice, Ranges, Repeat, Sequence, Signs, Tree, common, longest

SLOW = 10**8
"""So many steps take an engine seconds."""


@lru_cache(maxsize=1024)
def most_steps(tree: Tree, length: int) -> int:
    """Return how many steps a text of at most `length` characters may take; beyond SLOW, any number beyond it."""
    length = min(length, max(longest(tree) or length, 1))
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
                first, may_be_empty = _first(part)
                follow = first + follow if may_be_empty else first
        case Choice(parts):
            each = [_ways(part, follow, length) for part in parts]
            ways = sum(each) if _overlap(parts, follow) else max(each)
        case Repeat(part, least, most):
            first, may_be_empty = _first(part)
            turns = length if most is None else most if may_be_empty else min(most, length)
            ways = _ways(part, follow if most == 1 else first + follow, length) ** turns
            if common(first, follow) is not None:
                ways *= max(turns - least, 0) + 1
    return min(ways, SLOW + 1)


def _overlap(parts: tuple[Tree, ...], follow: Ranges) -> bool:
    """Tell whether a character may begin several parts; one that may be empty begins with what follows."""
    begins = [first + follow if may_be_empty else first for first, may_be_empty in map(_first, parts)]
    return any(common(one, other) is not None for one, other in combinations(begins, 2))


@lru_cache(maxsize=1024)
def _first(tree: Tree) -> tuple[Ranges, bool]:
    """Return the characters that a text of the tree begins with, and whether it may be empty."""
    match tree:
        case Signs(ranges):
            return ranges, False
        case Repeat(part, least, most):
            first, may_be_empty = _first(part)
            return (() if most == 0 else first), may_be_empty or least == 0
        case Choice(parts):
            firsts = [_first(part) for part in parts]
            return tuple(one for ranges, _ in firsts for one in ranges), any(empty for _, empty in firsts)
        case Sequence(parts):
            found: Ranges = ()
            for part in parts:
                first, may_be_empty = _first(part)
                found += first
                if not may_be_empty:
                    return found, False
            return found, True
