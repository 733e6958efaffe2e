"""Patterns as trees of characters, sequences, choices and repeats, and what can be counted of them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from paycat.shapes.patterns.ranges import EVERYTHING, Ranges


@dataclass(frozen=True, slots=True, eq=False)
class Signs:
    """One character out of some ranges. Two of the same ranges are two places of the pattern."""

    ranges: Ranges


@dataclass(frozen=True, slots=True, eq=False)
class Edge(Signs):
    """What matches no character: the beginning, the end, or an edge of a word. Only patterns as written have it."""

    name: Literal["^", "$", "\\b"]


@dataclass(frozen=True, slots=True)
class Concatenation:
    """Parts one after the other."""

    parts: "tuple[Tree, ...]"


@dataclass(frozen=True, slots=True)
class Alternation:
    """One of the parts."""

    parts: "tuple[Tree, ...]"


@dataclass(frozen=True, slots=True)
class Repeat:
    """A part several times; without an end where `most` is None."""

    part: "Tree"
    least: int
    most: int | None


Tree = Signs | Concatenation | Alternation | Repeat


def anything() -> Repeat:
    """Return the tree of any text."""
    return Repeat(Signs(EVERYTHING), 0, None)


def is_anything(tree: Tree) -> bool:
    """Tell whether a tree is that of any text, as it is written."""
    return isinstance(tree, Repeat) and same(tree, anything())


def sequence(*parts: Tree) -> Tree:
    """Return parts one after the other, without sequences among them; a part that is alone is itself."""
    trees = tuple(piece for part in parts for piece in (part.parts if isinstance(part, Concatenation) else (part,)))
    return trees[0] if len(trees) == 1 else Concatenation(trees)


def parts_of(tree: Tree) -> list[Tree]:
    """Return the parts of a sequence; of another tree, itself."""
    return list(tree.parts) if isinstance(tree, Concatenation) else [tree]


def choice(*parts: Tree) -> Tree:
    """Return one of the parts; a part that is alone is itself."""
    return parts[0] if len(parts) == 1 else Alternation(parts)


def same(left: Tree, right: Tree) -> bool:
    """Tell whether two trees are alike in every part."""
    match left, right:
        case (Concatenation(lefts), Concatenation(rights)) | (Alternation(lefts), Alternation(rights)):
            return len(lefts) == len(rights) and all(map(same, lefts, rights))
        case Repeat(), Repeat():
            return (left.least, left.most) == (right.least, right.most) and same(left.part, right.part)
        case Signs(), Signs():
            return left.ranges == right.ranges
    return False


def holds_edge(tree: Tree) -> bool:
    """Tell whether a part of a tree is the beginning, the end or an edge of a word."""
    match tree:
        case Signs():
            return isinstance(tree, Edge)
        case Repeat(part):
            return holds_edge(part)
        case _:
            return any(map(holds_edge, tree.parts))


def is_impossible(tree: Tree) -> bool:
    """Tell whether no text matches."""
    match tree:
        case Signs(ranges):
            return not ranges
        case Repeat(part, minimum, _):
            return minimum > 0 and is_impossible(part)
        case Concatenation(parts):
            return any(map(is_impossible, parts))
        case Alternation(parts):
            return all(map(is_impossible, parts))


def possible(tree: Tree) -> Tree:
    """Return a tree without the parts that no text matches; it is not impossible as a whole."""
    match tree:
        case Signs():
            return tree
        case Repeat(part, minimum, maximum):
            return Concatenation(()) if is_impossible(part) else Repeat(possible(part), minimum, maximum)
        case Alternation(parts):
            return choice(*(possible(part) for part in parts if not is_impossible(part)))
        case Concatenation(parts):
            return sequence(*map(possible, parts))


def has(tree: Tree, code: int) -> bool:
    """Tell whether a character is in one of the ranges of a tree."""
    match tree:
        case Signs(ranges):
            return any(first_code <= code <= last_code for first_code, last_code in ranges)
        case Repeat(part):
            return has(part, code)
        case _:
            return any(has(part, code) for part in tree.parts)


def longest(tree: Tree) -> int | None:
    """Return the number of characters of the longest text that matches, or None when there is no longest."""
    match tree:
        case Signs():
            return 1
        case Concatenation(parts):
            lengths = [longest(part) for part in parts]
            return None if None in lengths else sum(length or 0 for length in lengths)
        case Alternation(parts):
            lengths = [longest(part) for part in parts]
            return None if None in lengths else max(length or 0 for length in lengths)
        case Repeat(part, _, maximum):
            length = longest(part)
            return 0 if length == 0 else None if length is None or maximum is None else length * maximum


def locations(tree: Tree) -> int:
    """Return how many characters a pattern counts, one for each that may be repeated without an end."""
    return _counted(tree, lambda _: 1)


def ranges(tree: Tree) -> int:
    """Return how many ranges of characters a pattern counts over all its places."""
    return _counted(tree, lambda signs: len(signs.ranges))


def _counted(tree: Tree, count_of: Callable[[Signs], int]) -> int:
    match tree:
        case Signs():
            return count_of(tree)
        case Repeat(part, minimum, maximum):
            return _counted(part, count_of) * max(minimum if maximum is None else maximum, 1)
        case _:
            return sum(_counted(part, count_of) for part in tree.parts)
