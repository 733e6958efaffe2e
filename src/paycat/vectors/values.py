"""Values that keep or break one rule of a field: plain candidates; the contract's own verdict says which count."""

from collections.abc import Iterator
from typing import Any

from paycat.contract.model import Constraint, FieldNode
from paycat.shapes.constraints import kinds_of, sampled
from paycat.shapes.json_types import JSON_TYPES

Named = tuple[str, Any]
Kept = tuple[str, str, Any]


def breaking(field: FieldNode, rule: Constraint, value: Any, steps: int) -> Iterator[Named]:
    """Values that may break a rule of a field; `value` is a valid one, `steps` is what a pattern may cost."""
    return rule.kind.breaking(sampled(field.bounds, value, steps))


def cannot_be_broken(field: FieldNode, rule: Constraint, value: Any) -> bool:
    """Tell whether it is proven that no value breaks a rule of a field and keeps those before it."""
    return rule.kind.is_implied(sampled(field.bounds, value))


def keeping(field: FieldNode, value: Any, steps: int) -> Iterator[Kept]:
    """Valid values at the edges of a field's rules, each with the rule's keyword; `value` is a valid one.

    Values that are at the edge of no constraint show what the field's type lets through.
    """
    for keyword, name, candidate in _edges(field, value, steps):
        if field.accepts(candidate):
            yield keyword if keyword in field.bounds else "type", name, candidate


def _edges(field: FieldNode, value: Any, steps: int) -> Iterator[Kept]:
    yield from (("type", name, candidate) for name, candidate in JSON_TYPES[field.json_type].own)
    sample = sampled(field.bounds, value, steps)
    for kind in kinds_of(field.json_type):
        yield from ((kind.keyword, name, candidate) for name, candidate in kind.edges(sample))
