"""What an operation does with records: creates, moves, reads or lists them, or no more than its example states."""

from dataclasses import dataclass
from typing import Literal

from paycat.catalogue.interface import Operation, StateMachine
from paycat.contract.interface import Parameter
from paycat.contract.machines import all_machines, machine_of
from paycat.contract.model import Contract
from paycat.contract.naming import snake
from paycat.contract.nodes import FieldNode, Node

UseKind = Literal["create", "move", "read", "list", "choices", "show"]


@dataclass(frozen=True, slots=True)
class Listing:
    """The pages of a list: the member with records of the name `item`, and the cursor of the next page."""

    items: Node
    item: str
    cursor: Parameter
    following: Node


@dataclass(frozen=True, slots=True)
class Use:
    """What an operation does: `show` responds with the example.

    `machine` is the state machine of the records, `identifier` the parameter with the id of a record, also where an
    operation is about a record without reading it, and `listing` how a list is read.
    """

    kind: UseKind
    machine: StateMachine | None = None
    identifier: Parameter | None = None
    listing: Listing | None = None
    is_example: bool = False
    """Whether the response says no more than the example, or the record as it was before."""


def parameters_of(contract: Contract, operation: Operation, location: str | None = None) -> list[Parameter]:
    """Return the parameters of an operation, or only those in the path, query or header.

    The one that names the method of a request is not among them: the class of the request determines its value.
    """
    parameters = map(contract.interface.parameter, operation.parameters)
    return [parameter for parameter in parameters if location in (None, parameter.location_in) and not parameter.role]


def awaited_state(contract: Contract, operation: Operation) -> StateMachine | None:
    """Return the state machine whose record an operation reads by its identifier; None if it reads no such record."""
    reads_one = operation.http_method == "GET" and len(parameters_of(contract, operation)) == 1
    path_parameters = reads_one and parameters_of(contract, operation, "path")
    return contract.interface.state_machine_of(operation.success.record) if path_parameters else None


def listing_of(contract: Contract, operation: Operation) -> Listing | None:
    """Return how the pages of a list are read; None if the operation lists nothing page by page."""
    if (record := contract.interface.answer_record(operation)) is None:
        return None
    members_by_name = {snake(member.name): member for member in record.members}
    list_pairs = [(member, record_name) for member in record.members if (record_name := item_record(member))]
    query_parameters = parameters_of(contract, operation, "query")
    next_names = ((parameter, f"next_{snake(parameter.name)}") for parameter in query_parameters)
    cursor_pairs = [(parameter, members_by_name[name]) for parameter, name in next_names if name in members_by_name]
    if operation.http_method != "GET" or len(list_pairs) != 1 or len(cursor_pairs) != 1:
        return None
    [(list_member, record_name)], [(cursor, next_member)] = list_pairs, cursor_pairs
    return Listing(list_member, record_name, cursor, next_member)


def use_of(contract: Contract, operation: Operation) -> Use:
    """Return what an operation of a contract does, as far as the interface states it."""
    interface = contract.interface
    machine, identifier = machine_of(interface, operation.success.record), _identifier(contract, operation)
    moved_machine = next((machine for machine in interface.state_machines if machine.name in operation.moves), None)
    if moved_machine:
        is_example = operation.success.record not in (None, moved_machine.record)
        return Use("move", moved_machine, identifier, is_example=is_example)
    if operation.request and machine:
        return Use("create", machine)
    if machine and identifier:
        return Use("read", machine, identifier, is_example=operation.http_method != "GET")
    listing = None if operation.request else listing_of(contract, operation)
    if listing and (listed_machine := machine_of(interface, listing.item)):
        return Use("list", listed_machine, listing=listing)
    if listing and operation.serves:
        return Use("choices", listing=listing)
    name = operation.identifies.get(identifier.name) if identifier else None
    named_machine = next((machine for machine in all_machines(interface) if machine.name == name), None)
    return Use("show", named_machine, identifier, is_example=True)


def identified_records(contract: Contract, operation: Operation) -> dict[str, str]:
    """Return the records whose identifiers are in the path of an operation, by the names of the parameters."""
    record_by_machine = {machine.name: machine.record for machine in all_machines(contract.interface)}
    return {name: record_by_machine[machine] for name, machine in operation.identifies.items()}


def _identifier(contract: Contract, operation: Operation) -> Parameter | None:
    parameters = parameters_of(contract, operation, "path")
    return max(parameters, key=lambda parameter: operation.path.find("{" + parameter.name + "}"), default=None)


def item_record(node: Node) -> str:
    """Return the name of the record that the items of a list are; empty for anything else."""
    items = node.items if isinstance(node, FieldNode) else None
    return (items.record or "") if isinstance(items, FieldNode) else ""
