"""A node in; a value that it accepts out, with every member."""

from collections.abc import Iterator, Mapping
from typing import Any

from paycat.changes.texts import some_text, texts_of
from paycat.contract.judge import refused
from paycat.contract.nodes import FieldNode, Group, Node
from paycat.decimals import json_number
from paycat.shapes.constraints import numbers_within

_DEEPEST = 6
_TEXTS = ("text", "2026-01-02", "2026-01-02T03:04:05Z")
_MOST_ITEMS = 20


def made(node: Node, records: Mapping[str, Node], depth: int = 0) -> Any:
    """Return a value for a node, readable where that is possible; whether it is accepted has to be asked.

    `records` are those that nodes refer to; what refers to itself without an end is cut off with null.
    """
    if depth > _DEEPEST:
        return None
    if isinstance(node, Group):
        return {member.name: made(member, records, depth + 1) for member in node.members}
    match node.shape:
        case "any":
            return "text"
        case "record":
            return made(records[node.record or ""], records, depth + 1) if node.record in records else {}
        case "union":
            return _variant(node, records, depth)
        case "list":
            return _items(node, records, depth)
        case _:
            return next((one for one in _plain(node) if not refused(node, one)), None)


def _variant(node: FieldNode, records: Mapping[str, Node], depth: int) -> Any:
    first = next(iter(node.variants), None)
    if first is None or node.discriminator is None:
        return {}
    value = made(records[first.record], records, depth + 1) if first.record in records else {}
    return {**value, node.discriminator: first.value} if isinstance(value, dict) else value


def _items(node: FieldNode, records: Mapping[str, Node], depth: int) -> list[Any]:
    """Return a list of one item, or of as many as there must be."""
    one = made(node.items, records, depth + 1) if node.items else "text"
    counts = range(1, _MOST_ITEMS)
    return next((items for count in counts if not _too_few(node, items := [one] * count)), [one])


def _too_few(node: FieldNode, items: list[Any]) -> bool:
    return any(not rule.holds(items) for rule in node.constraints if rule.holds([*items, *items]))


def _plain(field: FieldNode) -> Iterator[Any]:
    yield from (one.value for one in field.choices)
    yield from (rule.value for rule in field.constraints if isinstance(rule.value, bool))
    match field.json_type:
        case "string":
            yield from _TEXTS
            yield from (text for text in (some_text(texts_of(field)),) if text is not None)
        case "boolean":
            yield from (True, False)
        case "object":
            yield {}
        case _:
            accepted = numbers_within(field.bounds)
            ends = (one for one in (accepted.smallest(), accepted.largest()) if one is not None)
            yield from (1, 0, *map(json_number, ends))
