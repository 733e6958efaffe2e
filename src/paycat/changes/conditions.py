"""The conditions of an object, before and after; what they ask more or less out.

Conditions are monotone: a member more never breaks one. So all of them together ask no more than others do, exactly
when each smallest set of members that satisfies the others satisfies them, too.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import product
from typing import Literal

from paycat.contract.nodes import Condition, Group

Choices = tuple[tuple[str, ...], ...]
"""What one condition asks: at least one of these combinations of members."""

Move = Literal["same", "added", "dropped", "narrowed", "widened", "changed"]


def asked(group: Group, among: Collection[str]) -> list[Choices]:
    """Return what an object asks of some of its members: its conditions, and which of them it requires."""
    return [condition.any_of for condition in group.conditions] + [
        ((name,),) for name in group.required if name in among
    ]


def moved(old: Sequence[Choices], new: Sequence[Choices]) -> Move:
    """Return how what an object asks moves, by its meaning and not by its wording."""
    if not old or not new:
        return "same" if not old and not new else "dropped" if old else "added"
    match _implies(new, old), _implies(old, new):
        case True, True:
            return "same"
        case True, False:
            return "narrowed"
        case False, True:
            return "widened"
        case _:
            return "changed"


def told(asked: Iterable[Choices]) -> str | None:
    """Return what is asked in words, such as `a | b + c`; None when nothing is."""
    words = [" | ".join(" + ".join(names) for names in choices) for choices in asked]
    return " and ".join(words) or None


def members(conditions: Iterable[Condition]) -> set[str]:
    """Return the members that conditions name."""
    return {name for condition in conditions for names in condition.any_of for name in names}


def _implies(asked: Sequence[Choices], others: Sequence[Choices]) -> bool:
    return all(_holds(others, names) for names in _smallest(asked))


def _smallest(asked: Sequence[Choices]) -> Iterator[frozenset[str]]:
    for chosen in product(*asked):
        yield frozenset(name for names in chosen for name in names)


def _holds(asked: Iterable[Choices], names: frozenset[str]) -> bool:
    return all(any(names.issuperset(choice) for choice in choices) for choices in asked)
