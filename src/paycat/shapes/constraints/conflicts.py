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


def conflict(json_type: str, constraints: Sequence[Constraint], different: int | None = None) -> list[int]:
    """Return the positions of constraints that no value keeps together, as few as possible; none if some value may.

    `different` is the number of different items that a list may have, if it is limited.
    """
    if not _is_impossible(json_type, constraints, different):
        return []
    kept = list(range(len(constraints)))
    for position in range(len(constraints)):
        rest = [index for index in kept if index != position]
        if _is_impossible(json_type, [constraints[index] for index in rest], different):
            kept = rest
    return kept


def number_of_values(json_type: str, constraints: Sequence[Constraint]) -> int | None:
    """Return how many different values keep the constraints; None if there is no limit, or it is not known."""
    listed = next(_listed(constraints), None)
    if listed is not None:
        return sum(_keeps_all(constraints, value) for value in listed)
    if json_type not in ("number", "integer"):
        return 2 if json_type == "boolean" else None
    accepted = _numbers(json_type, constraints)
    smallest, largest = accepted.smallest(), accepted.largest()
    if accepted.stated_step is None or smallest is None or largest is None:
        return None
    return 0 if accepted.is_empty else int((largest - smallest) / accepted.stated_step) + 1


def _is_impossible(json_type: str, constraints: Sequence[Constraint], different: int | None) -> bool:
    """Return whether it is proven that no value keeps all constraints."""
    listed = next(_listed(constraints), None)
    if listed is not None:
        return not any(_keeps_all(constraints, value) for value in listed)
    match json_type:
        case "string":
            return _numbers(json_type, constraints).is_empty or _has_no_text(constraints)
        case "number" | "integer":
            return _numbers(json_type, constraints).is_empty
        case "array":
            is_limited = different is not None and any(
                KINDS[keyword].relation is Relation.DISTINCT for keyword, _ in constraints
            )
            least, most = _counts(constraints, different if is_limited else None)
            return most is not None and least > most
    return False


def _keeps_all(constraints: Sequence[Constraint], value: Any) -> bool:
    """Return whether a value of the right JSON type keeps all constraints."""
    return all(KINDS[keyword].holds(bound, value) for keyword, bound in constraints)


def _listed(constraints: Sequence[Constraint]) -> Iterator[tuple[Any, ...]]:
    """Yield the values that each constraint lists."""
    for keyword, bound in constraints:
        if KINDS[keyword].relation is Relation.ONE_OF and isinstance(bound, tuple):
            yield bound
        elif KINDS[keyword].relation is Relation.EQUAL:
            yield (bound,)


def _has_no_text(constraints: Sequence[Constraint]) -> bool:
    """Return whether no text has the lengths and the forms; of three forms, only the first and the last one count."""
    least, most = _counts(constraints, None)
    forms = [
        KINDS[keyword].texts(bound) for keyword, bound in constraints if KINDS[keyword].relation is Relation.MATCHES
    ]
    if is_decimal_text(bounds := dict(constraints)):
        forms[0] = decimal_text_pattern(bounds)
    if not forms:
        return most is not None and least > most
    first, last = (texts(form, least, most) for form in (forms[0], forms[-1]))
    answer = common_text(first, last)
    return answer.is_known and answer.text is None


def _counts(constraints: Sequence[Constraint], limit: int | None) -> tuple[int, int | None]:
    """Return the least and the greatest count that the constraints on counts leave."""
    counts = [
        (KINDS[keyword].relation, int(str(bound)))
        for keyword, bound in constraints
        if isinstance(KINDS[keyword], CountKind)
    ]
    least = max((count for relation, count in counts if relation is Relation.AT_LEAST), default=0)
    most = [count for relation, count in counts if relation is Relation.AT_MOST]
    return least, min([*most, *([] if limit is None else [limit])], default=None)


def _numbers(json_type: str, constraints: Sequence[Constraint]) -> NumberRange:
    accepted = NumberRange(stated_step=1) if json_type == "integer" else NumberRange()
    for kind, bound in ((KINDS[keyword], bound) for keyword, bound in constraints):
        if kind.measure is Measure.NUMBER:
            accepted = accepted.narrowed(kind.relation, kind.compared(bound))
    return accepted
