"""The tree of a pattern in; how long a matcher that goes back may take at worst out.

A matcher that goes back tries every way through the pattern's automaton before it refuses a text. Two different ways
from a place back to itself over the same text double with each turn: exponential ambiguity. Two loops over the same
text, one after the other, share a text in as many ways as it is long: polynomial ambiguity. Both are decided on the
product of the automaton with itself (Weber and Seidl, "On the degree of ambiguity of finite automata", 1991).
"""

from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeVar

from paycat.matching.automaton import Automaton, Budget, TooManyStepsError, automaton_of
from paycat.matching.regular import Ranges, Signs, Tree, common, holds
from paycat.matching.regular import Sequence as Parts

SLOW = 10**8
"""So many steps take a matcher seconds."""

MOST_STEPS = 5_000_000
"""So many steps are spent on each question about a pattern: a few seconds."""

_FEW, _MANY = 4, 24
_TEXT = 400
_AT_ONCE = 16  # So many members of a set take about one step.

State = TypeVar("State", bound=Hashable)
Steps = Callable[[State], Iterable[tuple[State, int]]]
"""What follows a state: the next one, and the code of the character that leads there."""


@lru_cache(maxsize=1024)
def explodes(tree: Tree) -> bool | None:
    """Tell whether some text of a few hundred characters takes more than SLOW steps, however short texts should be.

    None where MOST_STEPS do not suffice to decide it.
    """
    budget = Budget(MOST_STEPS)
    try:
        automaton = automaton_of(tree, _FEW, budget)
        doubling = _doubling(automaton, _loops(automaton, _reached(automaton, budget)), budget)
        return any(steps_over(tree, automaton, place, word, budget) > SLOW for place, word in doubling)
    except TooManyStepsError:
        return None


@lru_cache(maxsize=1024)
def steps_at_worst(tree: Tree, length: int) -> int | None:
    """Return about how many steps a text of this length may take, where nothing doubles; None as `explodes`."""
    budget = Budget(MOST_STEPS)
    try:
        steps = _steps_at_worst(automaton_of(tree, _FEW, budget), length, budget)
        return max(steps, _steps_without_loops(tree, length, budget))
    except TooManyStepsError:
        return None


def _steps_at_worst(automaton: Automaton, length: int, budget: Budget) -> int:
    reached = _reached(automaton, budget)
    loops = _loops(automaton, reached)
    ways: dict[int, int] = {}
    for loop in sorted(set(loops.values()), key=lambda one: len(reached[one])):  # The last ones of a text come first.
        best = max((ways[other] for other in reached[loop] if other in ways), default=1)
        for other, left in ways.items():
            if other in reached[loop]:
                best = max(best, left * _shared(automaton, loops, reached, (loop, other), length, budget))
        ways[loop] = best
    return length * max(ways.values(), default=1)


def _steps_without_loops(tree: Tree, length: int, budget: Budget) -> int:
    """Return the steps over a text of which each character is the one with the most ways: parts that may be left out
    share a text in many ways, though none of them is a loop."""
    automaton = automaton_of(Parts((Signs(()), tree)), _MANY, budget)
    codes = {first for ranges in set(automaton.ranges) for first, _ in ranges}
    budget.spend(len(codes) * len(automaton.ranges))
    takes = {code: {place for place, ranges in enumerate(automaton.ranges) if holds(ranges, code)} for code in codes}
    counts, steps = {0: 1}, 0
    for _ in range(min(length, _TEXT)):
        arriving: Counter[int] = Counter()
        for here, count in counts.items():
            budget.spend(1 + len(automaton.ways[here]))
            for there, times in automaton.ways[here].items():
                arriving[there] += count * times
        budget.spend(len(codes))
        totals = {code: sum(arriving[place] for place in takes[code] & arriving.keys()) for code in codes}
        best = max(sorted(totals), key=totals.__getitem__, default=0)
        steps += totals.get(best, 0)
        counts = {place: arriving[place] for place in takes.get(best, set()) & arriving.keys()}
        if steps > SLOW or not counts:
            break
    return steps


def steps_over(tree: Tree, automaton: Automaton, place: int, word: list[int], budget: Budget) -> int:
    """Return the steps of a matcher that is at a place of the automaton and reads a word again and again.

    Raises TooManyStepsError.
    """
    exact = automaton_of(tree, _MANY, budget)
    counts = {exact.leaves.index(automaton.leaves[place]): 1}
    steps = 0
    for turn in range(_TEXT):
        code = word[turn % len(word)]
        following: dict[int, int] = {}
        for here, count in counts.items():
            budget.spend(len(exact.ways[here]))
            for there, times in exact.ways[here].items():
                if holds(exact.ranges[there], code):
                    following[there] = following.get(there, 0) + count * times
        counts = following
        steps += sum(counts.values())
        if steps > SLOW:
            break
    return steps


