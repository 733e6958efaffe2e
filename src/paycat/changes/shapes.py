"""What decides which values a node accepts, and nothing else of it; and the records that nodes refer to."""

from collections.abc import Hashable, Iterator, Mapping
from types import MappingProxyType

from paycat.contract.nodes import FieldNode, Node, fields_of

_AS_THEY_ARE: Mapping[str, str] = MappingProxyType({})


def shape(node: Node, names: Mapping[str, str] = _AS_THEY_ARE) -> Hashable:
    """Return a value that is equal for two nodes when they refuse the same in every body.

    Records are compared by name; `names` gives those that stand for others.
    """
    need = node.name, node.requirement == "required", node.nullable
    if isinstance(node, FieldNode):
        rules = tuple((rule.keyword, rule.value, rule.code) for rule in node.constraints)
        items = shape(node.items, names) if node.items else None
        referred = tuple((value, names.get(record, record)) for value, record in _references(node))
        return *need, node.json_type, rules, items, node.discriminator, referred
    conditions = frozenset(condition.any_of for condition in node.conditions)
    return *need, node.closed, conditions, frozenset(shape(member, names) for member in node.members)


def references(node: Node) -> set[str]:
    """Return the names of the records that a node refers to, here and inside."""
    return {record for field in fields_of(node) for _, record in _references(field)}


def _references(field: FieldNode) -> Iterator[tuple[str, str]]:
    if field.record is not None:
        yield "", field.record
    yield from ((one.value, one.record) for one in field.variants)
