"""Patterns and lengths in; a shortest text that they ask for out, or that there is none.

Texts are made from automata, so that none is missed for want of a sample near it. No text here has a line break: every
pattern of a field refuses those.
"""

from functools import lru_cache

from paycat.matching.automaton import Budget
from paycat.matching.patterns import anchors
from paycat.matching.regular import LAST, Repeat, Sequence, Signs, Tree, tree_of, without
from paycat.matching.side_by_side import MOST_STEPS, Answer, Verdicts, shortest_text

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