def _doubling(automaton: Automaton, loops: dict[int, int], budget: Budget) -> Iterator[tuple[int, list[int]]]:
    """Places to which two different ways lead back over the same word, one for each loop, with the word."""
    together = _together(automaton, budget)
    for start, loop in loops.items():
        if start != loop:
            continue  # What doubles anywhere in a loop doubles at its first place, too.

        def pairs(state: tuple[int, int, bool]) -> Iterator[tuple[tuple[int, int, bool], int]]:
            one, other, parted = state
            for here, there, several, code in together(one, other):
                if loops.get(here) == loops.get(there) == loops[one]:
                    yield (here, there, parted or here != there or several), code

        word = _path(pairs, (start, start, False), (start, start, True))
        if word:
            yield start, word


def _together(automaton: Automaton, budget: Budget) -> Callable[[int, int], Sequence[tuple[int, int, bool, int]]]:
    """Return what gives the places to which two places lead over one character.

    Each pair comes with whether several ways lead to the first of them, and with the character's code.
    """
    alike: dict[tuple[tuple[int, int], ...], int] = {}
    groups = [alike.setdefault(tuple(ways.items()), len(alike)) for ways in automaton.ways]
    found: dict[tuple[int, int], list[tuple[int, int, bool, int]]] = {}

    def together(one: int, other: int) -> list[tuple[int, int, bool, int]]:
        key = groups[one], groups[other]
        if key not in found:
            budget.spend(len(automaton.ways[one]) * len(automaton.ways[other]))
            ends = (
                (here, there, times > 1, common(automaton.ranges[here], automaton.ranges[there]))
                for here, times in automaton.ways[one].items()
                for there in automaton.ways[other]
            )
            found[key] = [(here, there, several, code) for here, there, several, code in ends if code is not None]
        budget.spend(1 + len(found[key]))
        return found[key]

    return together


def _shared(
    automaton: Automaton,
    loops: dict[int, int],
    reached: list[set[int]],
    pair: tuple[int, int],
    length: int,
    budget: Budget,
) -> int:
    """Return in how many ways two loops, one after the other, share a text; 1 when they cannot."""
    best = 1
    for first in (place for place, loop in loops.items() if loop == pair[0]):
        for second in (place for place, loop in loops.items() if loop == pair[1]):
            ways = min(
                length, *(length if one is None else one for one in map(automaton.variety.__getitem__, (first, second)))
            )
            budget.spend(1)
            if ways > best and _share(automaton, loops, reached, (first, second), budget):
                best = ways
    return best


def _share(
    automaton: Automaton, loops: dict[int, int], reached: list[set[int]], pair: tuple[int, int], budget: Budget
) -> bool:
    first, second = pair
    ranges, ways = automaton.ranges, automaton.ways

    def triples(state: tuple[int, int, int]) -> Iterator[tuple[tuple[int, int, int], int]]:
        one, between, other = state
        budget.spend(len(ways[one]) * len(ways[other]))
        for here in ways[one]:
            for there in ways[other]:
                if loops.get(here) != loops[first] or loops.get(there) != loops[second]:
                    continue
                both = _in_common(ranges[here], ranges[there])
                budget.spend(len(ways[between]) if both else 0)
                for middle in ways[between] if both else ():
                    code = common(both, ranges[middle])
                    if code is not None and (middle == second or second in reached[middle]):
                        yield (here, middle, there), code

    return bool(_path(triples, (first, first, second), (first, second, second)))


def _path(following: Steps[State], start: State, end: State) -> list[int]:
    """Return the word of a shortest path of at least one step, empty when there is none."""
    came: dict[State, tuple[State, int]] = {}
    waiting = deque([start])
    while waiting:
        state = waiting.popleft()
        for after, code in following(state):
            if after not in came:
                came[after] = (state, code)
                if after == end:
                    return _word(came, start, end)
                waiting.append(after)
    return []


def _word(came: dict[State, tuple[State, int]], start: State, end: State) -> list[int]:
    state, code = came[end]
    word = [code]
    while state != start:
        state, code = came[state]
        word.append(code)
    return word[::-1]


def _in_common(one: Ranges, other: Ranges) -> Ranges:
    both = ((max(first, low), min(last, high)) for first, last in one for low, high in other)
    return tuple((low, high) for low, high in both if low <= high)


def _reached(automaton: Automaton, budget: Budget) -> list[set[int]]:
    """Return for each place those that one or more steps lead to."""
    found: list[set[int]] = []
    for start in range(len(automaton.ways)):
        seen: set[int] = set()
        waiting = [start]
        while waiting:
            following = automaton.ways[waiting.pop()].keys()
            budget.spend(1 + len(following) // _AT_ONCE)
            new = following - seen
            seen |= new
            waiting += new
        found.append(seen)
    return found


def _loops(automaton: Automaton, reached: list[set[int]]) -> dict[int, int]:
    """Return the places that can be come back to, each with the first place of its loop."""
    return {
        place: min(other for other in after if place in reached[other])
        for place, after in enumerate(reached)
        if place in after
    }
