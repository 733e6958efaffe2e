"""Two languages of texts in; a text of one that is not of the other, or the proof that there is none, out.

The texts of a field or a schema are those of its pattern within its lengths, or its fixed value. Patterns become
automata (the library greenery), which are walked a character at a time: lengths are counted on the way, as automata
that count are large. A pattern that is one class, repeated, says lengths itself; one that counts high within is not
decided.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from greenery import Charclass, Fsm, parse

from paycat.contract.model import FieldNode
from paycat.matching.patterns import anchors
from paycat.rules.views.portable import fault_of
from paycat.rules.views.regular import places, tree_of
from paycat.vectors.patterns import as_ranges

_ANYTHING = "^[^\\u0000]*$"
_PREFERRED = "0a A-._\N{LATIN SMALL LETTER E WITH ACUTE}\N{GRINNING FACE}\n"
_LARGEST = 160
"""So many characters may a pattern count for an automaton to be made in a moment."""

_REPEATED = re.compile(r"\^(?P<signs>\[(?:\\.|[^\\\]])+\])\{(?P<least>\d+)(?P<comma>,)?(?P<most>\d+)?\}\$")
_LAST_ESCAPED = 0xFFFF
_LAST = 0x10FFFF
_SURROGATES = range(0xD800, 0xE000)


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
    """Return a shortest text; None when there is none, or the pattern is too large."""
    if not one.is_decided:
        return None
    machine = _machine(one.pattern)
    return _first(machine, list(_lengths(one, one, machine)))


def text_of_one(one: Texts, other: Texts) -> str | None:
    """Return a shortest text of one that is not of the other; None when there is provably none, or it is not known."""
    return _only(one, other) if one.is_decided and other.is_decided else None


def telling_texts(old: FieldNode, new: FieldNode) -> Iterator[str]:
    """Return a text that only the old field accepts, and one that only the new one accepts, if there are such."""
    if old.json_type == new.json_type == "string":
        for one, other in ((old, new), (new, old)):
            text = text_of_one(_of_field(one), _of_field(other))
            if text is not None:
                yield text


def accepts_all_of(new: FieldNode, old: FieldNode) -> bool:
    """Tell whether it is proven that the new field accepts every text that the old one accepts."""
    if not old.json_type == new.json_type == "string":
        return False
    before, after = _of_field(old), _of_field(new)
    return before.is_decided and after.is_decided and _only(before, after) is None


@lru_cache(maxsize=256)
def _size(pattern: str) -> int:
    """Return how many characters a pattern counts, one for each that may be repeated without an end."""
    return _LARGEST + 1 if fault_of(pattern) else places(tree_of(pattern))


def _of_field(field: FieldNode) -> Texts:
    stated = {rule.keyword: rule.value for rule in field.constraints}
    pattern = str(stated["pattern"]) if "pattern" in stated else None
    if "const" in stated:
        pattern = "^" + "".join(map(_escaped, str(stated["const"]))) + "$"
    most = stated.get("max_length")
    return texts(pattern, int(stated.get("min_length", 0)), None if most is None else int(most))


def _within(bounds: tuple[int, int | None], repeated: re.Match[str]) -> tuple[int, int | None]:
    """Return the lengths that both the bounds and a repeat allow."""
    least, most = int(repeated["least"]), repeated["most"]
    last = int(most) if most else None if repeated["comma"] else least
    ends = [end for end in (bounds[1], last) if end is not None]
    return max(bounds[0], least), min(ends, default=None)


def _escaped(sign: str) -> str:
    return f"\\u{ord(sign):04x}" if ord(sign) <= _LAST_ESCAPED else sign


@lru_cache(maxsize=256)
def _only(one: Texts, other: Texts) -> str | None:
    """Return a shortest text that the first accepts and the other refuses; None when there is provably none."""
    mine, theirs = _machine(one.pattern), _machine(other.pattern)
    both = [length for length in _lengths(one, other, mine) if other.fits(length)]
    alone = [length for length in _lengths(one, other, mine) if not other.fits(length)]
    text = _first(mine.difference(theirs), both) if both and one.pattern != other.pattern else None
    return _first(mine, alone) if text is None and alone else text


def _lengths(one: Texts, other: Texts, machine: Fsm) -> range:
    # A longer text that is accepted has a loop that can be left out, until it is within these lengths.
    longest = max(one.least, other.least, other.most or 0) + 2 * len(machine.states) + 1
    return range(one.least, (longest if one.most is None else one.most) + 1)


def _first(machine: Fsm, lengths: list[int]) -> str | None:
    """Return a shortest text of one of these lengths that an automaton takes, or None."""
    if machine.empty():
        return None
    layer, wanted = {machine.initial: ""}, set(lengths)
    for length in range(max(lengths, default=-1) + 1):
        if length in wanted and (taken := [text for state, text in layer.items() if state in machine.finals]):
            return min(taken)
        following: dict[object, str] = {}
        for state, text in layer.items():
            for signs, end in machine.map[state].items():
                sign = _sign(signs)
                if sign is not None and end not in following and machine.islive(end):
                    following[end] = text + sign
        layer = following
        if not layer:
            return None
    return None


@lru_cache(maxsize=256)
def _machine(pattern: str) -> Fsm:
    # The library's own expressions are anchored, and read escapes of their own: every character is given by its code.
    _, inner, _ = anchors(pattern)
    return parse(as_ranges(inner)).to_fsm()


@lru_cache(maxsize=4096)
def _sign(signs: Charclass) -> str | None:
    """Return a character of a class, a readable one where it has one; None for a class without characters."""
    inside = [(low, high) for low, high in signs.ord_ranges]
    if signs.negated:
        held = (sign for sign in _PREFERRED if not any(low <= ord(sign) <= high for low, high in inside))
        return next(held, None) or _outside(inside)
    held = (sign for sign in _PREFERRED if any(low <= ord(sign) <= high for low, high in inside))
    ends = (chr(code) for low, high in inside for code in (low, high) if code not in _SURROGATES)
    return next(held, None) or next(ends, None)


def _outside(ranges: list[tuple[int, int]]) -> str | None:
    codes = (edge for low, high in ranges for edge in (high + 1, low - 1))
    free = (code for code in codes if 0 <= code <= _LAST and code not in _SURROGATES)
    return next((chr(code) for code in free if not any(low <= code <= high for low, high in ranges)), None)
