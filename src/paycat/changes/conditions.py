"""Compares the conditions of an object by their meaning."""

from collections.abc import Collection, Iterable, Sequence

from paycat.changes.taxonomy import Action
from paycat.contract.combinations import Combinations, implies
from paycat.contract.nodes import Condition, Group


def asked(group: Group, among: Collection[str]) -> list[Combinations]:
    """Return what an object asks of some of its members: its conditions, and which of them it requires."""
    return [condition.any_of for condition in group.conditions] + [
        ((name,),) for name in group.required if name in among
    ]


def moved(old: Sequence[Combinations], new: Sequence[Combinations]) -> Action | None:
    """Return what happened to what an object requires, by its meaning and not by its wording; None for nothing.

    Where that takes too long to find out, it changed in both ways, of which one may break.
    """
    if not old or not new:
        return Action.DROPPED if old else Action.ADDED if new else None
    match implies(new, old), implies(old, new):
        case True, True:
            return None
        case True, False:
            return Action.NARROWED
        case False, True:
            return Action.WIDENED
        case _:
            return Action.CHANGED


def shown(asked: Iterable[Combinations]) -> str | None:
    """Return what is asked in words, such as `a | b + c`; None when nothing is."""
    words = [" | ".join(" + ".join(names) for names in choices) for choices in asked]
    return " and ".join(words) or None


def members(conditions: Iterable[Condition]) -> set[str]:
    """Return the members that conditions name."""
    return {name for condition in conditions for names in condition.any_of for name in names}
