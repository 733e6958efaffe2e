"""Two patterns side by side, read a character at a time: a shortest text with some verdicts, or that there is none.

Texts are made from automata, so that none is missed for want of a sample near it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from paycat.matching.automaton import Budget, TooManyStepsError, automaton_of
from paycat.matching.patterns import anchors
from paycat.matching.regular import LAST, Ranges, Repeat, Sequence, Signs, Tree, holds, tree_of, without

MOST_STEPS = 3_000_000
"""So many steps are spent on two patterns: a few seconds."""

_PREFERRED = "0a A-._\N{LATIN SMALL LETTER E WITH ACUTE}\N{GRINNING FACE}\n"
_SURROGATES = range(0xD800, 0xE000)

Verdicts = Callable[[bool, bool], bool]
"""Tells whether it is wanted that the first pattern matches, and whether the second does."""
State = frozenset[int]


@dataclass(frozen=True, slots=True)
class Answer:
    """A shortest text; None where there is none, or where it is not known, as too many steps would be needed."""

    text: str | None
    is_known: bool = True


def shortest_text(
    trees: tuple[Tree, Tree],
    wanted: Verdicts,
    fits: Callable[[int], bool],
    bound: int,
    budget: Budget | None = None,
) -> Answer:
    """Return a shortest text with the wanted verdicts, of a length that fits.

    Beyond `bound`, either every length fits or none does. Several questions may share a budget.
    """
    try:
        return Answer(_Search(trees, wanted, budget or Budget(MOST_STEPS)).run(fits, bound))
    except TooManyStepsError:
        return Answer(None, is_known=False)


class _Machine:
    """A pattern's places; a state is the places that may have been read last."""

    def __init__(self, tree: Tree, budget: Budget) -> None:
        nothing = Signs(())
        self.made = automaton_of(Sequence((nothing, tree, Signs(()))), budget)
        self.end = len(self.made.ranges) - 1
        self.budget = budget
        self._after: dict[tuple[State, int], State] = {}

    def accepts(self, state: State) -> bool:
        return any(self.end in self.made.ways[place] for place in state)

    def after(self, state: State, code: int) -> State:
        if (state, code) not in self._after:
            self.budget.spend(sum(1 + len(self.made.ways[place]) for place in state))
            followers = {there for place in state for there in self.made.ways[place]}
            self._after[state, code] = frozenset(one for one in followers if holds(self.made.ranges[one], code))
        return self._after[state, code]


class _Search:
    def __init__(self, trees: tuple[Tree, Tree], wanted: Verdicts, budget: Budget) -> None:
        self.one, self.other = (_Machine(tree, budget) for tree in trees)
        self.wanted, self.budget = wanted, budget
        self.codes = list(_signs({*self.one.made.ranges, *self.other.made.ranges}, budget))

    def run(self, fits: Callable[[int], bool], bound: int) -> str | None:
        layer = {(frozenset({0}), frozenset({0})): ""}
        seen: set[frozenset[tuple[State, State]]] = set()
        length = 0
        while layer:
            if fits(length) and (found := [text for states, text in layer.items() if self._is_wanted(*states)]):
                return min(found)
            if length > bound:
                if not fits(length) or frozenset(layer) in seen:
                    return None
                seen.add(frozenset(layer))
            layer = self._next(layer)
            length += 1
        return None

    def _is_wanted(self, one: State, other: State) -> bool:
        return self.wanted(self.one.accepts(one), self.other.accepts(other))

    def _next(self, layer: dict[tuple[State, State], str]) -> dict[tuple[State, State], str]:
        following: dict[tuple[State, State], str] = {}
        for (one, other), text in layer.items():
            self.budget.spend(len(self.codes) + len(text) // 16)
            for code in self.codes:
                states = self.one.after(one, code), self.other.after(other, code)
                if states not in following and self._may_lead_on(*states):
                    following[states] = text + chr(code)
        return following

    def _may_lead_on(self, one: State, other: State) -> bool:
        # Every place leads to the end of its pattern; a state without places leads nowhere.
        return any(self.wanted(bool(one) and first, bool(other) and second) for first, second in _VERDICTS)


_VERDICTS = ((True, True), (True, False), (False, True))


def _signs(every: set[Ranges], budget: Budget) -> Iterator[int]:
    """Return a character for each group of those that no range tells apart, readable ones where there are any."""
    edges = sorted({0, *(edge for ranges in every for low, high in ranges for edge in (low, high + 1))})
    budget.spend(len(edges) * sum(map(len, every)))
    told: set[tuple[bool, ...]] = set()
    for code in [*map(ord, _PREFERRED), *(edge for edge in edges if edge <= LAST)]:
        group = tuple(holds(ranges, code) for ranges in every)
        if code not in _SURROGATES and any(group) and group not in told:
            told.add(group)
            yield code


_LONGEST_COUNTED = 64
_LAST_OF_BMP = 0xFFFF
_ANY = Repeat(Signs(((0, LAST),)), 0, None)
_BEYOND_BMP = Signs(((_LAST_OF_BMP + 1, LAST),))


@lru_cache(maxsize=1024)
def matching_text(
    pattern: str, least: int, most: int | None, beyond_bmp: int = 0, *, most_steps: int = MOST_STEPS
) -> Answer:
    """Return a shortest text of some lengths that a pattern matches, with so many characters beyond the BMP."""
    crowded = Sequence((Repeat(Sequence((_ANY, _BEYOND_BMP)), beyond_bmp, beyond_bmp), _ANY))
    return _shortest((_lines(pattern), crowded), lambda one, other: one and other, least, most, most_steps)


@lru_cache(maxsize=4096)
def telling_text(one: str, other: str, least: int, most: int | None, *, most_steps: int = MOST_STEPS) -> Answer:
    """Return a shortest text of some lengths that one of two patterns matches; either may lack an anchor."""
    return _shortest((_lines(one), _lines(other)), lambda first, second: first is not second, least, most, most_steps)


def _lines(pattern: str) -> Tree:
    begins, inner, ends = anchors(pattern)
    before, after = (() if firm else (_ANY,) for firm in (begins, ends))
    return without(Sequence((*before, tree_of(f"^{inner}$"), *after)), ord("\n"))


def _shortest(trees: tuple[Tree, Tree], wanted: Verdicts, least: int, most: int | None, most_steps: int) -> Answer:
    def fits(length: int) -> bool:
        return least <= length and (most is None or length <= most)

    budget = Budget(most_steps)
    if most is None or most > _LONGEST_COUNTED:
        # Nothing without regard to lengths is nothing within them too, and is found sooner.
        answer = shortest_text(trees, wanted, lambda _: True, 0, budget)
        if answer.text is None or fits(len(answer.text)):
            return answer
    return shortest_text(trees, wanted, fits, least if most is None else most, budget)
