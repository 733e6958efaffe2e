# Part of paycat's runtime, copied unchanged. Do not edit.

"""The rules of lists, and of texts, that pydantic has no argument for."""

from collections.abc import Callable, Mapping, Sized
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, LiteralString

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError, SchemaValidator, core_schema

from .check_digits import ALGORITHMS
from .json_values import identity_of, items_of


@dataclass(frozen=True, slots=True)
class Rule:
    """A kind of rule: the type of its error, and what holds a value against a bound."""

    error: LiteralString
    keeps: Callable[[Any, Any], bool]


class Rules(dict[str, tuple[Any, LiteralString]]):
    """The rules of a value: bound and message of each, in the order in which they reject.

    A class that inherits it has the kinds of rules by these names.
    """

    kinds: ClassVar[Mapping[str, Rule]] = {}

    def read_list(self, value: object) -> object:
        """Return the list that a value is, whose items are read later.

        Raises PydanticCustomError.
        """
        items = items_of(value)
        if not isinstance(value, list):
            raise PydanticCustomError("list_type", "must be a list")
        return self.check(items)

    def after(self) -> AfterValidator:
        """Return what holds a value against the rules once it is read."""
        return AfterValidator(self.check)

    def check(self, value: Any) -> Any:
        """Return the value. Raises PydanticCustomError for the first broken rule."""
        for name, (bound, must) in self.items():
            rule = self.kinds[name]
            if not rule.keeps(value, bound):
                raise PydanticCustomError(rule.error, must)
        return value


def at_least(value: Sized, bound: int) -> bool:
    """Return whether there are so many items or characters, or more."""
    return len(value) >= bound


def at_most(value: Sized, bound: int) -> bool:
    """Return whether there are so many items or characters, or fewer."""
    return len(value) <= bound


def multiple(value: Sized, bound: int) -> bool:
    """Return whether items or characters come in groups of so many."""
    return len(value) % bound == 0


def distinct(items: list[Any], _: object) -> bool:
    """Return whether no two items of a list are equal."""
    return len(set(map(identity_of, items))) == len(items)


def checked(text: str, algorithm: str) -> bool:
    """Return whether the check digits of a text are right by an algorithm."""
    return ALGORITHMS[algorithm](text)


def matches(text: str, pattern: str) -> bool:
    """Return whether a text matches a pattern, as pydantic matches others."""
    return _validator(pattern).isinstance_python(text)


@cache
def _validator(pattern: str) -> SchemaValidator:
    return SchemaValidator(core_schema.str_schema(pattern=pattern))
