"""The payloads of the first samples of a request: values of samples that there are, else such as the rules allow."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from paycat.contract.model import Contract, Request
from paycat.contract.nodes import FieldNode, Group
from paycat.contract.plain_values import plain_values
from paycat.contract.validate import rejected

_PLAIN: dict[str, tuple[Any, ...]] = {
    "text": ("example", "12345678", "https://example.com/"),
    "date": ("2026-01-31",),
    "date_time": ("2026-01-31T09:30:00Z",),
    "decimal": (1000,),
    "decimal_text": ("1000", "1000.00", "10.00"),
    "integer": (1,),
    "boolean": (True,),
    "object": ({"order_id": "order-0001"},),
    "list": ([],),
}
_BY_ROLE = {"notify": ("https://example.com/notifications",)}
_Values = Callable[[FieldNode], Any]


def sample_payloads(contract: Contract, request: Request) -> dict[str, Any]:
    """Return the payloads `minimal` and `full` of a request; values are those of the samples of a contract.

    A field without a sample has a value that keeps its rules, or null where none is known.
    """
    return {
        "minimal": _body(request.root, _values(contract, request, "min"), is_full=False),
        "full": _body(request.root, _values(contract, request, "full"), is_full=True),
    }


def _values(contract: Contract, request: Request, suffix: str) -> _Values:
    reference = f"test-{request.path}-{suffix}".lower().replace("_", "-").replace("/", "-")

    def value(field: FieldNode) -> Any:
        if field.fixed:
            return field.fixed.value
        if field.role == "reference" and field.accepts(reference):
            return reference
        sampled_value = _accepted(field, _sampled(contract, request, field))
        if sampled_value is not None:
            return sampled_value
        if not field.items:
            role_values = _BY_ROLE.get(field.role or "", ())
            return _accepted(field, (*role_values, *_PLAIN.get(field.shape, ()), *plain_values(field)))
        return [_body(field.items, value, is_full=True) if isinstance(field.items, Group) else value(field.items)]

    return value


def _accepted(field: FieldNode, values: Iterable[Any]) -> Any:
    return next((value for value in values if not rejected(field, value)), None)


def _sampled(contract: Contract, request: Request, field: FieldNode) -> Iterator[Any]:
    """Yield the values of the field in other samples, those of the same direction first."""
    sorted_requests = sorted(contract.requests(), key=lambda candidate: candidate.direction != request.direction)
    for candidate in sorted_requests:
        for sample in candidate.samples:
            if not sample.violations and sample.erratum is None:
                value = sample.at(field.path)
                if value is not None:
                    yield value


def _body(group: Group, fill: _Values, *, is_full: bool) -> dict[str, Any]:
    needed_names = {name for condition in group.conditions for name in condition.any_of[0]}
    body: dict[str, Any] = {}
    for member in group.members:
        if is_full or member.requirement == "required" or member.name in needed_names:
            body[member.name] = _body(member, fill, is_full=is_full) if isinstance(member, Group) else fill(member)
    return body
