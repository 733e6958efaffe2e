# Part of paycat's runtime, copied unchanged. Do not edit.

"""The rules of lists, which are held against a list before its items are read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, LiteralString

from pydantic_core import PydanticCustomError

from .json_values import identity_of, items_of


@dataclass(frozen=True, slots=True)
class ListRule:
    """A kind of rule: the type of its error, and what holds a list against a bound."""

    error: LiteralString
    keeps: Callable[[list[Any], Any], bool]


class ListRules(dict[str, tuple[Any, LiteralString]]):
    """The rules of a list: bound and message of each.

    A class that inherits it has the kinds of rules by these names.
    """

    kinds: ClassVar[Mapping[str, ListRule]] = {}

    def read(self, value: object) -> object:
        """Return the list that a value is. Raises PydanticCustomError."""
        items = items_of(value)
        if not isinstance(value, list):
            raise PydanticCustomError("list_type", "must be a list")
        for name, (bound, must) in self.items():
            rule = self.kinds[name]
            if not rule.keeps(items, bound):
                raise PydanticCustomError(rule.error, must)
        return items


def at_least(items: list[Any], bound: int) -> bool:
    """Return whether a list has so many items or more."""
    return len(items) >= bound


def at_most(items: list[Any], bound: int) -> bool:
    """Return whether a list has so many items or fewer."""
    return len(items) <= bound


def multiple(items: list[Any], bound: int) -> bool:
    """Return whether the items of a list come in groups of so many."""
    return len(items) % bound == 0


def distinct(items: list[Any], _: object) -> bool:
    """Return whether no two items of a list are equal."""
    return len(set(map(identity_of, items))) == len(items)
