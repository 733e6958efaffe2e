"""Compares the conditions of an object by their meaning.

Conditions are monotone: a member more never breaks one. So all of them together ask no more than others do, exactly
when each smallest set of members that satisfies the others satisfies them, too.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import product

from paycat.changes.taxonomy import Action
from paycat.contract.nodes import Condition, Group

Choices = tuple[tuple[str, ...], ...]
"""What one condition asks: at least one of these combinations of members."""


def asked(group: Group, among: Collection[str]) -> list[Choices]:
    """Return what an object asks of some of its members: its conditions, and which of them it requires."""
    return [condition.any_of for condition in group.conditions] + [
        ((name,),) for name in group.required if name in among
    ]


def moved(old: Sequence[Choices], new: Sequence[Choices]) -> Action | None:
    """Return what happened to what an object requires, by its meaning and not by its wording; None for nothing."""
    if not old or not new:
        return Action.DROPPED if old else Action.ADDED if new else None
    match _implies(new, old), _implies(old, new):
        case True, True:
            return None
        case True, False:
            return Action.NARROWED
        case False, True:
            return Action.WIDENED
        case _:
            return Action.CHANGED


def shown(asked: Iterable[Choices]) -> str | None:
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
