"""The texts of a pattern as a whole: a tree with its edges in, the tree of all texts that hold a match out."""

from functools import reduce
from typing import Literal

from paycat.shapes.patterns.backtracking import first_of
from paycat.shapes.patterns.ranges import EVERYTHING, Ranges, is_within, outside
from paycat.shapes.patterns.reading import FaultyPatternError, Reading
from paycat.shapes.patterns.tree import (
    Alternation,
    Concatenation,
    Edge,
    Repeat,
    Signs,
    Tree,
    anything,
    choice,
    holds_edge,
    is_anything,
    is_impossible,
    parts_of,
    possible,
    sequence,
)

_End = Literal["^", "$"]


def whole_texts(reading: Reading, *, is_whole: bool) -> Tree:
    """Return the tree of the texts that hold a match, or if it `is_whole`, of those that are one.

    Raises FaultyPatternError for an edge inside.
    """
    ends: tuple[_End, _End] = ("^", "$")
    tree = reduce(lambda tree, end: _at(end, tree, not is_whole, reading.word), ends, reading.tree)
    if holds_edge(tree):
        raise _inside(tree)
    return Signs(()) if is_impossible(tree) else possible(tree)


def shortened(tree: Tree) -> Tree:
    """Return a search that is quicker: what any text around it may have, too, is needed no further."""
    parts = parts_of(tree)
    if not parts:
        return tree
    if is_anything(parts[0]):
        parts = [parts[0], *_cut(parts[1:])]
    if is_anything(parts[-1]):
        parts = [*reversed(_cut(parts[-2::-1])), parts[-1]]
    match parts:
        case [prefix, Signs(ranges) as signs, suffix] if is_anything(prefix) and is_anything(suffix):
            if ranges == EVERYTHING:
                return sequence(signs, suffix)
            return sequence(Repeat(Signs(outside(ranges)), 0, None), signs, suffix)
        case [prefix, suffix] if is_anything(prefix) and is_anything(suffix):
            return suffix
    return sequence(*parts)


def _cut(parts: list[Tree]) -> list[Tree]:
    """Return the parts beside any text; of a repeat there, as few turns as it needs."""
    match parts:
        case [Repeat(part, minimum, _), *tail] if not is_anything(parts[0]):
            return [Repeat(part, minimum, minimum) if minimum > 1 else part, *tail] if minimum else _cut(tail)
    return parts


def _at(end: _End, tree: Tree, is_free: bool, word_ranges: Ranges) -> Tree:
    """Return a tree with its edges at one end resolved; if it `is_free`, any text may be beyond that end."""
    if isinstance(tree, Alternation) and holds_edge(tree):
        return choice(*(_at(end, part, is_free, word_ranges) for part in tree.parts))
    parts, is_at_word = parts_of(tree) if end == "^" else parts_of(tree)[::-1], False
    while parts and isinstance(edge := parts[0], Edge) and edge.name in (end, "\\b"):
        is_free, is_at_word = is_free and edge.name != end, is_at_word or edge.name == "\\b"
        parts.pop(0)
    if parts and not isinstance(parts[0], Edge) and holds_edge(parts[0]) and not is_at_word:
        parts[0] = _at(end, parts[0], is_free, word_ranges)
    elif is_at_word:
        parts = [*_beside_word(end, parts, is_free, word_ranges), *parts]
    elif is_free:
        parts.insert(0, anything())
    return sequence(*(parts if end == "^" else parts[::-1]))


def _beside_word(end: _End, parts: list[Tree], is_free: bool, word_ranges: Ranges) -> list[Tree]:
    r"""Return what may be beyond `\b` at an end of a pattern, whose parts are in order from that end."""
    first_ranges, may_be_empty = first_of(sequence(*parts) if end == "^" else sequence(*map(_mirrored, parts)))
    other_ranges = outside(word_ranges)
    if not may_be_empty and is_within(first_ranges, word_ranges):
        parts_beyond = (anything(), Signs(other_ranges)) if end == "^" else (Signs(other_ranges), anything())
        return [choice(Concatenation(()), sequence(*parts_beyond))] if is_free else []
    if not may_be_empty and is_free and is_within(first_ranges, other_ranges):
        return [sequence(anything(), Signs(word_ranges)) if end == "^" else sequence(Signs(word_ranges), anything())]
    raise FaultyPatternError("\\b is not between a certain letter and the end", "write out what may be beside it")


def _mirrored(tree: Tree) -> Tree:
    match tree:
        case Signs():
            return tree
        case Repeat(part, minimum, maximum):
            return Repeat(_mirrored(part), minimum, maximum)
        case Alternation(parts):
            return Alternation(tuple(map(_mirrored, parts)))
        case Concatenation(parts):
            return Concatenation(tuple(map(_mirrored, reversed(parts))))


def _inside(tree: Tree) -> FaultyPatternError:
    match tree:
        case Edge(_, "\\b"):
            return FaultyPatternError("\\b is inside the pattern", "write out what may be there, such as [ ,]")
        case Edge(_, name):
            message = f"{name} is inside the pattern, where no text matches it"
            return FaultyPatternError(message, f"remove it, or write \\{name} when the character itself is meant")
        case Concatenation(parts) | Alternation(parts):
            return next(_inside(part) for part in parts if holds_edge(part))
    raise AssertionError("the reader rejects a repeated edge")
