"""Values that keep or break one rule of a field: plain candidates; the contract's own verdict says which count."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from paycat.contract.nodes import Constraint, FieldNode, Group
from paycat.shapes.constraints import kinds_of, sampled
from paycat.shapes.constraints.kind import Sampled
from paycat.shapes.constraints.relations import as_key
from paycat.shapes.json_types import JSON_TYPES

Named = tuple[str, Any]
Kept = tuple[str, str, Any]

_MOST_VARIANTS = 1000
"""So many texts or numbers are tried for the items of a list."""


def breaking(field: FieldNode, rule: Constraint, value: Any, steps: int) -> Iterator[Named]:
    """Values that may break a rule of a field; `value` is a valid one, `steps` is what a pattern may cost."""
    return rule.kind.breaking(_sampled(field, value, steps))


def cannot_be_broken(field: FieldNode, rule: Constraint, value: Any) -> bool:
    """Tell whether it is proven that no value breaks a rule of a field and keeps those before it."""
    return rule.kind.is_implied(_sampled(field, value, 0))


def keeping(field: FieldNode, value: Any, steps: int) -> Iterator[Kept]:
    """Valid values at the edges of a field's rules, each with the rule's keyword; `value` is a valid one.

    Values that are at the edge of no constraint show what the field's type lets through.
    """
    for keyword, name, candidate in _edges(field, value, steps):
        if field.accepts(candidate):
            yield keyword if keyword in field.bounds else "type", name, candidate


def _edges(field: FieldNode, value: Any, steps: int) -> Iterator[Kept]:
    yield from (("type", name, candidate) for name, candidate in JSON_TYPES[field.json_type].own)
    sample = _sampled(field, value, steps)
    for kind in kinds_of(field.json_type):
        yield from ((kind.keyword, name, candidate) for name, candidate in kind.edges(sample))


def _sampled(field: FieldNode, value: Any, steps: int) -> Sampled:
    return sampled(field.bounds, value, steps, partial(differing, field.items, value))


def differing(item: FieldNode | Group | None, value: Any) -> Iterator[Any]:
    """Return items that a list may have beside its own, where it has any; no two of them are equal."""
    if item is None or not value:
        return
    known = {as_key(one) for one in value}
    for one in _variants(item, value[0]):
        if as_key(one) not in known:
            known.add(as_key(one))
            yield one


def _variants(member: FieldNode | Group, value: Any) -> Iterator[Any]:
    """Return valid values that differ from a valid one: of an object, in one field."""
    if isinstance(member, Group):
        for inner in member.members:
            if inner.name in value:
                yield from ({**value, inner.name: one} for one in _variants(inner, value[inner.name]))
        return
    if member.record or member.discriminator:
        return
    yield from (one for _, _, one in keeping(member, value, 0))
    if isinstance(value, str):
        yield from (one for number in range(_MOST_VARIANTS) if member.accepts(one := f"{value}{number}"))
        yield from (one for number in range(_MOST_VARIANTS) if member.accepts(one := _ending(value, number)))
    elif not isinstance(value, bool | dict | list):
        yield from (one for number in range(1, _MOST_VARIANTS) if member.accepts(one := value + number))


def _ending(text: str, number: int) -> str:
    """Return a text of the same length that ends with a number."""
    ending = str(number)
    return f"{text[: -len(ending)]}{ending}" if len(ending) <= len(text) else text
