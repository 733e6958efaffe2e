"""What is measured of a value, and how the measure must relate to the bound: the algebra of all constraints.

The validator, the generated models and the checker in the browser each know these measures and relations, and no
constraint by name.
"""

import operator
from collections.abc import Callable, Hashable, Mapping
from decimal import Decimal
from enum import StrEnum
from typing import Any

from paycat.shapes.check_digits import ALGORITHMS
from paycat.shapes.decimals import as_decimal, is_multiple
from paycat.shapes.patterns.compiled import matches


class Measure(StrEnum):
    """What a value is measured by."""

    VALUE = "value"
    """The value itself."""
    CHARACTERS = "characters"
    """How many code points a text has."""
    NUMBER = "number"
    """The number, exactly as it was written."""
    ITEMS = "items"
    """How many items a list has."""


class Relation(StrEnum):
    """How the measure of a valid value relates to the bound."""

    EQUAL = "equal"
    AT_LEAST = "at_least"
    ABOVE = "above"
    AT_MOST = "at_most"
    BELOW = "below"
    MULTIPLE = "multiple"
    MATCHES = "matches"
    """The text matches a pattern in its portable form."""
    ONE_OF = "one_of"
    """The text is one of several."""
    DISTINCT = "distinct"
    """No two items of the list are equal as JSON: 1 and 1.0 are, 1 and true are not."""
    CHECKED = "checked"
    """The check digits of the text are right by an algorithm."""


def relates(measure: Measure, relation: Relation, value: Any, constraint_value: Any) -> bool:
    """Tell whether the measure of a value of the right JSON type has a relation to a bound."""
    return _RELATIONS[relation](_MEASURES[measure](value), constraint_value)


_MEASURES: Mapping[Measure, Callable[[Any], Any]] = {
    Measure.VALUE: lambda value: value,
    Measure.CHARACTERS: len,
    Measure.NUMBER: as_decimal,
    Measure.ITEMS: len,
}
_RELATIONS: Mapping[Relation, Callable[[Any, Any], bool]] = {
    Relation.EQUAL: operator.eq,
    Relation.AT_LEAST: operator.ge,
    Relation.ABOVE: operator.gt,
    Relation.AT_MOST: operator.le,
    Relation.BELOW: operator.lt,
    Relation.MULTIPLE: is_multiple,
    Relation.MATCHES: lambda text, pattern: matches(pattern, text),
    Relation.ONE_OF: lambda text, choices: text in choices,
    Relation.DISTINCT: lambda items, bound: len({as_key(item) for item in items}) == len(items),
    Relation.CHECKED: lambda text, name: ALGORITHMS[name].holds(text),
}


def as_key(value: Any) -> Hashable:
    """Return a value that is equal for two values that are equal as JSON."""
    if isinstance(value, dict):
        return "object", frozenset((name, as_key(member_value)) for name, member_value in value.items())
    if isinstance(value, list | tuple):
        return "list", tuple(map(as_key, value))
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return type(value), value
    return "number", as_decimal(value)
