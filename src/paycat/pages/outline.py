"""A request as lines of an outline: each member below the object or list that holds it."""

from collections.abc import Iterator
from dataclasses import dataclass

from paycat.contract.model import Request
from paycat.contract.nodes import FieldNode, Group, Node
from paycat.shapes.constraints.const import Const
from paycat.shapes.constraints.relations import Relation


@dataclass(frozen=True, slots=True)
class OutlineRule:
    """A rule in words, the text of the catalogue or the pattern that ends it, if any, and its code."""

    limit: str
    literal: str
    code: str


@dataclass(frozen=True, slots=True)
class OutlineRow:
    """A member, or what each item of a list is, and how many objects and lists are around it.

    `is_explained` is false for what needs no explanation: items without a meaning, and a member with one fixed value.
    """

    depth: int
    node: Node
    is_group: bool
    type: str
    is_explained: bool
    rules: tuple[OutlineRule, ...]


def outline(request: Request) -> list[OutlineRow]:
    """Return the members of a request, each before what is inside it, in the order of the field tables."""
    return [row for member in request.root.members for row in _rows(member, 0)]


def _rules(node: Node) -> Iterator[OutlineRule]:
    for rule in node.constraints if isinstance(node, FieldNode) else ():
        limit, literal = rule.phrase.limit, rule.phrase.literal
        if rule.kind.relation is Relation.MATCHES and not literal:  # A date in words has no exact form.
            limit, literal = f"{limit}, of the form", str(rule.kind.compared(rule.value))
        yield OutlineRule(limit, literal, rule.code)


def _rows(node: Node, depth: int) -> Iterator[OutlineRow]:
    is_group = isinstance(node, Group)
    is_fixed = isinstance(node, FieldNode) and node.constraint(Const.keyword) is not None
    type = "object" if isinstance(node, Group) else node.json_type
    yield OutlineRow(depth, node, is_group, type, bool(node.meaning) and not is_fixed, tuple(_rules(node)))
    inside = node.members if isinstance(node, Group) else [node.items]
    for inner in inside:
        if isinstance(inner, FieldNode | Group):
            yield from _rows(inner, depth + 1)
