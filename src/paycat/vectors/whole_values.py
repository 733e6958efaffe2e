"""Valid values of the shapes of records, parameters and headers: with every member, and with as few as there may be."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import count, islice
from typing import Any

from paycat.contract.interface import Record
from paycat.contract.nodes import FieldNode, Group, Node
from paycat.decimals import json_number
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.matching.side_by_side import matching_text
from paycat.shapes.constraints import numbers_within
from paycat.shapes.constraints.counts import lengths_of
from paycat.vectors.candidates import WholeRecord
from paycat.vectors.values import differing

_MOST = 1000


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
    return _first(node, _plain_values(node))


def _least_list(node: FieldNode, items: Node, records: Mapping[str, Node], around: frozenset[str]) -> Any:
    if isinstance(items, FieldNode) and items.record in around:
        return _first(node, [[]])
    first = _least_value(items, records, around)
    further = list(islice(differing(items, [first]), _MOST))
    lists = ([first, *further[:size], *[first] * (size - len(further))] for size in count())
    return _first(node, islice(lists, _MOST))


def _first(field: FieldNode, values: Iterable[Any]) -> Any:
    for one in values:
        if field.accepts(one):
            return one
    raise _no_value(field)


def _no_value(field: FieldNode) -> FindingsError:
    place = Span(field.place.path, field.place.line, 1)
    message = f"no value of {field.path or field.shape} keeps all its constraints, as far as is known"
    advice = "check the constraints, or state an example"
    return FindingsError([Diagnostic("unbroken-rule", place, message, advice)])


def _plain_values(field: FieldNode) -> Iterator[Any]:
    """Return values of a field's type, of which the first that it accepts is simple."""
    yield from (one.value for one in field.choices)
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
