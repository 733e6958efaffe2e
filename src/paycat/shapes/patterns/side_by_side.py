"""Patterns read side by side, a character at a time: a shortest text with some verdicts, or that there is none.

Texts are made from automata, so that none is missed because no sample is near it.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from paycat.shapes.patterns.ranges import Ranges, holds, is_character
from paycat.shapes.patterns.tree import Alternation, Concatenation, Repeat, Signs, Tree, locations

MOST_STEPS = 3_000_000
"""So many steps are spent on two patterns: a few seconds."""

_MOST_PLACES = 2500
_PREFERRED = "0a A-._\N{LATIN SMALL LETTER E WITH ACUTE}\N{GRINNING FACE}\n"

Verdicts = Callable[..., bool]
"""Whether a text counts, given of each pattern whether it matches the text."""
State = frozenset[int]
States = tuple[State, ...]
Rest = tuple[Tree, "Rest"] | None
"""What is left of a pattern: the next tree, and what is left behind it; None at the end."""


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


@dataclass(frozen=True, slots=True)
class Shortest:
    """A shortest text; None where there is none, or where it is not known, as too many steps would be needed."""

    text: str | None
    is_known: bool = True


def shortest_text(
    trees: tuple[Tree, ...], is_wanted: Verdicts, fits: Callable[[int], bool], bound: int, budget: Budget | None = None
) -> Shortest:
    """Return a shortest text with the wanted verdicts, of a length that fits.

    Beyond `bound`, either every length fits or none does. Several questions may share a budget.
    """
    try:
        return Shortest(_Search(trees, is_wanted, budget or Budget(MOST_STEPS)).run(fits, bound))
    except TooManyStepsError:
        return Shortest(None, is_known=False)


class _Automaton:
    """The automaton of a pattern (Glushkov), made as it is read.

    A place is a character of the pattern with what is left behind it, so that each turn of a repeat is another place.
    A state is the places that may have been read last; place 0 is the beginning. Of the characters each stands for all
    that are in the same ranges.
    """

    def __init__(self, tree: Tree, codes: tuple[int, ...], budget: Budget) -> None:
        self._codes, self._budget = codes, budget
        self._rests: list[Rest] = [(tree, None)]
        self._ranges: list[Ranges] = [()]
        self._numbers: dict[tuple[Signs, Rest], int] = {}
        self._followers: dict[int, tuple[set[int], bool]] = {}
        self._after: dict[State, tuple[State, ...]] = {}
        self._indexes: dict[Ranges, list[int]] = {}

    def accepts(self, state: State) -> bool:
        """Tell whether the pattern may end after a state."""
        return any(self._following(location)[1] for location in state)

    def after(self, state: State) -> tuple[State, ...]:
        """Return the state after each of the characters."""
        if state not in self._after:
            follower_sets = [self._following(location)[0] for location in state]
            self._budget.spend(len(self._codes) * sum(1 + len(places) for places in follower_sets))
            place_sets: list[set[int]] = [set() for _ in self._codes]
            for location in set().union(*follower_sets):
                for index in self._matched(self._ranges[location]):
                    place_sets[index].add(location)
            self._after[state] = tuple(map(frozenset, place_sets))
        return self._after[state]

    def _matched(self, ranges: Ranges) -> list[int]:
        """Return the indexes of the characters that are in some ranges."""
        if ranges not in self._indexes:
            self._indexes[ranges] = [index for index, code in enumerate(self._codes) if holds(ranges, code)]
        return self._indexes[ranges]

    def _following(self, location: int) -> tuple[set[int], bool]:
        """Return the places that may follow a place, and whether the pattern may end there."""
        if location not in self._followers:
            places: set[int] = set()
            pending_rests, seen_rests = [self._rests[location]], {self._rests[location]}
            while pending_rests:
                self._budget.spend(1)
                rest = pending_rests.pop()
                if rest and isinstance(rest[0], Signs):
                    places.add(self._number(rest[0], rest[1]))
                elif rest:
                    fresh_rests = [inner_rest for inner_rest in _entered(*rest) if inner_rest not in seen_rests]
                    pending_rests += fresh_rests
                    seen_rests.update(fresh_rests)
            self._followers[location] = places, None in seen_rests
        return self._followers[location]

    def _number(self, signs: Signs, rest: Rest) -> int:
        if (signs, rest) not in self._numbers:
            self._numbers[signs, rest] = len(self._rests)
            self._rests.append(rest)
            self._ranges.append(signs.ranges)
        return self._numbers[signs, rest]


def _entered(tree: Tree, rest: Rest) -> Iterator[Rest]:
    """Return the ways into a tree that is no character, or past it."""
    match tree:
        case Concatenation(parts):
            for part in reversed(parts):
                rest = (part, rest)
            yield rest
        case Alternation(parts):
            yield from ((part, rest) for part in parts)
        case Repeat(part, minimum, maximum):
            if minimum == 0:
                yield rest
            if maximum != 0:
                yield part, (Repeat(part, max(minimum - 1, 0), None if maximum is None else maximum - 1), rest)


def _ranges(tree: Tree) -> Iterator[Ranges]:
    match tree:
        case Signs(ranges):
            yield ranges
        case Repeat(part, _, maximum):
            yield from _ranges(part) if maximum != 0 else ()
        case _:
            for part in tree.parts:
                yield from _ranges(part)


class _Search:
    def __init__(self, trees: tuple[Tree, ...], is_wanted: Verdicts, budget: Budget) -> None:
        if any(locations(tree) > _MOST_PLACES for tree in trees):
            raise TooManyStepsError
        self.codes = tuple(_signs({ranges for tree in trees for ranges in _ranges(tree)}, budget))
        self.automata = [_Automaton(tree, self.codes, budget) for tree in trees]
        self.wanted, self.budget = is_wanted, budget
        self.wanted_verdicts = [
            verdicts for verdicts in product((True, False), repeat=len(trees)) if any(verdicts) and is_wanted(*verdicts)
        ]
        self._leads_on: dict[tuple[bool, ...], bool] = {}

    def run(self, fits: Callable[[int], bool], bound: int) -> str | None:
        text_by_states: dict[States, str] = {tuple(frozenset({0}) for _ in self.automata): ""}
        seen_layers: set[frozenset[States]] = set()
        length = 0
        while text_by_states:
            if fits(length) and (texts := [text for states, text in text_by_states.items() if self._is_wanted(states)]):
                return min(texts)
            if length > bound:
                if not fits(length) or frozenset(text_by_states) in seen_layers:
                    return None
                seen_layers.add(frozenset(text_by_states))
            text_by_states = self._next(text_by_states)
            length += 1
        return None

    def _is_wanted(self, states: States) -> bool:
        return self.wanted(*(automaton.accepts(state) for automaton, state in zip(self.automata, states, strict=True)))

    def _next(self, text_by_states: dict[States, str]) -> dict[States, str]:
        next_by_states: dict[States, str] = {}
        for states, text in text_by_states.items():
            self.budget.spend(len(self.codes) + len(text) // 16)
            successors = (automaton.after(state) for automaton, state in zip(self.automata, states, strict=True))
            for code, next_states in zip(self.codes, zip(*successors, strict=True), strict=True):
                if next_states not in next_by_states and self._may_lead_on(next_states):
                    next_by_states[next_states] = text + chr(code)
        return next_by_states

    def _may_lead_on(self, states: States) -> bool:
        # Every place leads to the end of its pattern; a state without places leads nowhere.
        are_alive = tuple(map(bool, states))
        if are_alive not in self._leads_on:
            pairings = (zip(are_alive, wanted_verdicts, strict=True) for wanted_verdicts in self.wanted_verdicts)
            self._leads_on[are_alive] = any(all(alive or not matches for alive, matches in pairs) for pairs in pairings)
        return self._leads_on[are_alive]


def _signs(range_sets: set[Ranges], budget: Budget) -> Iterator[int]:
    """Return a character for each group of those that are in the same ranges, readable ones where there are any."""
    edge_codes = sorted({0, *(edge for ranges in range_sets for low, high in ranges for edge in (low, high + 1))})
    budget.spend(len(edge_codes) * len(range_sets))
    group_bits = _groups(range_sets, edge_codes)
    seen_bits: set[int] = set()
    for code in [*map(ord, _PREFERRED), *(edge for edge in edge_codes if is_character(edge))]:
        bits = group_bits[bisect_left(edge_codes, code + 1) - 1]
        if bits and bits not in seen_bits:
            seen_bits.add(bits)
            yield code


def _groups(range_sets: set[Ranges], edge_codes: list[int]) -> list[int]:
    """Return for each edge in which of the ranges the characters from there are, as the bits of a number."""
    group_bits, location_by_edge = [0] * len(edge_codes), {edge: location for location, edge in enumerate(edge_codes)}
    for bit_number, ranges in enumerate(range_sets):
        for low_code, high_code in ranges:
            for location in range(location_by_edge[low_code], location_by_edge[high_code + 1]):
                group_bits[location] |= 1 << bit_number
    return group_bits
