"""The automaton of a pattern: one place for each character, and the places that may follow it (Glushkov)."""

from dataclasses import dataclass, field

from paycat.matching.regular import Choice, Ranges, Repeat, Sequence, Signs, Tree

_MOST_PLACES = 2500


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


@dataclass(slots=True)
class Automaton:
    """Places with their characters, and the places that may follow each."""

    ranges: list[Ranges] = field(default_factory=list)
    ways: list[set[int]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Part:
    """The places where a part of the tree may begin and end, and whether it may be empty."""

    first: set[int]
    last: set[int]
    empty: bool


_NOTHING = _Part(set(), set(), True)


def automaton_of(tree: Tree, budget: Budget) -> Automaton:
    """Return the automaton, with repeats written out. Raises TooManyStepsError, also where it is too large."""
    built = _Builder(budget)
    built.part(tree)
    return built.made


class _Builder:
    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.made = Automaton()

    def part(self, tree: Tree) -> _Part:
        match tree:
            case Signs(ranges):
                return self._place(ranges)
            case Sequence(parts):
                return self._joined(parts)
            case Choice(parts):
                made = [self.part(part) for part in parts]
                first, last = (
                    set().union(*ends) for ends in zip(*((one.first, one.last) for one in made), strict=True)
                )
                return _Part(first, last, any(one.empty for one in made))
            case Repeat(part, least, None):
                needed = self._joined((part,) * (least - 1))
                loop = self.part(part)
                self._link(loop.last, loop.first)
                return self._after(needed, _Part(loop.first, loop.last, loop.empty or least == 0))
            case Repeat(part, least, most):
                return self._after(self._joined((part,) * least), self._optional([part] * ((most or 0) - least)))

    def _place(self, ranges: Ranges) -> _Part:
        self.budget.spend(1)
        place = len(self.made.ranges)
        if place >= _MOST_PLACES:
            raise TooManyStepsError
        self.made.ranges.append(ranges)
        self.made.ways.append(set())
        return _Part({place}, {place}, False)

    def _joined(self, trees: tuple[Tree, ...]) -> _Part:
        whole = _NOTHING
        for tree in trees:
            whole = self._after(whole, self.part(tree))
        return whole

    def _optional(self, trees: list[Tree]) -> _Part:
        """(part(part(part)?)?)?, from the inside: what comes first is entered first."""
        whole = _NOTHING
        for one in reversed([self.part(tree) for tree in trees]):
            inner = self._after(one, whole)
            whole = _Part(inner.first, inner.last, True)
        return whole

    def _after(self, one: _Part, other: _Part) -> _Part:
        self.budget.spend(len(one.first) + len(other.last))
        self._link(one.last, other.first)
        first = one.first | other.first if one.empty else one.first
        last = other.last | one.last if other.empty else other.last
        return _Part(first, last, one.empty and other.empty)

    def _link(self, last: set[int], first: set[int]) -> None:
        self.budget.spend(len(last) * len(first))
        for start in last:
            self.made.ways[start] |= first
