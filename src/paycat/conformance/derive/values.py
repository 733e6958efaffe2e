"""Values of fields and records: at the edges of rules, beside one another, with every member and with the fewest.

Some are candidates alone: the verdict of the contract decides.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import count, islice
from typing import Any, NamedTuple

from paycat.contract.interface import Record
from paycat.contract.nodes import FieldNode, Group, Node
from paycat.diagnostics import Diagnostic, FindingsError
from paycat.shapes.constraints import kinds_of, numbers_within, sampled
from paycat.shapes.constraints.const import Const
from paycat.shapes.constraints.kind import Sampled
from paycat.shapes.constraints.length import lengths_of
from paycat.shapes.constraints.relations import as_key
from paycat.shapes.decimals import json_number
from paycat.shapes.json_types import JSON_TYPES
from paycat.shapes.patterns.side_by_side import matching_text

_MOST_VARIANTS = 1000
"""So many texts, numbers or lists are tried."""


class WholeRecord(NamedTuple):
    """A record that a shape may refer to: what it looks like, and a valid value."""

    body: Node
    value: Any


def sample_of(field: FieldNode, value: Any, steps: int = 0) -> Sampled:
    """Return what values of a field are made of; `value` is a valid one, `steps` is what a pattern may cost."""
    return sampled(field.bounds, value, steps, partial(differing, field.items, value))


def keeping(field: FieldNode, sample: Sampled) -> Iterator[tuple[str, str, Any]]:
    """Return valid values at the edges of a field's rules, each with the rule's keyword and a name.

    Values that are at the edge of no constraint show what the field's type lets through.
    """
    for name, candidate in JSON_TYPES[field.json_type].own:
        if field.accepts(candidate):
            yield "type", name, candidate
    for kind in kinds_of(field.json_type):
        for name, candidate in kind.edges(sample):
            if field.accepts(candidate):
                yield kind.keyword if kind.keyword in field.bounds else "type", name, candidate


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
    yield from (one for _, _, one in keeping(member, sample_of(member, value)))
    if isinstance(value, str):
        yield from (one for number in range(_MOST_VARIANTS) if member.accepts(one := f"{value}{number}"))
        yield from (one for number in range(_MOST_VARIANTS) if member.accepts(one := _ending(value, number)))
    elif not isinstance(value, bool | dict | list):
        yield from (one for number in range(1, _MOST_VARIANTS) if member.accepts(one := value + number))


def _ending(text: str, number: int) -> str:
    """Return a text of the same length that ends with a number."""
    ending = str(number)
    return f"{text[: -len(ending)]}{ending}" if len(ending) <= len(text) else text


def whole_records(stated: Iterable[Record]) -> dict[str, WholeRecord]:
    """Return each record, by its name, with a valid value that has every member, none of them null.

    Plain members are those of its example. The records inside hold only what they must, so that no list is long.
    """
    known = tuple(stated)
    bodies = {one.name: one.body for one in known}
    return {one.name: WholeRecord(one.body, whole_value(one.body, bodies, one.example)) for one in known}


def whole_value(node: Node, records: Mapping[str, Node], example: Any = None) -> Any:
    """Return a valid value of a node with every member; `example` is a valid one that may lack some."""
    if isinstance(node, Group):
        known = example if isinstance(example, dict) else {}
        return {one.name: whole_value(one, records, known.get(one.name)) for one in node.members}
    if node.items or node.record or node.discriminator or example is None:
        return _least_value(node, records)
    return example


def _least_value(node: Node, records: Mapping[str, Node], around: frozenset[str] = frozenset()) -> Any:
    """Return a value that holds what it must: a member that may be null or left out is.

    `around` are the records that the value is in, in which a list of them ends.
    """
    if isinstance(node, Group):
        needed = [one for one in node.members if one.requirement == "required"]
        return {one.name: None if one.nullable else _least_value(one, records, around) for one in needed}
    if inner := node.record or next((one.record for one in node.variants if one.record not in around), None):
        if inner in around:
            raise _no_value(node)
        return _least_value(records[inner], records, around | {inner})
    if node.items:
        return _least_list(node, node.items, records, around)
    return _first(node, plain_values(node))


def _least_list(node: FieldNode, items: Node, records: Mapping[str, Node], around: frozenset[str]) -> Any:
    if isinstance(items, FieldNode) and items.record in around:
        return _first(node, [[]])
    first = _least_value(items, records, around)
    further = list(islice(differing(items, [first]), _MOST_VARIANTS))
    lists = ([first, *further[:size], *[first] * (size - len(further))] for size in count())
    return _first(node, islice(lists, _MOST_VARIANTS))


def _first(field: FieldNode, values: Iterable[Any]) -> Any:
    for one in values:
        if field.accepts(one):
            return one
    raise _no_value(field)


def _no_value(field: FieldNode) -> FindingsError:
    message = f"no value of {field.path or field.shape} keeps all its constraints, as far as is known"
    advice = "check the constraints, or state an example"
    return FindingsError([Diagnostic("unbroken-rule", field.location, message, advice)])


def plain_values(field: FieldNode) -> Iterator[Any]:
    """Return values of a field's type, of which the first that it accepts is simple."""
    yield from (one.value for one in field.choices)
    yield from (rule.value for rule in field.constraints if rule.keyword == Const.keyword)
    match field.json_type:
        case "string":
            yield from _texts(field)
        case "number" | "integer":
            accepted = numbers_within(field.bounds)
            ends = (accepted.smallest(), accepted.largest())
            yield from (1, *(json_number(one) for one in ends if one is not None))
            yield 0
        case "boolean":
            yield from (True, False)
        case "object":
            yield {}
        case _:
            yield "x"


def _texts(field: FieldNode) -> Iterator[str]:
    least, most = lengths_of(field.bounds)
    yield "x" * max(least, 1)
    for rule in field.constraints:
        pattern = rule.kind.texts(rule.value)
        text = pattern and matching_text(pattern, least, most).text
        if text is not None and pattern:
            yield text
