"""A record in both contracts in; the schemas inside it side by side out, each with its path in words."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from paycat.changes.records.branches import paired, union_of, wrapping
from paycat.changes.records.json_types import types_of
from paycat.changes.records.nullable import split
from paycat.changes.records.words import reason_of
from paycat.contract.values import Reason

Schema = dict[str, Any]
Role = Literal["record", "member", "items", "others", "branch", "part"]
ABSENT: Any = object()
"""Stands where one of the contracts has no schema."""


@dataclass(frozen=True, slots=True)
class Node:
    """A place inside a record: what stands there in both contracts, or ABSENT, and the place around it.

    `name` is that of the member or the alternative. A branch or a part is about the same value as what is around it.
    """

    path: str
    old: Any
    new: Any
    role: Role
    name: str
    old_reason: Reason
    new_reason: Reason
    above: "Node | None" = None

    @property
    def reason(self) -> Reason:
        """The reason of what stands there now, or stood there."""
        return self.old_reason if self.new is ABSENT else self.new_reason

    @property
    def is_on_both_sides(self) -> bool:
        """Whether there is something to compare."""
        return self.old is not ABSENT and self.new is not ABSENT

    def inside(self, role: Role, name: str, path: str, old: Any, new: Any) -> "Node":
        """Return a place inside this one."""
        reasons = reason_of(old, self.old_reason), reason_of(new, self.new_reason)
        return Node(self.path + path, old, new, role, name, *reasons, above=self)

    def line(self) -> "list[Node]":
        """Return the places from the record down to this one."""
        return [*(self.above.line() if self.above else ()), self]


def everything(node: Node) -> Iterator[Node]:
    """Return a place and every place inside it, in order, down to what only one contract has."""
    yield node
    for inner in inside(node):
        yield from everything(inner)


def inside(node: Node) -> Iterator[Node]:
    """Return the places directly inside one; none where both sides have nothing in common."""
    if not node.is_on_both_sides:
        return
    old, new = split(node.old)[0], split(node.new)[0]
    yield from _alternatives(node, old, new)
    if have_the_same_parts(old, new):
        yield from _members(node, old, new)
        yield from _items(node, old, new)
        yield from _others(node, old, new)
        for pair in paired(old.get("allOf", []), new.get("allOf", [])):
            yield node.inside("part", pair.name, f"({pair.name})", _there(pair.old), _there(pair.new))


def have_the_same_parts(old: Schema, new: Schema) -> bool:
    """Whether two schemas can be compared part by part: neither is a reference or an alternative alone."""
    if wrapping(old, new) is not None or ("$ref" in old) is not ("$ref" in new):
        return False
    return bool(types_of(old) & types_of(new))


def _alternatives(node: Node, old: Schema, new: Schema) -> Iterator[Node]:
    pairs = wrapping(old, new)
    before, after = union_of(old), union_of(new)
    if pairs is None and before and after and have_the_same_parts(old, new):
        pairs = paired(old[before], new[after])
    for pair in pairs or ():
        yield node.inside("branch", pair.name, f"({pair.name})", _there(pair.old), _there(pair.new))


def _there(schema: Any) -> Any:
    return ABSENT if schema is None else schema


def _members(node: Node, old: Schema, new: Schema) -> Iterator[Node]:
    before, after = old.get("properties", {}), new.get("properties", {})
    for name in dict.fromkeys((*after, *before)):
        yield node.inside("member", name, f".{name}", before.get(name, ABSENT), after.get(name, ABSENT))


def _items(node: Node, old: Schema, new: Schema) -> Iterator[Node]:
    if "items" in old or "items" in new:
        yield node.inside("items", "", "[]", old.get("items", ABSENT), new.get("items", ABSENT))


def _others(node: Node, old: Schema, new: Schema) -> Iterator[Node]:
    before, after = old.get("additionalProperties", ABSENT), new.get("additionalProperties", ABSENT)
    if not isinstance(before, dict) and not isinstance(after, dict):
        return
    if before is not False and after is not False:  # Closing and opening are changes of the object itself.
        yield node.inside("others", "", ".*", _limiting(before), _limiting(after))


def _limiting(schema: Any) -> Any:
    return schema if isinstance(schema, dict) and schema else ABSENT
