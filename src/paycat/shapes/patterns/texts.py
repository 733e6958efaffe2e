"""Sets of texts, those of a pattern within lengths: a text of one that is not of another, or the proof of none.

Patterns are read side by side, a character at a time: lengths are counted on the way, as automata that count are large.
A pattern that is one class, repeated, states lengths itself; one that counts high within is not decided.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from paycat.shapes.patterns.line_breaks import Guard
from paycat.shapes.patterns.portable import fault_of, tree_of
from paycat.shapes.patterns.ranges import LAST
from paycat.shapes.patterns.side_by_side import MOST_STEPS, Budget, Shortest, Verdicts, shortest_text
from paycat.shapes.patterns.tree import Concatenation, Repeat, Signs, Tree, anything, locations, sequence

_ANYTHING = "^[^\\u0000]*$"
_LARGEST = 160
"""So many characters may a pattern count for an automaton to be made in a moment."""

_REPEATED = re.compile(r"\^(?P<signs>\[(?:\\.|[^\\\]])+\])\{(?P<least>\d+)(?P<comma>,)?(?P<most>\d+)?\}\$")


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts that a pattern matches, of some lengths; None is no end."""

    pattern: str
    least: int
    most: int | None

    def fits(self, length: int) -> bool:
        """Return whether a text may have a length."""
        return length >= self.least and (self.most is None or length <= self.most)

    @property
    def is_decided(self) -> bool:
        """Whether the pattern can be read, and is small enough to be decided about."""
        return self.pattern == _ANYTHING or _size(self.pattern) <= _LARGEST


def texts(pattern: str | None, minimum: int, maximum: int | None) -> Texts:
    """Return the texts of a pattern, or any, within lengths."""
    if repeat_match := _REPEATED.fullmatch(pattern or _ANYTHING):
        return Texts(f"^{repeat_match['signs']}*$", *_within((minimum, maximum), repeat_match))
    return Texts(pattern or _ANYTHING, minimum, maximum)


def some_text(allowed_texts: Texts) -> str | None:
    """Return a shortest text; None when there is none, or it is not known."""
    return common_text(allowed_texts, allowed_texts).text


@lru_cache(maxsize=1024)
def common_text(left_texts: Texts, right_texts: Texts) -> Shortest:
    """Return a shortest text of both."""
    if not (left_texts.is_decided and right_texts.is_decided):
        return Shortest(None, is_known=False)
    return _first(left_texts, right_texts, lambda in_left, in_right: in_left and in_right, right_texts.fits)


def text_of_one(left_texts: Texts, right_texts: Texts) -> str | None:
    """Return a shortest text that is in the left set alone; None when there is provably none, or it is not known."""
    return _only(left_texts, right_texts).text if left_texts.is_decided and right_texts.is_decided else None


def has_all_of(outer_texts: Texts, inner_texts: Texts) -> bool:
    """Return whether it is proven that every inner text is an outer one, too."""
    return outer_texts.is_decided and inner_texts.is_decided and _only(inner_texts, outer_texts) == Shortest(None)


@lru_cache(maxsize=256)
def _size(pattern: str) -> int:
    """Return how many characters a pattern counts, one for each that may be repeated without an end."""
    return _LARGEST + 1 if fault_of(pattern) else locations(tree_of(pattern))


def _within(lengths: tuple[int, int | None], repeat_match: re.Match[str]) -> tuple[int, int | None]:
    """Return the lengths that both the bounds and a repeat allow."""
    minimum, maximum_text = int(repeat_match["least"]), repeat_match["most"]
    maximum = int(maximum_text) if maximum_text else None if repeat_match["comma"] else minimum
    max_lengths = [max_length for max_length in (lengths[1], maximum) if max_length is not None]
    return max(lengths[0], minimum), min(max_lengths, default=None)


@lru_cache(maxsize=256)
def _only(left: Texts, right: Texts) -> Shortest:
    """Return a shortest text that the left set has and the right one lacks, for its signs or for its length."""
    shortest_by_signs = _first(left, right, lambda in_left, in_right: in_left and not in_right, right.fits)
    if shortest_by_signs.text is not None:
        return shortest_by_signs
    shortest_by_length = _first(left, right, lambda in_left, _: in_left, lambda length: not right.fits(length))
    return Shortest(shortest_by_length.text, shortest_by_signs.is_known and shortest_by_length.is_known)


