"""The meaning of a contract: which refusals a body gets. Every artefact is held against this, in one normal form.

One refusal per member, the first of: null, type, constraints in their order. All members at once, and a condition's
refusal at its container. The items of a list are looked at when the list itself keeps its constraints. Numbers may be
int, float (read by its shortest form) or Decimal; a bool is no number.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from paycat.catalogue.directions import Direction
from paycat.contract.model import Contract, Refusal, Request
from paycat.contract.nodes import FieldNode, Group, Node
from paycat.contract.pointers import pointer
from paycat.shapes.constraints import KINDS
from paycat.shapes.constraints.choice import Choice
from paycat.shapes.json_types import JSON_TYPES

Path = tuple[str | int, ...]

CHOICE = KINDS[Choice.keyword]
_NO_RECORDS: Mapping[str, Node] = MappingProxyType({})


def judge(request: Request, body: Any) -> tuple[Refusal, ...]:
    """Return what the request type refuses in a body, by pointer and code; empty when the body is valid."""
    return refused(request.root, body)


def refused(root: Node, body: Any, records: Mapping[str, Node] = _NO_RECORDS) -> tuple[Refusal, ...]:
    """Return what a node refuses in a value, by pointer and code; `records` are those that it refers to."""
    found = set(_Validating(records).node(root, body, ()))
    return tuple(sorted(found, key=lambda one: (one.pointer, one.code)))


def dispatch(contract: Contract, direction: Direction, body: dict[str, Any]) -> Request | Refusal:
    """Return the request type that a body names in a direction, or why there is none."""
    member = method_member(contract, direction)
    place = pointer([member])
    if member not in body:
        return Refusal(code="required", pointer=place)
    code = body[member]
    if code is None:
        return Refusal(code="null_not_allowed", pointer=place)
    if not isinstance(code, str):
        return Refusal(code="type", pointer=place)
    method = contract.method(code)
    if method is None:
        return Refusal(code=contract.interface.problem("unknown_method").slug, pointer=place)
    request = method.offer(direction).request
    if request is None:
        return Refusal(code=contract.interface.problem("unavailable_direction").slug, pointer=place)
    return request


def method_member(contract: Contract, direction: Direction) -> str:
    """Return the member that carries the method code in a direction's requests, or in the other's if it has none."""
    request = next(contract.requests(direction), None) or next(contract.requests())
    field = request.by_role("method")
    assert field is not None, "resolving refuses requests without a field for the method code"
    return field.path


@dataclass(frozen=True, slots=True)
class _Validating:
    """Validates values against nodes; `records` are those that nodes refer to, and an unknown one accepts anything."""

    records: Mapping[str, Node]

    def node(self, node: Node, value: Any, path: Path) -> Iterator[Refusal]:
        if value is None and (node.nullable or (isinstance(node, FieldNode) and node.shape == "any")):
            return
        if value is None:
            yield Refusal(code="null_not_allowed", pointer=pointer(path))
        elif isinstance(node, Group):
            yield from self._group(node, value, path)
        elif node.record is not None:
            yield from self._record(node.record, value, path)
        elif node.discriminator is not None:
            yield from self._variants(node, node.discriminator, value, path)
        else:
            yield from self._field(node, value, path)

    def _group(self, group: Group, value: Any, path: Path) -> Iterator[Refusal]:
        if not _is_object(value):
            yield Refusal(code="type", pointer=pointer(path))
            return
        for member in group.members:
            here = (*path, member.name)
            if member.name not in value:
                if member.requirement == "required":
                    yield Refusal(code="required", pointer=pointer(here))
            else:
                yield from self.node(member, value[member.name], here)
        if group.closed:
            known = {member.name for member in group.members}
            yield from (Refusal(code="unknown_field", pointer=pointer((*path, name))) for name in value.keys() - known)
        for condition in group.conditions:
            if not any(all(name in value for name in names) for names in condition.any_of):
                yield Refusal(code="conditional_required", pointer=pointer(path))

    def _field(self, field: FieldNode, value: Any, path: Path) -> Iterator[Refusal]:
        wrong = None if JSON_TYPES[field.json_type].holds(value) else "type"
        code = wrong or next((rule.code for rule in field.constraints if not rule.holds(value)), None)
        if code:
            yield Refusal(code=code, pointer=pointer(path))
        elif field.items:
            for index, item in enumerate(value):
                yield from self.node(field.items, item, (*path, index))

    def _record(self, name: str, value: Any, path: Path) -> Iterator[Refusal]:
        if name in self.records:
            yield from self.node(self.records[name], value, path)

    def _variants(self, field: FieldNode, member: str, value: Any, path: Path) -> Iterator[Refusal]:
        """Validate against the record that the value of a member names."""
        if not _is_object(value):
            yield Refusal(code="type", pointer=pointer(path))
        elif member not in value:
            yield Refusal(code="required", pointer=pointer((*path, member)))
        elif found := next((one for one in field.variants if one.value == value[member]), None):
            yield from self._record(found.record, value, path)
        else:
            yield Refusal(code=CHOICE.usual_code, pointer=pointer((*path, member)))


def _is_object(value: Any) -> bool:
    return JSON_TYPES["object"].holds(value)
