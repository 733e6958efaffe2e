"""What an example server returns: the records' examples, and what it makes of a request."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from paycat.catalogue.directions import DIRECTIONS
from paycat.catalogue.interface import Operation
from paycat.contract.model import Contract
from paycat.contract.nodes import Group, Node
from paycat.models.operations import argument_name, parameters_of


@dataclass(frozen=True, slots=True)
class ExampleAnswer:
    """How an example server answers one operation.

    `kind` is `create` for an operation with a request, `read` for one that reads what such an operation created, and
    `show` for any other. `members` is the answer, for `create` without the members in `echoed`, which come from the
    request. `id` is the member that identifies a record, for `create` and `read`. `key` is the argument that makes a
    creation safe to repeat, if any.
    """

    operation: Operation
    kind: str
    members: Mapping[str, Any]
    echoed: tuple[str, ...] = ()
    id: str = ""
    key: str = ""


def example_answers(contract: Contract) -> list[ExampleAnswer]:
    """Return an answer for each operation, in order."""
    return [_answer(contract, operation) for operation in contract.interface.operations]


def _answer(contract: Contract, operation: Operation) -> ExampleAnswer:
    record = operation.success.record
    same = [one for one in contract.interface.operations if one.success.record == record]
    example = contract.interface.record(record).example
    if operation.request:
        members, echoed = _created(contract, operation, example)
        key = contract.interface.idempotency.parameter
        argument = argument_name(contract.interface.parameter(key)) if key in operation.parameters else ""
        readers = [one.name for reader in same for one in parameters_of(contract, reader, "path")]
        id = next(name for name in (*readers[:1], "id", *members) if name in members)
        return ExampleAnswer(operation, "create", members, echoed, id, argument)
    identifiers = parameters_of(contract, operation, "path")
    if identifiers and any(one.request for one in same):
        return ExampleAnswer(operation, "read", {}, (), argument_name(identifiers[0]))
    return ExampleAnswer(operation, "show", example)


def _created(
    contract: Contract, operation: Operation, example: Mapping[str, Any]
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return what a new record contains for any request, and the members that repeat the request's.

    What a request may leave out is null or empty, and so is what only requests of other directions have.
    """
    record = contract.interface.record(operation.success.record)
    sent = {
        direction: {field.path for one in contract.requests(direction) for field in one.root.fields() if field.role}
        for direction in DIRECTIONS
    }
    echoed = tuple(one.name for one in record.members if operation.request and one.name in sent[operation.request])
    from_requests = set().union(*sent.values())
    required = [one for one in record.members if one.requirement == "required"]
    members = {one.name: example[one.name] for one in required if one.name not in from_requests}
    members |= {one.name: _empty(one, example[one.name]) for one in required if one.name in from_requests}
    state_machines = contract.interface.state_machines
    return members | {one.member: one.initial for one in state_machines if one.record == record.name}, echoed


def _empty(node: Node, example: Any) -> Any:
    """Return the value of a member that no request states: null or an empty object if allowed, else the example."""
    if node.nullable:
        return None
    return {} if isinstance(node, Group) or node.shape == "object" else example
