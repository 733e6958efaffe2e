"""A request without samples in, payloads for it out: of the values that other samples have for the same fields."""

from collections.abc import Callable, Iterator
from typing import Any

from paycat.contract.model import Contract, FieldNode, Group, Request

_PLAIN: dict[str, Any] = {"string": "example", "number": 1000, "object": {"order_id": "order-0001"}}
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
        return next(known, _PLAIN[field.json_type])

    return value


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
