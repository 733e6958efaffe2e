"""Payloads for a request without samples, of the values that other samples have for the same fields."""

from collections.abc import Callable, Iterator
from typing import Any

from paycat.contract.model import Contract, Request
from paycat.contract.nodes import FieldNode, Group

_PLAIN: dict[str, Any] = {
    "string": "example",
    "number": 1000,
    "integer": 1,
    "boolean": True,
    "object": {"order_id": "order-0001"},
    "array": [],
}
Values = Callable[[FieldNode], Any]


def payloads(contract: Contract, request: Request) -> dict[str, Any]:
    """Return the payloads `minimal` and `full`; a field that no sample has gets a plain value, which may not fit."""
    return {
        "minimal": _body(request.root, _values(contract, request, "min"), full=False),
        "full": _body(request.root, _values(contract, request, "full"), full=True),
    }


def _values(contract: Contract, request: Request, ending: str) -> Values:
    def value(field: FieldNode) -> Any:
        fixed = field.constraint("const")
        if fixed:
            return fixed.value
        if field.role == "reference":
            method = request.method.lower().replace("_", "-")
            return f"test-{request.direction.replace('_', '-')}-{method}-{ending}"
        known = (found for found in _known(contract, request, field) if field.accepts(found))
        found = next(known, _PLAIN[field.json_type])
        return [_plain_item(field.items, value)] if field.items and not found else _of_shape(field, found)

    return value


def _plain_item(item: FieldNode | Group, values: Values) -> Any:
    return _body(item, values, full=True) if isinstance(item, Group) else values(item)


def _of_shape(field: FieldNode, found: Any) -> Any:
    """Return a value, or the first choice or an example of a day or moment where it has another form."""
    if field.accepts(found) or field.json_type != "string":
        return found
    listed = (*(one.value for one in field.choices), "2026-01-31", "2026-01-31T09:30:00Z")
    return next((one for one in listed if field.accepts(one)), found)


def _known(contract: Contract, request: Request, field: FieldNode) -> Iterator[Any]:
    """Values of a field of the same path and type in other samples, those of the same direction first."""
    others = sorted(contract.requests(), key=lambda one: one.direction != request.direction)
    for other in others:
        for sample in other.samples:
            if not sample.refusals and sample.erratum is None:
                found = sample.at(field.path)
                if found is not None:
                    yield found


def _body(group: Group, values: Values, *, full: bool) -> dict[str, Any]:
    needed = {name for condition in group.conditions for name in condition.any_of[0]}
    body: dict[str, Any] = {}
    for member in group.members:
        if full or member.requirement == "required" or member.name in needed:
            body[member.name] = _body(member, values, full=full) if isinstance(member, Group) else values(member)
    return body
