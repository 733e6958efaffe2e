"""What a schema has beside a pattern, as in Python and Java the `$` at its end lets a last line break through.

In Python that is a line feed, in Java any of `BREAKS`, and a carriage return with a line feed is one (java.util.regex
.Pattern, "Line terminators"). What has a line break that the pattern never matches is rejected. Of the others, that is
nothing where the pattern matches such texts anyway; else what ends with one is rejected, unless the pattern of those
texts matches.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from paycat.shapes.patterns.backtracking import first_of
from paycat.shapes.patterns.compiled import matches
from paycat.shapes.patterns.printing import printed
from paycat.shapes.patterns.ranges import Ranges, holds, united
from paycat.shapes.patterns.side_by_side import Budget, Shortest, shortest_text
from paycat.shapes.patterns.tree import (
    Alternation,
    Concatenation,
    Repeat,
    Signs,
    Tree,
    choice,
    has,
    is_impossible,
    locations,
    longest,
    possible,
    sequence,
)

BREAKS = (0x0A, 0x0D, 0x85, 0x2028, 0x2029)
_LINE_FEED, _NEXT_LINE = 0x0A, 0x85
_CRLF = (0x0D, _LINE_FEED)
_MOST_STEPS = 300_000
_STEPS_FOR_JAVA = 100_000
_MOST_BREAKS = 8
"""So many line breaks at an end are told apart."""
_MOST_LOCATIONS = 4_000
"""So many signs a pattern of the guard may have; there is none that is longer."""


class Guard(NamedTuple):
    """What rejects a text beside a pattern: a line break that no text has, and a pattern, unless another one matches.

    The other one has a guard of its own. `most` is instead of both patterns the length beyond which texts are rejected.
    """

    foreign: str | None = None
    rejected: str | None = None
    unless: "tuple[str, Guard] | None" = None
    most: int | None = None

    def rejects(self, text: str) -> bool:
        """Tell whether a text is rejected."""
        if (self.most is not None and len(text) > self.most) or (self.foreign and matches(self.foreign, text)):
            return True
        is_hit = self.rejected is not None and matches(self.rejected, text)
        return is_hit and not (self.unless and matches(self.unless[0], text) and not self.unless[1].rejects(text))


@lru_cache(maxsize=4096)
def guard_of(tree: Tree) -> Guard | None:
    """Return what a schema has beside the pattern of a tree; None where nothing is known that helps Python.

    Where nothing exact is known for Java, Java is wrong about some texts that end with several line breaks, or with
    U+0085, or with any of those of its own.
    """
    matched = [code for code in BREAKS if has(tree, code)]
    foreign = _only(code for code in BREAKS if code not in matched)
    guard = next(
        filter(None, (_guard_against(tree, breaks, Budget(_STEPS_FOR_JAVA)) for breaks in _sets(tree, matched))), None
    )
    guard = guard or _guard_against(tree, [code for code in matched if code == _LINE_FEED])
    return guard and guard._replace(foreign=_class(foreign) if foreign else None)


def _sets(tree: Tree, matched: list[int]) -> Iterator[list[int]]:
    """Yield the line breaks to guard against: all, those that are wrong at the end of some texts, and less."""
    yield matched
    budget = Budget(_STEPS_FOR_JAVA)
    wrong = [code for code in matched if not _is_open(tree, _only([code]), budget=budget)]
    pair = {*_CRLF} if {*_CRLF} <= {*matched} and not _is_open(tree, *map(_only, zip(_CRLF)), budget=budget) else set()
    closed = sorted({*wrong, *pair}) if pair & {*wrong} else wrong
    yield closed
    yield [code for code in closed if code != _NEXT_LINE]


def _guard_against(tree: Tree, breaks: list[int], budget: Budget | None = None) -> Guard | None:
    """Return the guard against some line breaks at the end."""
    ends, most = _only(breaks), longest(tree)
    if not ends:
        return Guard()
    if isinstance(tree, Repeat) and isinstance(tree.part, Signs):
        return Guard(most=most)
    if most is not None and _is_open(tree, ends, most=most, budget=budget):
        return Guard(most=most)
    return _guard(tree, ends, 1, budget)


def has_no_break(guard: Guard) -> bool:
    """Tell whether no text of a pattern with this guard has a line break."""
    return guard.foreign == _class(_only(BREAKS))


def _guard(tree: Tree, ends: Ranges, breaks: int, budget: Budget | None) -> Guard | None:
    """Return the guard of a pattern of which every text ends with a number of line breaks, less one."""
    if _is_open(tree, ends, budget=budget):
        return Guard()
    rejected, ending = _class(ends) * breaks + "$", _ending(tree, breaks, ends)
    if locations(ending) > _MOST_LOCATIONS:
        return None
    if is_impossible(ending):
        return Guard(rejected=rejected)
    ending = possible(ending)
    inner = _guard(ending, ends, breaks + 1, budget) if breaks < _MOST_BREAKS else None
    return inner and Guard(rejected=rejected, unless=(printed(ending), inner))


def _ending(tree: Tree, size: int, ends: Ranges) -> Tree:
    """Return the tree of those texts of a tree whose last characters, `size` of them, are all among some."""
    if size == 0 or is_impossible(tree):
        return tree
    endings = _last_of(tree, ends).items()
    return _possible([sequence(_ending(_possible(before), size - 1, ends), Signs(last)) for last, before in endings])


def _last_of(tree: Tree, ends: Ranges) -> dict[Ranges, list[Tree]]:
    """Return what may be before a last character that is among some, by which of those it may be."""
    match tree:
        case Signs(ranges):
            last = _only(code for code in BREAKS if holds(ends, code) and holds(ranges, code))
            return {last: [Concatenation(())]} if last else {}
        case Alternation(parts):
            return _together(_last_of(part, ends) for part in parts)
        case Repeat(_, _, 0):
            return {}
        case Repeat(part, least, most):
            # A last turn without a character changes nothing.
            fewer = [Repeat(part, max(least - 1, 0), None if most is None else most - 1)] if most != 1 else []
            return _after(fewer, _last_of(part, ends))
        case Concatenation(parts):
            before, after = parts[:-1], parts[-1:]
            groups = [_after(before, _last_of(part, ends)) for part in after]
            is_end = after and first_of(after[0])[1]
            return _together([*groups, _last_of(sequence(*before), ends)] if is_end else groups)


def _after(before: Iterable[Tree], group: dict[Ranges, list[Tree]]) -> dict[Ranges, list[Tree]]:
    return {last: [sequence(*before, tree) for tree in trees] for last, trees in group.items()}


def _together(groups: Iterable[dict[Ranges, list[Tree]]]) -> dict[Ranges, list[Tree]]:
    merged: dict[Ranges, list[Tree]] = {}
    for group in groups:
        for last, trees in group.items():
            merged.setdefault(last, []).extend(trees)
    return merged


def _possible(trees: list[Tree]) -> Tree:
    return choice(*([tree for tree in trees if not is_impossible(tree)] or [Signs(())]))


def _only(codes: Iterable[int]) -> Ranges:
    return united((code, code) for code in codes)


def _class(ranges: Ranges) -> str:
    """Return a class of characters, without the edges of a pattern."""
    return printed(Signs(ranges))[1:-1]


def _is_open(tree: Tree, *ends: Ranges, most: int | None = None, budget: Budget | None = None) -> bool:
    """Return whether it is proven that a pattern matches its texts with line breaks more, of at most some length."""
    answer = shortest_text(
        (sequence(tree, *map(Signs, ends)), tree),
        lambda is_broken, is_right: is_broken and not is_right,
        lambda size: most is None or size <= most,
        most or 0,
        budget or Budget(_MOST_STEPS),
    )
    return answer == Shortest(None)
