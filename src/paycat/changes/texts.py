"""Finds a text of one language that is not of another, or proves that there is none.

The texts of a field or a schema are those of its pattern within its lengths, or its fixed value. Patterns are read
side by side, a character at a time: lengths are counted on the way, as automata that count are large. A pattern that is
one class, repeated, says lengths itself; one that counts high within is not decided.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from paycat.contract.nodes import FieldNode
from paycat.matching.portable import fault_of
from paycat.matching.regular import locations, tree_of
from paycat.matching.side_by_side import Answer, Verdicts, shortest_text
from paycat.shapes.constraints.length import lengths_of

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
        """Tell whether a text may have a length."""
        return length >= self.least and (self.most is None or length <= self.most)

    @property
    def is_decided(self) -> bool:
        """Whether the pattern can be read, and is small enough to be decided about."""
        return self.pattern == _ANYTHING or _size(self.pattern) <= _LARGEST


def texts(pattern: str | None, least: int, most: int | None) -> Texts:
    """Return the texts of a pattern, or any, within lengths."""
    if repeated := _REPEATED.fullmatch(pattern or _ANYTHING):
        return Texts(f"^{repeated['signs']}*$", *_within((least, most), repeated))
    return Texts(pattern or _ANYTHING, least, most)


def some_text(one: Texts) -> str | None:
    """Return a shortest text; None when there is none, or it is not known."""
    return _first(one, one, lambda mine, _: mine, one.fits).text if one.is_decided else None


def text_of_one(one: Texts, other: Texts) -> str | None:
    """Return a shortest text of one that is not of the other; None when there is provably none, or it is not known."""
    return _only(one, other).text if one.is_decided and other.is_decided else None


def telling_texts(old: FieldNode, new: FieldNode) -> Iterator[str]:
    """Return a text that only the old field accepts, and one that only the new one accepts, if there are such."""
    if old.json_type == new.json_type == "string":
        for one, other in ((old, new), (new, old)):
            text = text_of_one(texts_of(one), texts_of(other))
            if text is not None:
                yield text


def accepts_all_of(new: FieldNode, old: FieldNode) -> bool:
    """Tell whether it is proven that the new field accepts every text that the old one accepts."""
    if not old.json_type == new.json_type == "string":
        return False
    before, after = texts_of(old), texts_of(new)
    return before.is_decided and after.is_decided and _only(before, after) == Answer(None)


@lru_cache(maxsize=256)
def _size(pattern: str) -> int:
    """Return how many characters a pattern counts, one for each that may be repeated without an end."""
    return _LARGEST + 1 if fault_of(pattern) else locations(tree_of(pattern))


def texts_of(field: FieldNode) -> Texts:
    """Return the texts that a field accepts."""
    patterns = (rule.kind.texts(rule.value) for rule in field.constraints)
    return texts(next((one for one in patterns if one), None), *lengths_of(field.bounds))


def _within(bounds: tuple[int, int | None], repeated: re.Match[str]) -> tuple[int, int | None]:
    """Return the lengths that both the bounds and a repeat allow."""
    least, most = int(repeated["least"]), repeated["most"]
    last = int(most) if most else None if repeated["comma"] else least
    ends = [end for end in (bounds[1], last) if end is not None]
    return max(bounds[0], least), min(ends, default=None)


@lru_cache(maxsize=256)
def _only(one: Texts, other: Texts) -> Answer:
    """Return a shortest text that the first accepts and the other rejects, for its signs or for its length."""
    by_signs = _first(one, other, lambda mine, theirs: mine and not theirs, other.fits)
    if by_signs.text is not None:
        return by_signs
    by_length = _first(one, other, lambda mine, _: mine, lambda length: not other.fits(length))
    return Answer(by_length.text, by_signs.is_known and by_length.is_known)


def _first(one: Texts, other: Texts, wanted: Verdicts, fits: Callable[[int], bool]) -> Answer:
    bound = max(one.least, other.least, one.most or 0, other.most or 0)
    trees = tree_of(one.pattern), tree_of(other.pattern)
    return shortest_text(trees, wanted, lambda length: one.fits(length) and fits(length), bound)
