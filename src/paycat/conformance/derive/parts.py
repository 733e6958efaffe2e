"""Large bodies in parts: what is made of them grows with the number of members, and not with its square."""

from collections.abc import Callable, Collection, Iterator
from typing import Any

from paycat.contract.nodes import FieldNode, Group, Node, groups_of
from paycat.contract.paths import path_at, steps_of
from paycat.text.json_data import holds_path, value_at
from paycat.text.json_encoding import compact

MOST_SIGNS = 2**16
_MOST_FIELDS = 100
"""A body with more fields, or a longer one, is taken apart."""
_TOGETHER = 10
"""A part has about as many fields beside those that every body needs, and half the signs of a longest body."""


def plain_fields(node: Node) -> Iterator[FieldNode]:
    """Return the fields of a node, in order; a list is one field, whatever its items are."""
    if isinstance(node, FieldNode):
        yield node
    else:
        for member in node.members:
            yield from plain_fields(member)


def parts(root: Node, full: Any, least: Callable[[], Any], most_signs: int) -> Iterator[tuple[Node, Any]]:
    """Return a node and a full body, or parts of a large one: some of the fields and a body with what these need.

    Each field and each condition is in a part. `least` returns `full` with as few fields as it is valid with; a body
    of more than `most_signs` is a large one.
    """
    fields = [field.path for field in plain_fields(root)]
    if not isinstance(root, Group) or (len(fields) <= _MOST_FIELDS and len(compact(full)) <= most_signs):
        yield root, full
        return
    needed = least()
    spare = {path for path in fields if not holds_path(needed, steps_of(path))}
    for together in _packed(root, fields, full, most_signs // 2):
        part = _narrowed(root, together)
        assert part, "the body itself is kept"
        yield part, _without(full, spare - together)


def _packed(root: Group, fields: Collection[str], full: Any, most_signs: int) -> Iterator[set[str]]:
    """Return the fields of each part; those that a condition names are together."""
    named = [
        [path_at((*steps_of(group.path), name)) for names in condition.any_of for name in names]
        for group in groups_of(root)
        for condition in group.conditions
    ]
    tied = {path for together in named for path in together}
    packed, signs = set[str](), 0
    for together in (*named, *([path] for path in fields if path not in tied)):
        values = [value_at(full, steps) for path in together if holds_path(full, steps := steps_of(path))]
        more = len(compact(values))
        if packed and (len(packed) + len(together) > _TOGETHER or signs + more > most_signs):
            yield packed
            packed, signs = set(), 0
        packed |= {*together}
        signs += more
    yield packed


def _narrowed(node: Node, kept: Collection[str]) -> Node | None:
    """Return a node with some of its fields, and the conditions that name no others; None where it has no field."""
    if isinstance(node, FieldNode):
        return node if node.path in kept else None
    members = tuple(part for member in node.members if (part := _narrowed(member, kept)))
    names = {member.name for member in members}
    conditions = tuple(one for one in node.conditions if all(map(names.issuperset, one.any_of)))
    return node.model_copy(update={"members": members, "conditions": conditions}) if members else None


def _without(value: Any, dropped: Collection[str], path: str = "") -> Any:
    if not isinstance(value, dict):
        return value
    inside = ((name, inner, path_at((path, name)) if path else name) for name, inner in value.items())
    return {name: _without(inner, dropped, here) for name, inner, here in inside if here not in dropped}
