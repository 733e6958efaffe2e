"""A body with the fewest members, and large bodies in parts: vectors of each rule of a large one would be large."""

from collections.abc import Iterable, Iterator, Mapping, Set
from functools import reduce
from typing import Any

from paycat.contract.nodes import FieldNode, Group, Node, groups_of
from paycat.contract.paths import steps_of
from paycat.contract.validate import VariantValidator
from paycat.shapes.json_types import JSON_TYPES
from paycat.text.json_data import Path, compact, holds_path, value_at, without

MOST_SIGNS = 2**16
_MOST_FIELDS = 100
"""A body with more fields, or a longer one, is taken apart."""
_TOGETHER = 10
"""A part has about as many fields beside those that every body needs, and half the signs of a longest body."""


def fewest(root: Node, full_body: Any, body_by_name: Mapping[str, Node], members: Iterable[Node]) -> Any:
    """Return a valid body without as many of some members as possible."""
    body, validator = full_body, VariantValidator(root, [full_body], body_by_name)
    is_valid = not validator.rejected(full_body)
    is_decided = any(group.cases for group in groups_of(root))
    for member in sorted(members, key=lambda member: member.path):
        path = steps_of(member.path)
        if path and member.requirement != "required" and holds_path(body, path):
            smaller_body = without(body, path)
            # Only conditions and cases ask for a member that is not required, and in a list, items may have to differ.
            is_free = is_valid and member.requirement == "optional" and not any(isinstance(step, int) for step in path)
            is_free = is_free and not is_decided
            body = smaller_body if is_free or not validator.rejected(smaller_body) else body
    return body


def parts(root: Node, full_body: Any, body_by_name: Mapping[str, Node], most_signs: int) -> Iterator[tuple[Node, Any]]:
    """Return a node and a full body, or parts of a large one: some of the fields and a body with what these need.

    Each field and each condition is in a part. A body of more than `most_signs` is a large one.
    """
    nodes = list(_plain_nodes(root))
    fields = {steps_of(node.path): node for node in nodes if isinstance(node, FieldNode)}
    if not isinstance(root, Group) or (len(fields) <= _MOST_FIELDS and len(compact(full_body)) <= most_signs):
        yield root, full_body
        return
    needed_body = fewest(root, full_body, body_by_name, fields.values())
    spare_paths = {path for path in fields if holds_path(full_body, path) and not holds_path(needed_body, path)}
    groups = [(steps_of(node.path), node) for node in nodes if isinstance(node, Group)]
    ties = [[(*path, name) for name in condition.names] for path, group in groups for condition in group.conditions]
    ties += [
        [(*path, *steps_of(name)) for name in (*case.given, case.member)]
        for path, group in groups
        for case in group.cases
    ]
    lone_paths = fields.keys() - {path for paths in ties for path in paths}
    for kept_paths in _packed([*ties, *([path] for path in fields if path in lone_paths)], full_body, most_signs // 2):
        yield narrowed(root, kept_paths), reduce(without, spare_paths - kept_paths, full_body)


def _plain_nodes(node: Node) -> Iterator[Node]:
    """Return a node and those inside, in order; a list is one field, whatever its items are."""
    yield node
    for member in node.members if isinstance(node, Group) else ():
        yield from _plain_nodes(member)


def _packed(tied_paths: Iterable[list[Path]], full_body: Any, most_signs: int) -> Iterator[set[Path]]:
    """Return the fields of each part, of those that have to be together."""
    packed_paths, sign_count = set[Path](), 0
    for paths in tied_paths:
        further_count = len(compact([value_at(full_body, path) for path in paths if holds_path(full_body, path)]))
        if packed_paths and (len(packed_paths) + len(paths) > _TOGETHER or sign_count + further_count > most_signs):
            yield packed_paths
            packed_paths, sign_count = set(), 0
        packed_paths |= {*paths}
        sign_count += further_count
    yield packed_paths


def narrowed(group: Group, kept_paths: Set[Path]) -> Group:
    """Return an object with some of its fields, the objects that hold them, and what names no others."""
    members = tuple(kept for member in group.members if (kept := _kept(member, kept_paths)))
    member_names = {member.name for member in members}
    conditions = tuple(condition for condition in group.conditions if member_names.issuperset(condition.names))
    return group.model_copy(update={"members": members, "conditions": conditions, "cases": ()})


def _kept(node: Node, kept_paths: Set[Path]) -> Node | None:
    """Return a node as far as it has one of the fields; a list that is one has all that its items have."""
    if isinstance(node, Group):
        kept_group = narrowed(node, kept_paths)
        return kept_group if kept_group.members else None
    if steps_of(node.path) in kept_paths:
        return node
    items = _kept(node.items, kept_paths) if isinstance(node.items, Group) else None
    return node.model_copy(update={"items": items}) if items else None


def fitting(node: Node, base: Any) -> Node | None:
    """Return a node as far as a value has it with its type, or None: what it says then is tried on no such value."""
    path = steps_of(node.path)
    if not holds_path(base, path):
        return None
    value = value_at(base, path)
    if isinstance(node, Group):
        children = (fitting(child, base) for child in node.members) if isinstance(value, dict) else ()
        members = tuple(child for child in children if child)
        return node.model_copy(update={"members": members}) if members else None
    if not JSON_TYPES[node.json_type].holds(value):
        return None
    if node.items is None:
        return node
    item_node = fitting(node.items, base)
    return node.model_copy(update={"items": item_node}) if item_node else None
