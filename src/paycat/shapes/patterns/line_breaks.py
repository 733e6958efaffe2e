"""What a schema has beside a pattern, as in Python, Java and .NET the `$` at its end lets a last line break through.

Where the pattern matches such texts anyway, that is nothing; where it matches no line break, whatever has one is
rejected; else what ends with one is, unless the pattern of those texts matches.
"""

from functools import lru_cache
from typing import NamedTuple

from paycat.shapes.patterns.backtracking import first_of
from paycat.shapes.patterns.compiled import matches
from paycat.shapes.patterns.printing import printed
from paycat.shapes.patterns.ranges import holds
from paycat.shapes.patterns.side_by_side import Answer, Budget, shortest_text
from paycat.shapes.patterns.tree import (
    Choice,
    Repeat,
    Sequence,
    Signs,
    Tree,
    has,
    is_impossible,
    longest,
    possible,
    sequence,
)

_LINE_BREAK = ord("\n")
_MOST_STEPS = 300_000
_MOST_BREAKS = 8
"""So many line breaks at an end are told apart."""


class Guard(NamedTuple):
    """What rejects a text beside a pattern: a pattern, unless another one with a guard of its own matches.

    `most` is instead of it the length beyond which texts are rejected.
    """

    rejected: str | None = None
    unless: "tuple[str, Guard] | None" = None
    most: int | None = None

    def rejects(self, text: str) -> bool:
        """Tell whether a text is rejected."""
        if self.most is not None and len(text) > self.most:
            return True
        is_hit = self.rejected is not None and matches(self.rejected, text)
        return is_hit and not (self.unless and matches(self.unless[0], text) and not self.unless[1].rejects(text))


NO_LINE_BREAK = Guard("\\n")
"""The guard of a pattern that matches no line break."""


@lru_cache(maxsize=4096)
def guard_of(tree: Tree) -> Guard | None:
    """Return what a schema has beside the pattern of a tree; None where nothing is known that helps."""
    if not has(tree, _LINE_BREAK):
        return NO_LINE_BREAK
    most = longest(tree)
    if isinstance(tree, Repeat) and isinstance(tree.part, Signs):
        return Guard(most=most)
    if not _is_open(tree) and most is not None and _is_open(tree, most):
        return Guard(most=most)
    return _guard(tree, 1)


def _guard(tree: Tree, breaks: int) -> Guard | None:
    """Return the guard of a pattern of which every text ends with a number of line breaks, less one."""
    if _is_open(tree):
        return Guard()
    rejected, ending = "\\n" * breaks + "$", _ending(tree, breaks)
    if is_impossible(ending):
        return Guard(rejected)
    ending = possible(ending)
    inner = _guard(ending, breaks + 1) if breaks < _MOST_BREAKS else None
    return inner and Guard(rejected, (printed(ending), inner))


def _ending(tree: Tree, breaks: int) -> Tree:
    """Return the tree of those texts of a tree that end with so many line breaks."""
    end = Signs(((_LINE_BREAK, _LINE_BREAK),))
    for _ in range(breaks):
        tree = _without_last(tree)
    return sequence(tree, *[end] * breaks)


def _without_last(tree: Tree) -> Tree:
    """Return the tree of what is before a line break at the end of the texts of a tree."""
    match tree:
        case Signs(ranges):
            return Sequence(()) if holds(ranges, _LINE_BREAK) else Signs(())
        case Choice(parts):
            return Choice(tuple(map(_without_last, parts)))
        case Repeat(part, least, most):
            fewer = [Repeat(part, max(least - 1, 0), None if most is None else most - 1)] if most != 1 else []
            return Signs(()) if most == 0 else sequence(*fewer, _without_last(part))
        case Sequence((*before, last)):
            found = sequence(*before, _without_last(last))
            return Choice((found, _without_last(sequence(*before)))) if first_of(last)[1] else found
    return Signs(())


def _is_open(tree: Tree, most: int | None = None) -> bool:
    """Return whether it is proven that a pattern matches its texts with a line break more, of at most some length."""
    trees = sequence(tree, Signs(((_LINE_BREAK, _LINE_BREAK),))), tree
    found = shortest_text(
        trees,
        lambda is_broken, is_right: is_broken and not is_right,
        lambda size: most is None or size <= most,
        most or 0,
        Budget(_MOST_STEPS),
    )
    return found == Answer(None)
