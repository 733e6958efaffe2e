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
    codes = [code for code in BREAKS if has(tree, code)]
    foreign_ranges = _only(code for code in BREAKS if code not in codes)
    guard = next(
        filter(None, (_guard_against(tree, breaks, Budget(_STEPS_FOR_JAVA)) for breaks in _sets(tree, codes))), None
    )
    guard = guard or _guard_against(tree, [code for code in codes if code == _LINE_FEED])
    return guard and guard._replace(foreign=_class(foreign_ranges) if foreign_ranges else None)


def _sets(tree: Tree, codes: list[int]) -> Iterator[list[int]]:
    """Yield the line breaks to guard against: all, those that are wrong at the end of some texts, and less."""
    yield codes
    budget = Budget(_STEPS_FOR_JAVA)
    wrong_codes = [code for code in codes if not _is_open(tree, _only([code]), budget=budget)]
    crlf = {*_CRLF} if {*_CRLF} <= {*codes} and not _is_open(tree, *map(_only, zip(_CRLF)), budget=budget) else set()
    closed_codes = sorted({*wrong_codes, *crlf}) if crlf & {*wrong_codes} else wrong_codes
    yield closed_codes
    yield [code for code in closed_codes if code != _NEXT_LINE]


def _guard_against(tree: Tree, break_codes: list[int], budget: Budget | None = None) -> Guard | None:
    """Return the guard against some line breaks at the end."""
    end_ranges, max_length = _only(break_codes), longest(tree)
    if not end_ranges:
        return Guard()
    if isinstance(tree, Repeat) and isinstance(tree.part, Signs):
        return Guard(most=max_length)
    if max_length is not None and _is_open(tree, end_ranges, max_length=max_length, budget=budget):
        return Guard(most=max_length)
    return _guard(tree, end_ranges, 1, budget)


def has_no_break(guard: Guard) -> bool:
    """Tell whether no text of a pattern with this guard has a line break."""
    return guard.foreign == _class(_only(BREAKS))


def _guard(tree: Tree, end_ranges: Ranges, break_count: int, budget: Budget | None) -> Guard | None:
    """Return the guard of a pattern of which every text ends with a number of line breaks, less one."""
    if _is_open(tree, end_ranges, budget=budget):
        return Guard()
    rejected_pattern, ending_tree = _class(end_ranges) * break_count + "$", _ending(tree, break_count, end_ranges)
    if locations(ending_tree) > _MOST_LOCATIONS:
        return None
    if is_impossible(ending_tree):
        return Guard(rejected=rejected_pattern)
    ending_tree = possible(ending_tree)
    inner_guard = _guard(ending_tree, end_ranges, break_count + 1, budget) if break_count < _MOST_BREAKS else None
    return inner_guard and Guard(rejected=rejected_pattern, unless=(printed(ending_tree), inner_guard))


def _ending(tree: Tree, size: int, ends: Ranges) -> Tree:
    """Return the tree of those texts of a tree whose last characters, `size` of them, are all among some."""
    if size == 0 or is_impossible(tree):
        return tree
    endings = _last_of(tree, ends).items()
    return _possible([sequence(_ending(_possible(trees), size - 1, ends), Signs(ranges)) for ranges, trees in endings])


def _last_of(tree: Tree, end_ranges: Ranges) -> dict[Ranges, list[Tree]]:
    """Return what may be before a last character that is among some, by which of those it may be."""
    match tree:
        case Signs(ranges):
            last_ranges = _only(code for code in BREAKS if holds(end_ranges, code) and holds(ranges, code))
            return {last_ranges: [Concatenation(())]} if last_ranges else {}
        case Alternation(parts):
            return _together(_last_of(part, end_ranges) for part in parts)
        case Repeat(_, _, 0):
            return {}
        case Repeat(part, minimum, maximum):
            # A last turn without a character changes nothing.
            head = [Repeat(part, max(minimum - 1, 0), None if maximum is None else maximum - 1)] if maximum != 1 else []
            return _after(head, _last_of(part, end_ranges))
        case Concatenation(parts):
            leading_parts, last_parts = parts[:-1], parts[-1:]
            mappings = [_after(leading_parts, _last_of(part, end_ranges)) for part in last_parts]
            is_end = last_parts and first_of(last_parts[0])[1]
            return _together([*mappings, _last_of(sequence(*leading_parts), end_ranges)] if is_end else mappings)


def _after(parts: Iterable[Tree], trees_by_last: dict[Ranges, list[Tree]]) -> dict[Ranges, list[Tree]]:
    return {ranges: [sequence(*parts, tree) for tree in trees] for ranges, trees in trees_by_last.items()}


def _together(tree_mappings: Iterable[dict[Ranges, list[Tree]]]) -> dict[Ranges, list[Tree]]:
    merged_by_last: dict[Ranges, list[Tree]] = {}
    for trees_by_last in tree_mappings:
        for ranges, trees in trees_by_last.items():
            merged_by_last.setdefault(ranges, []).extend(trees)
    return merged_by_last


def _possible(trees: list[Tree]) -> Tree:
    return choice(*([tree for tree in trees if not is_impossible(tree)] or [Signs(())]))


def _only(codes: Iterable[int]) -> Ranges:
    return united((code, code) for code in codes)


def _class(ranges: Ranges) -> str:
    """Return a class of characters, without the edges of a pattern."""
    return printed(Signs(ranges))[1:-1]


def _is_open(tree: Tree, *end_ranges: Ranges, max_length: int | None = None, budget: Budget | None = None) -> bool:
    """Return whether it is proven that a pattern matches its texts with line breaks more, of at most some length."""
    shortest = shortest_text(
        (sequence(tree, *map(Signs, end_ranges)), tree),
        lambda is_broken, is_right: is_broken and not is_right,
        lambda size: max_length is None or size <= max_length,
        max_length or 0,
        budget or Budget(_MOST_STEPS),
    )
    return shortest == Shortest(None)