def _first(left_texts: Texts, right_texts: Texts, is_wanted: Verdicts, fits: Callable[[int], bool]) -> Shortest:
    bound = max(left_texts.least, right_texts.least, left_texts.most or 0, right_texts.most or 0)
    trees = tree_of(left_texts.pattern), tree_of(right_texts.pattern)
    return shortest_text(trees, is_wanted, lambda length: left_texts.fits(length) and fits(length), bound)


_LONGEST_COUNTED = 64
_LAST_OF_BMP, _LINE_BREAK = 0xFFFF, ord("\n")
_BEYOND_BMP = Signs(((_LAST_OF_BMP + 1, LAST),))


@lru_cache(maxsize=1024)
def matching_text(
    pattern: str, minimum: int, maximum: int | None, beyond_bmp: int = 0, *, steps: int = MOST_STEPS
) -> Shortest:
    """Return a shortest text of some lengths that a pattern matches, with so many characters beyond the BMP."""
    crowded_tree = Concatenation((Repeat(Concatenation((anything(), _BEYOND_BMP)), beyond_bmp, beyond_bmp), anything()))
    return _shortest(
        (tree_of(pattern), crowded_tree), lambda is_match, is_crowded: is_match and is_crowded, minimum, maximum, steps
    )


@lru_cache(maxsize=4096)
def distinguishing_text(
    left: str,
    right: str,
    lengths: tuple[int, int | None] = (0, None),
    guard: Guard | None = None,
    *,
    beside: tuple[str, ...] = (),
    steps: int = MOST_STEPS,
) -> Shortest:
    """Return a shortest text of some lengths that one of two patterns matches, and that the guard does not reject.

    All patterns of `beside` match it.
    """
    guard = guard or Guard()
    pattern_by_name = {"foreign": guard.foreign, "rejected": guard.rejected, "unless": guard.unless and guard.unless[0]}
    named_patterns = [(name, pattern) for name, pattern in pattern_by_name.items() if pattern]
    minimum, maximum = lengths
    if guard.most is not None:
        maximum = guard.most if maximum is None else min(maximum, guard.most)

    def is_wanted(in_left: bool, in_right: bool, *matched_flags: bool) -> bool:
        guard_flags, is_possible = matched_flags[len(beside) :], all(matched_flags[: len(beside)])
        hits = {name for (name, _), is_match in zip(named_patterns, guard_flags, strict=True) if is_match}
        is_let_through = "foreign" not in hits and ("unless" in hits or "rejected" not in hits)
        return in_left is not in_right and is_possible and is_let_through

    trees = tuple(map(tree_of, (left, right, *beside, *(pattern for _, pattern in named_patterns))))
    return _shortest(trees, is_wanted, minimum, maximum, steps)


def text_let_through(pattern: str, minimum: int, maximum: int | None, *, steps: int = MOST_STEPS) -> Shortest:
    """Return a shortest text of some lengths that a pattern matches only without the line break at its end."""
    tree = tree_of(pattern)
    trees = sequence(tree, Signs(((_LINE_BREAK, _LINE_BREAK),))), tree
    return _shortest(trees, lambda is_broken, is_right: is_broken and not is_right, minimum, maximum, steps)


def _shortest(trees: tuple[Tree, ...], is_wanted: Verdicts, minimum: int, maximum: int | None, steps: int) -> Shortest:
    def fits(length: int) -> bool:
        return minimum <= length and (maximum is None or length <= maximum)

    budget = Budget(steps)
    if maximum is None or maximum > _LONGEST_COUNTED:
        # Nothing without regard to lengths is nothing within them too, and is found sooner.
        shortest = shortest_text(trees, is_wanted, lambda _: True, 0, budget)
        if shortest.text is None or fits(len(shortest.text)):
            return shortest
    return shortest_text(trees, is_wanted, fits, minimum if maximum is None else maximum, budget)
