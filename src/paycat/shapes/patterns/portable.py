"""Patterns as people write them, and the one form of each that every language reads alike.

What is written in that form already stays as it is.
"""

from functools import lru_cache
from typing import NamedTuple

from paycat.shapes.patterns.anchoring import shortened, whole_texts
from paycat.shapes.patterns.compiled import unfit_engine
from paycat.shapes.patterns.line_breaks import Guard, guard_of
from paycat.shapes.patterns.printing import printed
from paycat.shapes.patterns.ranges import holds, united
from paycat.shapes.patterns.reading import FaultyPatternError, PatternFault, Reading, read, tokens
from paycat.shapes.patterns.side_by_side import Budget, Shortest, shortest_text
from paycat.shapes.patterns.tree import (
    Concatenation,
    Edge,
    Repeat,
    Signs,
    Tree,
    holds_edge,
    is_anything,
    is_impossible,
    same,
)
from paycat.shapes.patterns.unicode import property_ranges

_DEEPEST = 200
LONGEST = 1000
"""So many characters may a pattern have as it is written, unless it is portable as it is."""
LARGEST = 8 * 1024
"""So many bytes may its portable form have."""
MOST_COUNTED = 1000
"""RE2 counts no further."""

_MOST_STEPS = 300_000
"""So many are spent on the proof that a shorter pattern means the same; without it the longer one is taken."""
_HIDDEN = ("C", "M", "Z", "Default_Ignorable_Code_Point")
_LAST_OF_FOUR_DIGITS = 0xFFFF


class PortableForm(NamedTuple):
    """A pattern in its portable form, and the lengths without which it does not mean what was written.

    Engines count only so far; beyond that, lengths beside the pattern do it.
    """

    pattern: str
    least: int | None = None
    most: int | None = None

    @property
    def accepts_everything(self) -> bool:
        """Whether every text matches."""
        return self[1:] == (None, None) and is_anything(tree_of(self.pattern))


@lru_cache(maxsize=4096)
def form_of(source: str, *, is_whole: bool = False) -> PortableForm:
    """Return the portable form of a pattern; one that `is_whole` matches the whole text, with anchors or without.

    Raises FaultyPatternError.
    """
    if len(source) > LARGEST:
        raise _too_long()
    reading = read(source)
    is_portable = _is_portable(reading)
    written_tree = whole_texts(reading, is_whole=is_whole)
    if is_impossible(written_tree):
        raise FaultyPatternError("no text matches the pattern", "remove what is empty, such as []")
    tree, lengths = _counting(written_tree if is_portable else _quicker(written_tree))
    pattern = source if is_portable and tree is written_tree else _proven(tree)
    if len(source) > LONGEST and source not in (pattern, escaped(pattern)):
        raise _too_long()
    if engine_name := unfit_engine(pattern):
        raise FaultyPatternError(f"the pattern is too large, or {engine_name} cannot read it", "repeat less")
    if (size := len(pattern.encode())) > LARGEST:
        message = f"the pattern has {size:,} bytes in the form that every language reads, and may have {LARGEST:,}"
        raise FaultyPatternError(message, "name fewer sets of characters, or a smaller one, such as [A-Za-z]")
    if guard_of(tree_of(pattern)) is None:
        message = "the pattern matches some texts that end with a line break, and some only without it"
        raise FaultyPatternError(message, "exclude line breaks, as in [^\\n], or write [ \\t] for \\s")
    return PortableForm(pattern, *lengths)


def fault_of(source: str, *, is_whole: bool = False) -> PatternFault | None:
    """Return what is wrong with a pattern and what to do about it, or None."""
    try:
        form_of(source, is_whole=is_whole)
    except FaultyPatternError as error:
        return error.fault
    return None


def class_fault_of(characters: str) -> PatternFault | None:
    """Return what is wrong with the inside of a class, or None."""
    source = f"[{characters}]"
    try:
        is_set = [token.lastgroup for token in tokens(source)] == ["cls"]
        if is_impossible(read(source).tree):
            return PatternFault("the characters are none", "name those that are allowed, such as 0-9")
    except FaultyPatternError as error:
        return error.fault
    return (
        None if is_set else PatternFault("the characters end with an unescaped ]", "write \\] for the character itself")
    )


def is_portable(pattern: str) -> bool:
    """Tell whether every language reads a pattern alike as it is."""
    return fault_of(pattern) is None and form_of(pattern).pattern == pattern


@lru_cache(maxsize=4096)
def tree_of(pattern: str) -> Tree:
    """Return the tree of the texts that a pattern matches. Raises FaultyPatternError."""
    return whole_texts(read(pattern, _DEEPEST), is_whole=False)


def guard_of_pattern(pattern: str) -> Guard:
    """Return what a schema has beside a portable pattern."""
    return guard_of(tree_of(pattern)) or Guard()


def escaped(pattern: str) -> str:
    """Return a portable pattern with escapes in place of what does not show, for people to read; it means the same."""
    hidden_ranges = united(span for property_name in _HIDDEN for span in property_ranges(property_name) or ())
    return "".join(_escape(sign) if sign > "\xff" and holds(hidden_ranges, ord(sign)) else sign for sign in pattern)


def _escape(sign: str) -> str:
    return f"\\u{ord(sign):04x}" if ord(sign) <= _LAST_OF_FOUR_DIGITS else f"\\u{{{ord(sign):x}}}"


def _too_long() -> FaultyPatternError:
    message = f"the pattern has more than {LONGEST:,} characters"
    return FaultyPatternError(message, "state the lengths with `length` instead")


def _quicker(tree: Tree) -> Tree:
    """Return a search that is quicker, if it is proven that it finds the same; anything else as it is."""
    quick_tree = shortened(tree)
    if same(quick_tree, tree):
        return tree
    budget = Budget(_MOST_STEPS)
    shortest = shortest_text((tree, quick_tree), lambda slow, quick: slow is not quick, lambda _: True, 0, budget)
    return quick_tree if shortest == Shortest(None) else tree


def _counting(tree: Tree) -> tuple[Tree, tuple[int | None, int | None]]:
    """Return a tree that counts no further than engines do, and the lengths that it needs beside it."""
    if _counted(tree) <= MOST_COUNTED:
        return tree, (None, None)
    if isinstance(tree, Repeat) and isinstance(tree.part, Signs):
        return Repeat(tree.part, 0, None), (tree.least or None, tree.most)
    message = f"the pattern counts beyond {MOST_COUNTED:,}, and some engines do not"
    raise FaultyPatternError(message, "repeat less, or state the lengths with `length`")


def _counted(tree: Tree) -> int:
    """Return how far a pattern counts: repeats inside of repeats multiply."""
    match tree:
        case Signs():
            return 1
        case Repeat(part, minimum, maximum):
            return _counted(part) * max(minimum, maximum or 0, 1)
        case _:
            return max(map(_counted, tree.parts), default=1)


def _is_portable(reading: Reading) -> bool:
    """Tell whether a pattern is written in the portable form: anchored at both ends, and read alike."""
    match reading.tree:
        case Concatenation((Edge(_, "^"), *inner_parts, Edge(_, "$"))):
            return reading.is_plain and not any(map(holds_edge, inner_parts))
    return False


def _proven(tree: Tree) -> str:
    """Return the pattern of a tree, which is read again to prove that it means the same."""
    pattern = printed(tree)
    assert same(tree_of(pattern), tree), f"the tree of {pattern!r} is another than the one that it was made of"
    return pattern
