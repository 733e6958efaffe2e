"""Constraints that exclude each other: no value keeps them all."""

from collections.abc import Iterator, Sequence
from typing import Any

from paycat.shapes.constraints import KINDS, decimal_text_pattern, is_decimal_text
from paycat.shapes.constraints.counts import CountKind
from paycat.shapes.constraints.number_range import NumberRange
from paycat.shapes.constraints.relations import Measure, Relation
from paycat.shapes.constraints.statement import Bound
from paycat.shapes.patterns.texts import common_text, texts

Constraint = tuple[str, Bound]
"""The keyword of a constraint with its bound; several may have one keyword."""


def conflict(json_type: str, constraints: Sequence[Constraint], distinct_count: int | None = None) -> list[int]:
    """Return the positions of constraints that no value keeps together, as few as possible; none if some value may.

    `distinct_count` is the number of different items that a list may have, if it is limited.
    """
    if not _is_impossible(json_type, constraints, distinct_count):
        return []
    kept_positions = list(range(len(constraints)))
    for position in range(len(constraints)):
        other_positions = [index for index in kept_positions if index != position]
        if _is_impossible(json_type, [constraints[index] for index in other_positions], distinct_count):
            kept_positions = other_positions
    return kept_positions


def number_of_values(json_type: str, constraints: Sequence[Constraint]) -> int | None:
    """Return how many different values keep the constraints; None if there is no limit, or it is not known."""
    listed_values = next(_listed(constraints), None)
    if listed_values is not None:
        return sum(_keeps_all(constraints, value) for value in listed_values)
    if json_type not in ("number", "integer"):
        return 2 if json_type == "boolean" else None
    number_range = _numbers(json_type, constraints)
    smallest_number, largest_number = number_range.smallest(), number_range.largest()
    if number_range.stated_step is None or smallest_number is None or largest_number is None:
        return None
    return 0 if number_range.is_empty else int((largest_number - smallest_number) / number_range.stated_step) + 1


def _is_impossible(json_type: str, constraints: Sequence[Constraint], distinct_count: int | None) -> bool:
    """Return whether it is proven that no value keeps all constraints."""
    listed_values = next(_listed(constraints), None)
    if listed_values is not None:
        return not any(_keeps_all(constraints, value) for value in listed_values)
    match json_type:
        case "string":
            return _numbers(json_type, constraints).is_empty or _has_no_text(constraints)
        case "number" | "integer":
            return _numbers(json_type, constraints).is_empty
        case "array":
            is_limited = distinct_count is not None and any(
                KINDS[keyword].relation is Relation.DISTINCT for keyword, _ in constraints
            )
            minimum, maximum = _counts(constraints, distinct_count if is_limited else None)
            return maximum is not None and minimum > maximum
    return False


def _keeps_all(constraints: Sequence[Constraint], value: Any) -> bool:
    """Return whether a value of the right JSON type keeps all constraints."""
    return all(KINDS[keyword].holds(constraint_value, value) for keyword, constraint_value in constraints)


def _listed(constraints: Sequence[Constraint]) -> Iterator[tuple[Any, ...]]:
    """Yield the values that each constraint lists."""
    for keyword, constraint_value in constraints:
        if KINDS[keyword].relation is Relation.ONE_OF and isinstance(constraint_value, tuple):
            yield constraint_value
        elif KINDS[keyword].relation is Relation.EQUAL:
            yield (constraint_value,)


def _has_no_text(constraints: Sequence[Constraint]) -> bool:
    """Return whether no text has the lengths and the forms; of three forms, only the first and the last one count."""
    min_length, max_length = _counts(constraints, None)
    forms = (KINDS[keyword].texts(bound) for keyword, bound in constraints)
    patterns = [form for form in forms if form is not None]
    if is_decimal_text(value_by_keyword := dict(constraints)):
        patterns[0] = decimal_text_pattern(value_by_keyword)
    if not patterns:
        return max_length is not None and min_length > max_length
    first_texts, last_texts = (texts(pattern, min_length, max_length) for pattern in (patterns[0], patterns[-1]))
    shortest = common_text(first_texts, last_texts)
    return shortest.is_known and shortest.text is None


def _counts(constraints: Sequence[Constraint], limit: int | None) -> tuple[int, int | None]:
    """Return the least and the greatest count that the constraints on counts leave."""
    relation_counts = [
        (KINDS[keyword].relation, int(str(constraint_value)))
        for keyword, constraint_value in constraints
        if isinstance(KINDS[keyword], CountKind)
    ]
    minimum = max((count for relation, count in relation_counts if relation is Relation.AT_LEAST), default=0)
    maxima = [count for relation, count in relation_counts if relation is Relation.AT_MOST]
    return minimum, min([*maxima, *([] if limit is None else [limit])], default=None)


def _numbers(json_type: str, constraints: Sequence[Constraint]) -> NumberRange:
    number_range = NumberRange(stated_step=1) if json_type == "integer" else NumberRange()
    for kind, constraint_value in ((KINDS[keyword], constraint_value) for keyword, constraint_value in constraints):
        if kind.measure is Measure.NUMBER:
            number_range = number_range.narrowed(kind.relation, kind.compared(constraint_value))
    return number_range
