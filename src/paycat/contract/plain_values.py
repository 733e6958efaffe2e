"""Simple values of fields."""

from collections.abc import Iterator
from typing import Any

from paycat.contract.nodes import FieldNode
from paycat.shapes.constraints import is_decimal_text, numbers_within, patterns_of
from paycat.shapes.constraints.length import lengths_of
from paycat.shapes.constraints.relations import Relation
from paycat.shapes.decimals import json_number
from paycat.shapes.patterns.texts import common_text, matching_text, texts


def plain_values(field: FieldNode) -> Iterator[Any]:
    """Return values of a field's type, of which the first that it accepts is simple."""
    yield from (choice.value for choice in field.choices)
    yield from [field.fixed.value] if field.fixed else []
    match field.json_type:
        case "string":
            yield from _texts(field)
        case "number" | "integer":
            number_range = numbers_within(field.bounds)
            end_numbers = (number_range.smallest(), number_range.largest())
            yield from (1, *(json_number(number) for number in end_numbers if number is not None))
            yield 0
        case "boolean":
            yield from (True, False)
        case "object":
            yield {}
        case _:
            yield "x"


def near(field: FieldNode, value: Any) -> Any:
    """Return a value if a field accepts it, or one near it if its check digits alone are wrong; None for none."""
    if field.accepts(value):
        return value
    checks = [rule for rule in field.constraints if rule.kind.relation is Relation.CHECKED]
    is_otherwise_kept = all(rule.holds(value) for rule in field.constraints if rule not in checks)
    corrected_values = (new for rule in checks if is_otherwise_kept for new in rule.kind.corrected(rule.value, value))
    return next(filter(field.accepts, corrected_values), None)


def _texts(field: FieldNode) -> Iterator[str]:
    for rule in field.constraints:
        yield from rule.kind.known(rule.value)
    min_length, max_length = lengths_of(field.bounds)
    yield "x" * max(min_length, 1)
    patterns = patterns_of(field.bounds)
    shortest_texts = [matching_text(pattern, min_length, max_length).text for pattern in patterns]
    if len(patterns) > 1 or is_decimal_text(field.bounds):
        ends = (texts(pattern, min_length, max_length) for pattern in (patterns[0], patterns[-1]))
        shortest_texts.append(common_text(*ends).text)
    for text in shortest_texts:
        if text is not None:
            yield text
            yield from [] if (corrected := near(field, text)) is None else [corrected]
