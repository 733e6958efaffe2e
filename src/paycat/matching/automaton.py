"""The tree of a pattern in; its automaton out: one place for each character, and every way from one to the next.

This is Glushkov's automaton with one difference: where a repeat inside a repeat gives two ways between the same places,
both are counted, for a matcher that goes back tries both.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from paycat.matching.regular import Choice, Ranges, Repeat, Sequence, Signs, Tree

_MOST_PLACES = 2500


@dataclass(slots=True)
class Automaton:
    """Places with their characters, and the ways from each to the next ones.

    `leaves` says which character of the tree a place is, `variety` in how many different numbers a text may have it
    (None: without an end).
    """

    ranges: list[Ranges] = field(default_factory=list)
    leaves: list[Signs] = field(default_factory=list)
    variety: list[int | None] = field(default_factory=list)
    ways: list[Counter[int]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Part:
    """How a part of the tree is entered and left, and in how many ways nothing of it is taken."""

    first: Counter[int]
    last: Counter[int]
    empty: int


class _TooManyPlacesError(Exception):
    """The automaton would be too large."""


class TooManyStepsError(Exception):
    """A question about a pattern takes more steps than may be spent on it."""


@dataclass(slots=True)
class Budget:
    """The steps that may still be spent on a question about a pattern."""

    left: int

    def spend(self, steps: int) -> None:
        """Take steps away. Raises TooManyStepsError when there are not so many."""
        self.left -= steps
        if self.left < 0:
            raise TooManyStepsError


def automaton_of(tree: Tree, copies: int, budget: Budget) -> Automaton:
    """Return the automaton. Repeats are written out up to `copies` times; beyond that they have no end.

    Where it would become too large, fewer copies are made. Raises TooManyStepsError.
    """
    built = _Builder(copies, budget)
    try:
        built.part(tree, 1)
    except _TooManyPlacesError:
        return automaton_of(tree, copies // 2, budget)
    return built.made


class _Builder:
    def __init__(self, copies: int, budget: Budget) -> None:
        self.copies = copies
        self.budget = budget
        self.made = Automaton()

    def part(self, tree: Tree, variety: int | None) -> _Part:
        match tree:
            case Signs(ranges):
                return self._place(tree, ranges, variety)
            case Sequence(parts):
                return self._sequence([(part, variety) for part in parts])
            case Choice(parts):
                made = [self.part(part, variety) for part in parts]
                first = sum((one.first for one in made), Counter[int]())
                return _Part(first, sum((one.last for one in made), Counter[int]()), sum(one.empty for one in made))
            case Repeat(part, least, most):
                return self._repeat(part, least, most, variety)

    def _place(self, leaf: Signs, ranges: Ranges, variety: int | None) -> _Part:
        self.budget.spend(1)
        place = len(self.made.ranges)
        if place >= _MOST_PLACES and self.copies > 1:
            raise _TooManyPlacesError
        self.made.ranges.append(ranges)
        self.made.leaves.append(leaf)
        self.made.variety.append(variety)
        self.made.ways.append(Counter())
        return _Part(Counter({place: 1}), Counter({place: 1}), 0)

    def _sequence(self, parts: list[tuple[Tree, int | None]]) -> _Part:
        whole = _Part(Counter(), Counter(), 1)
        for tree, variety in parts:
            whole = self._joined(whole, self.part(tree, variety))
        return whole

    def _joined(self, one: _Part, other: _Part) -> _Part:
        self.budget.spend(len(one.first) + len(other.last))
        self._link(one.last, other.first)
        first = one.first + _times(other.first, one.empty)
        last = other.last + _times(one.last, other.empty)
        return _Part(first, last, one.empty * other.empty)

    def _repeat(self, part: Tree, least: int, most: int | None, variety: int | None) -> _Part:
        within = None if variety is None or most is None else variety * (most - least + 1)
        endless = most is None or most > self.copies
        needed = min(least, self.copies)
        whole = _Part(Counter(), Counter(), 1)
        for _ in range(needed - 1 if endless else needed):
            whole = self._joined(whole, self.part(part, within))
        if most is None or endless:
            return self._joined(whole, self._loop(part, within, least))
        return self._joined(whole, self._optional(part, most - needed, within))

    def _loop(self, part: Tree, variety: int | None, least: int) -> _Part:
        made = self.part(part, variety)
        self._link(made.last, made.first)
        if made.empty and least > self.copies:
            self._link(made.last, made.first)  # A turn may take nothing, and counts.
        return made if least else _Part(made.first, made.last, 1)

    def _optional(self, part: Tree, most: int, variety: int | None) -> _Part:
        """(part(part(part)?)?)?, from the inside: what comes first is entered first."""
        made = [self.part(part, variety) for _ in range(most)]
        whole = _Part(Counter(), Counter(), 1)
        for one in reversed(made):
            inner = self._joined(one, whole)
            whole = _Part(inner.first, inner.last, 1)
        return whole

    def _link(self, last: Counter[int], first: Counter[int]) -> None:
        self.budget.spend(len(last) * len(first))
        for start, count in last.items():
            for end, times in first.items():
                self.made.ways[start][end] += count * times


def _times(counts: Counter[int], factor: int) -> Counter[Any]:
    return Counter({place: count * factor for place, count in counts.items()} if factor else {})
