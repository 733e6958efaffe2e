"""A request type and a sample in, everything that a snippet says of the call out."""

from dataclasses import dataclass
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from paycat.contract.interface import Operation
from paycat.contract.model import Contract, Group, Request
from paycat.encoding import json_line
from paycat.models.operations import operations
from paycat.pages.heads import request_call


@dataclass(frozen=True, slots=True)
class SampleCall:
    """A call: `shown` names the members of the record that are worth printing, `key` the variable of the secret."""

    base_url: str
    operation: Operation
    function: str
    package: str
    module: str
    root: Group
    payload: Any
    key: str
    idempotency_header: str
    idempotency_key: str
    shown: tuple[str, ...]


def sample_call(contract: Contract, request: Request, sample: str) -> SampleCall:
    """Return the call that sends a sample."""
    call = request_call(contract, request.direction)
    payload = request.sample(sample).payload
    record = contract.interface.record(call.operation.success.record)
    state = (call.machine.member,) if call.machine else ()
    return SampleCall(
        base_url=contract.service.base_url,
        operation=call.operation,
        function=next(one.function for one in operations(contract) if one.id == call.operation.id),
        package=contract.service.package,
        module=request.module,
        root=request.root,
        payload=payload,
        key=key_variable(contract),
        idempotency_header=call.idempotency_header,
        idempotency_key=str(uuid5(NAMESPACE_URL, call.url + json_line(payload))),
        shown=tuple(name for name in ("id", *state) if name in {one.name for one in record.members}),
    )


def key_variable(contract: Contract) -> str:
    """Return the environment variable from which snippets take the secret key."""
    return f"{contract.service.package.upper()}_KEY"
