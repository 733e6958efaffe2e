"""What is known of the values of a shape: whether there is any, and those that its examples show."""

from collections.abc import Iterator
from typing import Any

from paycat.catalogue.interface import ParameterStatement
from paycat.catalogue.shapes import Shaped
from paycat.lint.context import RuleContext, home_of
from paycat.lint.statements import Stated
from paycat.shapes.constraints.conflicts import conflict
from paycat.shapes.named import SHAPES


def is_without_value(context: RuleContext, shape: Stated[Shaped]) -> bool:
    """Return whether no value keeps the constraints of a shape, wherever they are stated."""
    resolved = context.resolved(shape)
    return resolved.shape in SHAPES and bool(conflict(SHAPES[resolved.shape].json_type, [*resolved.bounds.items()]))


def shown_values(context: RuleContext, shape: Stated[Shaped]) -> Iterator[Any]:
    """Return the values that examples and the default have for a shape; None where there is none."""
    table, name = home_of(shape)
    if isinstance(shape.value, ParameterStatement):
        yield from (shape.value.example, shape.value.default)
    elif table == "records":
        value, steps = context.catalogue.records.value.records[name].example, iter(shape.path[2:])
        for step in steps:
            if step == "of":
                value = value[0] if isinstance(value, list) and value else None
            else:
                value = value.get(next(steps)) if isinstance(value, dict) else None
        yield value
