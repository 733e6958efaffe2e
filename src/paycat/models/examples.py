"""A contract in; what an example server answers out: the records' examples, and what it makes of a request."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from paycat.catalogue.directions import DIRECTIONS, Direction
from paycat.catalogue.interface import Operation
from paycat.contract.interface import Parameter
from paycat.contract.model import Contract
from paycat.contract.nodes import Group, Node
from paycat.models.operations import OperationView, argument_name, operations, request_type


@dataclass(frozen=True, slots=True)
class ExampleAnswer:
    """How an example server answers one operation.

    `kind` is `create` for an operation with a request, `read` for one that reads what such an operation created, and
    `show` for any other. `members` is the answer itself, for `create` without what comes from the request: `echoed`.
    `id` is the member that names a record, for `create` and `read`. `key` is the argument that makes a creation safe to
    repeat; "" without one.
    """

    operation: OperationView
    kind: str
    request: str
    members: Mapping[str, Any]
    echoed: tuple[str, ...]
    id: str
    key: str = ""


def example_answers(contract: Contract) -> list[ExampleAnswer]:
    """Return an answer for each operation whose record has an example, in order."""
    views = {view.id: view for view in operations(contract)}
    return [_answer(contract, operation, views[operation.id]) for operation in contract.interface.operations]


def _answer(contract: Contract, operation: Operation, view: OperationView) -> ExampleAnswer:
    record, all_operations = operation.success.record, contract.interface.operations
    of_path = {one.success.record: _parameter(contract, one, "path") for one in all_operations}
    example = contract.interface.record(record).example
    if operation.request:
        members, echoed = _created(contract, operation, example)
        request = request_type(operation.request)
        key = contract.interface.idempotency.parameter
        argument = argument_name(contract.interface.parameter(key)) if key in operation.parameters else ""
        reader = of_path[record]
        named = next(name for name in (reader.name if reader else "", "id", *members) if name in members)
        return ExampleAnswer(view, "create", request, members, echoed, named, argument)
    named_by = _parameter(contract, operation, "path")
    if named_by and any(one.request and one.success.record == record for one in all_operations):
        return ExampleAnswer(view, "read", "", {}, (), argument_name(named_by))
    return ExampleAnswer(view, "show", "", example, (), "")


def _created(
    contract: Contract, operation: Operation, example: Mapping[str, Any]
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return what a new record holds whatever was asked for, and the members that repeat the request's.

    What a request may leave out is null or empty, and so is what only requests of another direction tell.
    """
    record = contract.interface.record(operation.success.record)
    nodes = {one.name: one for one in record.members}
    told = {direction: _of_roles(contract, direction) for direction in DIRECTIONS}
    echoed = tuple(name for name in nodes if operation.request and name in told[operation.request])
    others = [name for name in nodes if any(name in names for names in told.values())]
    required = [one.name for one in record.members if one.requirement == "required"]
    members = {name: example[name] for name in required if name not in others}
    members |= {name: _nothing(nodes[name], example[name]) for name in required if name in others}
    return members | {
        one.member: one.initial for one in contract.interface.machines if one.record == record.name
    }, echoed


def _of_roles(contract: Contract, direction: Direction) -> set[str]:
    """Return the members at the top of a direction's requests that the machinery knows."""
    fields = (field for request in contract.requests(direction) for field in request.root.fields())
    return {field.path for field in fields if field.role}


def _nothing(node: Node, example: Any) -> Any:
    """Return what stands for a value that nobody told: null or an empty object where they fit, or else the example."""
    if node.nullable:
        return None
    return {} if isinstance(node, Group) or node.shape == "object" else example


def _parameter(contract: Contract, operation: Operation, place: str) -> Parameter | None:
    """Return the first parameter that an operation takes at a place, if there is one."""
    taken = map(contract.interface.parameter, operation.parameters)
    return next((one for one in taken if one.place_in == place), None)
