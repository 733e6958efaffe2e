"""Where the requests of a direction name their payment method, and the request type that a body is for.

The body holds the code, at one path in all requests of a direction, or the address of the operation does, as the value
of a parameter. A direction with one request type may have neither: there is nothing to tell apart.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from paycat.contract.interface import Parameter
from paycat.contract.model import Contract, Request, Violation
from paycat.contract.paths import path_at, pointer, steps_of

ROLE = "method"
"""The role of the field, or of the parameter of an operation, that holds the code of the method."""


@dataclass(frozen=True, slots=True)
class MethodPlace:
    """Where the requests of a direction name their method: a path in the body, a parameter in the path, or nowhere."""

    path: tuple[str, ...] = ()
    parameter: Parameter | None = None

    @property
    def pointer(self) -> str:
        """The pointer at which a code is rejected: that of the member, or of the whole body, which does not name it."""
        return pointer(self.path)

    @property
    def text(self) -> str:
        """What names the method, within a sentence; "" if nothing does."""
        if self.parameter:
            return f"the parameter `{self.parameter.name}` of the path"
        return f"`{path_at(self.path)}`" if self.path else ""


def method_place(contract: Contract, direction: str) -> MethodPlace:
    """Return where the requests of a direction name their method, or those of another direction if it has none."""
    requests = [*islice(contract.requests(direction), 1), *contract.requests()]
    if requests and not requests[0].method and requests[0].direction == direction:
        return MethodPlace()
    request = next((request for request in requests if request.method), None)
    field = request.by_role(ROLE) if request else None
    if field is not None:
        return MethodPlace(path=tuple(map(str, steps_of(field.path))))
    operation = contract.interface.taking(request.direction if request else direction)
    return MethodPlace(parameter=contract.interface.method_parameter(operation) if operation else None)


def names_methods(contract: Contract) -> bool:
    """Return whether anything names the method of any request."""
    return any(method_place(contract, request.direction).text for request in contract.requests())


def dispatch(
    contract: Contract, direction: str, body: Mapping[str, Any], address_code: str | None = None
) -> Request | Violation:
    """Return the request type that a body is for, or why there is none.

    `address_code` is the code in the address. It does not count where the body names the method, and a direction with
    one request type that names none needs no code.
    """
    place = method_place(contract, direction)
    only_request = None if place.path or place.parameter else next(contract.requests(direction), None)
    if only_request is not None:
        return only_request
    method_code = code_in(body, place.path) if place.path else address_code
    if isinstance(method_code, Violation):
        return method_code
    method = contract.method(method_code) if method_code is not None else None
    if method is None:
        return Violation(code=contract.interface.slug("unknown_method"), pointer=place.pointer)
    request = method.offer(direction).request
    if request is None:
        return Violation(code=contract.interface.slug("unavailable_direction"), pointer=place.pointer)
    return request


def is_step(code: str) -> bool:
    """Return whether the path of an operation can name a code.

    Many servers read `%2F` as `/`, and clients remove the steps `.` and `..`.
    """
    return "/" not in code and code not in (".", "..")


def code_in(body: Mapping[str, Any], path: tuple[str, ...]) -> str | Violation:
    """Return the text at a path of objects, or why there is none: what the first step that fails finds."""
    *container_names, member_name = path
    for depth, container_name in enumerate(container_names, start=1):
        inner_object = _member(body, container_name, pointer(path[:depth]), dict)
        if isinstance(inner_object, Violation):
            return inner_object
        body = inner_object
    code: str | Violation = _member(body, member_name, pointer(path), str)
    return code


def _member(body: Mapping[str, Any], name: str, member_pointer: str, value_class: type) -> Any:
    if name not in body:
        return Violation(code="required", pointer=member_pointer)
    if body[name] is None:
        return Violation(code="null_not_allowed", pointer=member_pointer)
    return body[name] if isinstance(body[name], value_class) else Violation(code="type", pointer=member_pointer)
