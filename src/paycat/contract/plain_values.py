"""Simple values of fields."""

from collections.abc import Iterator
from typing import Any

from paycat.contract.nodes import FieldNode
from paycat.shapes.constraints import is_decimal_text, numbers_within, patterns_of
from paycat.shapes.constraints.length import lengths_of
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


def _texts(field: FieldNode) -> Iterator[str]:
    min_length, max_length = lengths_of(field.bounds)
    yield "x" * max(min_length, 1)
    patterns = patterns_of(field.bounds)
    matching_texts = (matching_text(pattern, min_length, max_length).text for pattern in patterns)
    yield from (text for text in matching_texts if text is not None)
    if patterns and is_decimal_text(field.bounds):
        shortest = common_text(*(texts(pattern, min_length, max_length) for pattern in (patterns[0], patterns[-1])))
        yield from [] if shortest.text is None else [shortest.text]
