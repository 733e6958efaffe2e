"""The meaning of a contract: which refusals a body gets. Every artefact is held against this, in one normal form.

One refusal per member, the first of: null, type, constraints in their order. All members at once, and a condition's
refusal at its container. The items of a list are looked at when the list itself keeps its constraints. Numbers may be
int, float (read by its shortest form) or Decimal; a bool is no number.
"""

from collections.abc import Iterator
from typing import Any

from paycat.catalogue.directions import Direction
from paycat.contract.model import Contract, FieldNode, Group, Refusal, Request
from paycat.contract.pointers import pointer
from paycat.shapes.json_types import JSON_TYPES

Path = tuple[str | int, ...]


def judge(request: Request, body: Any) -> tuple[Refusal, ...]:
    """Return what the request type refuses in a body, by pointer and code; empty when the body is valid."""
    return tuple(sorted(set(_group(request.root, body, ())), key=lambda found: (found.pointer, found.code)))


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


def _group(group: Group, value: Any, path: Path) -> Iterator[Refusal]:
    wrong = _wrong_type(value, "object")
    if wrong:
        yield Refusal(code=wrong, pointer=pointer(path))
        return
    for member in group.members:
        here = (*path, member.name)
        if member.name not in value:
            if member.requirement == "required":
                yield Refusal(code="required", pointer=pointer(here))
        else:
            yield from _member(member, value[member.name], here)
    if group.closed:
        known = {member.name for member in group.members}
        yield from (Refusal(code="unknown_field", pointer=pointer((*path, name))) for name in value.keys() - known)
    for condition in group.conditions:
        if not any(all(name in value for name in names) for names in condition.any_of):
            yield Refusal(code="conditional_required", pointer=pointer(path))


def _member(member: FieldNode | Group, value: Any, path: Path) -> Iterator[Refusal]:
    return _group(member, value, path) if isinstance(member, Group) else _field(member, value, path)


def _field(field: FieldNode, value: Any, path: Path) -> Iterator[Refusal]:
    wrong = _wrong_type(value, field.json_type)
    code = wrong or next((rule.code for rule in field.constraints if not rule.holds(value)), None)
    if code:
        yield Refusal(code=code, pointer=pointer(path))
    elif field.items:
        for index, item in enumerate(value):
            yield from _member(field.items, item, (*path, index))


def _wrong_type(value: Any, wanted: str) -> str | None:
    if value is None:
        return "null_not_allowed"
    return None if JSON_TYPES[wanted].holds(value) else "type"
