"""Conditions by their meaning: which combinations of members they ask for, and which follow from others.

Conditions are monotone: a member more never breaks one. So some conditions imply another, exactly when each smallest
set of members that satisfies them satisfies the other, too.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

Combinations = tuple[tuple[str, ...], ...]
"""What one condition asks: at least one of these combinations of members."""


def implies(asked: Sequence[Combinations], others: Sequence[Combinations]) -> bool:
    """Return whether every set of members that satisfies some conditions satisfies the others, too."""
    return all(_holds(others, names) for names in _smallest(asked))


def _smallest(asked: Sequence[Combinations]) -> Iterator[frozenset[str]]:
    for chosen in product(*asked):
        yield frozenset(name for names in chosen for name in names)


def _holds(asked: Iterable[Combinations], names: frozenset[str]) -> bool:
    return all(any(names.issuperset(choice) for choice in choices) for choices in asked)
