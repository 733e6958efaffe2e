"""A pattern of the portable subset in, its tree out; and how long an engine that backtracks may take at most."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from paycat.shapes.patterns.portable import class_items, code_of, tokens, unanchored

LAST = 0x10FFFF
SURROGATES = range(0xD800, 0xE000)
SLOW = 10**8
"""So many steps take an engine seconds."""

_REPEATS = {"*": (0, None), "+": (1, None), "?": (0, 1)}

Ranges = tuple[tuple[int, int], ...]
"""The first and last code of each range of characters, in order."""


@dataclass(frozen=True, slots=True, eq=False)
class Signs:
    """One character out of some ranges. Two of the same ranges are two places of the pattern."""

    ranges: Ranges


@dataclass(frozen=True, slots=True)
class Sequence:
    """Parts one after the other."""

    parts: "tuple[Tree, ...]"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the parts."""

    parts: "tuple[Tree, ...]"


@dataclass(frozen=True, slots=True)
class Repeat:
    """A part several times; without an end where `most` is None."""

    part: "Tree"
    least: int
    most: int | None


Tree = Signs | Sequence | Choice | Repeat


@lru_cache(maxsize=1024)
def tree_of(pattern: str) -> Tree:
    """Return the tree of a pattern in which `portable.fault_of` finds no fault."""
    stack: list[list[list[Tree]]] = [[[]]]
    for token in tokens(unanchored(pattern) or ""):
        alternatives = stack[-1]
        match token.lastgroup:
            case "open":
                stack.append([[]])
            case "bar":
                alternatives.append([])
            case "close":
                stack.pop()
                stack[-1][-1].append(_choice(alternatives))
            case "repeat":
                alternatives[-1].append(Repeat(alternatives[-1].pop(), *bounds_of(token[0])))
            case "cls":
                head, items = class_items(token[0])
                ranges = sorted((code_of(first), code_of(last or first)) for first, last in items)
                alternatives[-1].append(Signs(tuple(_outside(ranges)) if head == "[^" else tuple(ranges)))
            case _:
                alternatives[-1].append(Signs(((code_of(token[0]), code_of(token[0])),)))
    return _choice(stack[0])


def _choice(alternatives: list[list[Tree]]) -> Tree:
    parts = [one[0] if len(one) == 1 else Sequence(tuple(one)) for one in alternatives]
    return parts[0] if len(parts) == 1 else Choice(tuple(parts))


def _outside(ranges: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    low = 0
    for first, last in ranges:
        if low < first:
            yield low, first - 1
        low = max(low, last + 1)
    if low <= LAST:
        yield low, LAST


def bounds_of(repeat: str) -> tuple[int, int | None]:
    """Return the least and the greatest number of turns of a repeat, such as `{1,20}` or `+`."""
    if repeat in _REPEATS:
        return _REPEATS[repeat]
    least, comma, most = repeat[1:-1].partition(",")
    return int(least), (int(most) if most else None) if comma else int(least)


def longest(tree: Tree) -> int | None:
    """Return the number of characters of the longest text that matches, or None when there is no longest."""
    match tree:
        case Signs():
            return 1
        case Sequence(parts):
            lengths = [longest(part) for part in parts]
            return None if None in lengths else sum(length or 0 for length in lengths)
        case Choice(parts):
            lengths = [longest(part) for part in parts]
            return None if None in lengths else max(length or 0 for length in lengths)
        case Repeat(part, _, most):
            length = longest(part)
            return 0 if length == 0 else None if length is None or most is None else length * most


def locations(tree: Tree) -> int:
    """Return how many characters a pattern counts, one for each that may be repeated without an end."""
    return _counted(tree, lambda _: 1)


def ranges(tree: Tree) -> int:
    """Return how many ranges of characters a pattern counts over all its places."""
    return _counted(tree, lambda signs: len(signs.ranges))


def _counted(tree: Tree, of: Callable[[Signs], int]) -> int:
    match tree:
        case Signs():
            return of(tree)
        case Repeat(part, least, most):
            return _counted(part, of) * max(least if most is None else most, 1)
        case _:
            return sum(_counted(part, of) for part in tree.parts)


def without(tree: Tree, code: int) -> Tree:
    """Return the tree of those texts of a tree that do not have a character."""
    match tree:
        case Signs(held):
            parts = (
                (low, high)
                for first, last in held
                for low, high in ((first, min(last, code - 1)), (max(first, code + 1), last))
            )
            return Signs(tuple((low, high) for low, high in parts if low <= high))
        case Repeat(part, least, most):
            return Repeat(without(part, code), least, most)
        case Sequence(several):
            return Sequence(tuple(without(part, code) for part in several))
        case Choice(several):
            return Choice(tuple(without(part, code) for part in several))


def common(one: Ranges, other: Ranges) -> int | None:
    """Return the code of a character that is in both, or None."""
    for first, last in one:
        for low, high in other:
            if first <= high and low <= last:
                return max(first, low)
    return None


def holds(ranges: Ranges, code: int) -> bool:
    """Tell whether a character is in the ranges."""
    return any(first <= code <= last for first, last in ranges)


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
            # A character may begin several parts; one that may be empty begins with what follows.
            begins = [first + follow if may_be_empty else first for first, may_be_empty in map(_first, parts)]
            overlap = any(common(one, other) is not None for one, other in combinations(begins, 2))
            ways = sum(each) if overlap else max(each)
        case Repeat(part, least, most):
            first, may_be_empty = _first(part)
            turns = length if most is None else most if may_be_empty else min(most, length)
            ways = _ways(part, follow if most == 1 else first + follow, length) ** turns
            if common(first, follow) is not None:
                ways *= max(turns - least, 0) + 1
    return min(ways, SLOW + 1)


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
