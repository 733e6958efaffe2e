"""A request type in, what stands at the top of its page out: the method, its countries, its operation, what answers."""

from dataclasses import dataclass

from paycat.catalogue.directions import DIRECTIONS, Direction
from paycat.contract.interface import Machine, Notification, Operation, Problem, ResponseHeader
from paycat.contract.model import Contract, Currency, Method, Offer, Request
from paycat.pages.matrix import country_name


@dataclass(frozen=True, slots=True)
class Head:
    """What a request type belongs to. `others` are the other directions of the method, with what it offers there."""

    method: Method
    currency: Currency
    countries: tuple[tuple[str, str], ...]
    others: tuple[tuple[Direction, Offer], ...]


@dataclass(frozen=True, slots=True)
class Call:
    """The operation that takes a request type, its full address, and what can come back.

    `idempotency_header` makes the operation safe to repeat; "" where it takes none.
    """

    operation: Operation
    url: str
    idempotency_header: str
    headers: tuple[ResponseHeader, ...]
    problems: tuple[Problem, ...]
    machine: Machine | None
    notification: Notification | None


def request_head(contract: Contract, request: Request) -> Head:
    """Return what stands above a request type: method, currency, countries as code and name, other directions."""
    method = contract.method(request.method)
    assert method is not None, "a request is part of its method"
    return Head(
        method=method,
        currency=next(one for one in contract.currencies if one.code == method.currency),
        countries=tuple((code, country_name(code)) for code in method.countries),
        others=tuple((one, method.offer(one)) for one in DIRECTIONS if one != request.direction),
    )


def request_call(contract: Contract, direction: Direction) -> Call:
    """Return the operation that creates the transactions of a direction, and its answers."""
    interface = contract.interface
    operation = next(one for one in interface.operations if one.request == direction)
    named = interface.parameter(interface.idempotency.parameter)
    return Call(
        operation=operation,
        url=contract.service.base_url + operation.path,
        idempotency_header=named.name if named.key in operation.parameters else "",
        headers=tuple(one for one in interface.response_headers if one.key in operation.success.headers),
        problems=tuple(one for one in interface.problems if one.slug in operation.problems),
        machine=next((one for one in interface.machines if one.direction == direction), None),
        notification=next((one for one in interface.notifications if one.name == operation.notification), None),
    )
