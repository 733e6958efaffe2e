"""Conditions by their meaning: which combinations of members they ask for, and which follow from others.

Conditions are monotone: a member more never breaks one. They stay factored: the product of their combinations has more
members than any catalogue has bytes.
"""

from collections.abc import Sequence

Combinations = tuple[tuple[str, ...], ...]
"""What one condition asks: at least one of these combinations of members."""

_MOST_STEPS = 2_000_000
"""So many comparisons of combinations are made: which conditions follow from others is as hard as satisfiability."""


def implies(asked: Sequence[Combinations], others: Sequence[Combinations]) -> bool | None:
    """Return whether every set of members that satisfies some conditions satisfies the others, too.

    Return None where that takes too many steps, as it does only where many conditions share their members.
    """
    follows = [_follows(asked, one) for one in others]
    return False if False in follows else None if None in follows else True


def _follows(asked: Sequence[Combinations], other: Combinations) -> bool | None:
    unwanted, steps = [frozenset(names) for names in other], 0
    named = frozenset[str]().union(*unwanted)
    parts = ([named.intersection(names) for names in one] for one in asked)
    # A combination of other members alone satisfies its condition, and never brings the other one nearer.
    waiting = [(frozenset[str](), [one for one in parts if all(one)])]
    while waiting:
        names, conditions = waiting.pop()
        open_ = [one for one in conditions if not _has(names, one)]
        if not open_:
            return False  # These members satisfy all that is asked, and have none of the other's combinations.
        steps += sum(map(len, open_)) * len(unwanted)
        if steps > _MOST_STEPS:
            return None
        left = [[part for part in one if not _has(names | part, unwanted)] for one in open_]
        waiting += [(names | part, left) for part in min(left, key=len)]
    return True


def _has(names: frozenset[str], combinations: Sequence[frozenset[str]]) -> bool:
    return any(names.issuperset(one) for one in combinations)
