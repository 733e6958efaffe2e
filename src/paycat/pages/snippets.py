"""The calls that pages show: the operation that takes a request, a sample that is sent, and in which languages."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from paycat.catalogue.interface import Operation, StateMachine
from paycat.conformance.derive.parameters import of_method
from paycat.contract.members import made_by
from paycat.contract.model import Contract, Method, Offer, Request
from paycat.contract.nodes import Node
from paycat.contract.paths import steps_of
from paycat.contract.sending import path_for
from paycat.languages.source import UnsuitableValueError
from paycat.pages.navigation import TYPESCRIPT, is_packaged
from paycat.text.json_data import holds_path, json_line, value_at, with_value


@dataclass(frozen=True, slots=True)
class Call:
    """The operation that takes a request type, on a server, and the state machine of what it creates.

    `path` is that of the operation for requests of a method, and `target` the path with the query; `headers` are those
    that requests must have. `idempotency_header` makes the operation safe to repeat; "" if the operation takes none.
    """

    contract: Contract
    operation: Operation
    path: str
    target: str
    headers: tuple[tuple[str, str], ...]
    base_url: str
    idempotency_header: str
    state_machine: StateMachine | None

    @property
    def url(self) -> str:
        """The URL of the operation."""
        return self.base_url + self.target

    @property
    def headers_by_name(self) -> dict[str, str]:
        """The headers that requests must have, beside the key."""
        return dict(self.headers)


@dataclass(frozen=True, slots=True)
class SampleCall(Call):
    """A call that sends a payload."""

    request: Request
    payload: Any

    @property
    def idempotency_key(self) -> str:
        """The same key for the same payload."""
        url = self.contract.service.base_url + self.path
        return str(uuid5(NAMESPACE_URL, url + json_line(self.payload)))

    @property
    def sent_headers(self) -> tuple[tuple[str, str], ...]:
        """The headers that are sent beside those of every request."""
        key_headers = ((self.idempotency_header, self.idempotency_key),) if self.idempotency_header else ()
        return (*key_headers, *self.headers)

    @property
    def shown(self) -> tuple[Node, ...]:
        """The members of the record that are printed of the answer: its identifier and its state."""
        record = self.contract.interface.answer_record(self.operation)
        names = (made_by(record, "id") if record else "", self.state_machine.member if self.state_machine else "")
        return tuple(member for name in names for member in (record.members if record else ()) if member.name == name)


def rich_request(contract: Contract) -> Request:
    """Return a creating request with many rules: the first whose condition has the most alternatives.

    One whose path names a record is returned only where there is no other. Raises UnsuitableValueError if the contract
    has no request.
    """

    def choices(request: Request) -> tuple[bool, int]:
        creator = contract.interface.creating(request.direction)
        counts = (len(condition.any_of) for group in request.root.groups() for condition in group.conditions)
        return not (creator and creator.identifies), max(counts, default=0)

    if requests := [request for request in contract.requests() if contract.interface.creating(request.direction)]:
        return max(requests, key=choices)
    raise UnsuitableValueError("the contract has no request")


def request_call(contract: Contract, direction: str, method: str | None = None) -> Call:
    """Return the operation that takes the requests of a direction, for those of a method."""
    interface, operation = contract.interface, contract.interface.taking(direction)
    assert operation is not None, "a direction with requests has an operation that takes them"
    repetition_header, _ = interface.repetition_headers
    key_header = repetition_header if interface.repetition_key in operation.parameters else ""
    moved_machine = next(map(interface.state_machine, operation.moves), None)
    machine = moved_machine or interface.state_machine_of(operation.success.record)
    path, parameters = path_for(interface, operation, method), of_method(interface, operation, method)
    headers = tuple((name, text) for name, text in parameters.headers if name != repetition_header)
    return Call(contract, operation, path, parameters.target, headers, contract.service.base_url, key_header, machine)


def sample_call(contract: Contract, request: Request, sample_name: str, base_url: str | None = None) -> SampleCall:
    """Return the call that sends a sample, to another server than the catalogue's if `base_url` names one."""
    call, payload = request_call(contract, request.direction, request.method), request.sample(sample_name).payload
    members = {field.name: getattr(call, field.name) for field in fields(call)}
    sent_call = SampleCall(**members, request=request, payload=payload)
    return sent_call if base_url is None else replace(sent_call, base_url=base_url)


def another_call(call: SampleCall, number: int) -> SampleCall:
    """Return a call of the same sample with another reference; without a reference that takes a number, the same.

    Somebody may run every program, so each has a number of its own: 1 to 3 on the pages of methods, 5 to 7 on the first
    page, 8 on the page of operations, 9 and 10 in the READMEs of the packages, 11 to 13 in the quickstart, 14 and 15 in
    the README of a release, and 16 to 18 on the page of the sandbox.
    """
    field = call.request.by_role("reference")
    if field is None:
        return call
    path = steps_of(field.path)
    reference = value_at(call.payload, path) if holds_path(call.payload, path) else None
    if not isinstance(reference, str) or not field.accepts(f"{reference}-{number}"):
        return call
    return replace(call, payload=with_value(call.payload, path, f"{reference}-{number}"))


def other_offers(request: Request, method: Method) -> list[tuple[str, Offer]]:
    """Return what a method offers in the other directions."""
    return [(direction, offer) for direction, offer in method.offers.items() if direction != request.direction]


def snippets(call: SampleCall, contract: Contract, first_number: int = 1) -> Iterator[tuple[str, SampleCall]]:
    """Yield the languages in which a call is shown, each with the call: curl, Python and TypeScript.

    The calls in Python and TypeScript use the generated packages; without its package a language is left out.
    `first_number` is that of the first call, as `another_call` takes it; that of the sample itself is 1.
    """
    yield "curl", call if first_number == 1 else another_call(call, first_number)
    if is_packaged(contract):
        yield "Python", another_call(call, first_number + 1)
    if is_packaged(contract, TYPESCRIPT):
        yield "TypeScript", another_call(call, first_number + 2)
