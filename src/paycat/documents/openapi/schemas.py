"""Schemas of requests and records in OpenAPI: flat closed variants, named nested objects, complete mappings."""

from paycat.catalogue.directions import DIRECTIONS, Direction
from paycat.catalogue.interface import StateMachine
from paycat.catalogue.statement import Reason
from paycat.contract.interface import Record
from paycat.contract.model import Contract
from paycat.contract.naming import union_name
from paycat.contract.nodes import FieldNode, Group
from paycat.contract.schemas import Dialect, Schema, node_schema
from paycat.documents.json_schema import method_field, notes
from paycat.documents.marks import marks, open_choice

PREFIX = "#/components/schemas/"


def body_component(contract: Contract, direction: Direction) -> str:
    """Return the component for any request of a direction: their union, or the only request type itself."""
    requests = list(contract.requests(direction))
    # openapi-python-client drops the operation when a union has one variant; other generators unwrap it.
    return requests[0].root.component if len(requests) == 1 else union_name(direction)


def request_schemas(contract: Contract) -> dict[str, Schema]:
    """Return the unions, each request type and each object inside, by component name."""
    found: dict[str, Schema] = {}
    for direction in DIRECTIONS:
        if len(list(contract.requests(direction))) > 1:
            found[body_component(contract, direction)] = _union(contract, direction)
    for request in contract.requests():
        for group in request.root.groups():
            if group.component not in found:
                found[group.component] = _object_schema(group)
    return found


def _object_schema(group: Group) -> Schema:
    return node_schema(group, _OF_REQUESTS)


def record_schemas(contract: Contract) -> dict[str, Schema]:
    """Return the records, with references, marks and the transitions of their state machines, by name."""
    state_machines = {state_machine.record: state_machine for state_machine in contract.interface.state_machines}
    return {one.name: _record_schema(one, state_machines.get(one.name)) for one in contract.interface.records}


def _record_schema(record: Record, state_machine: StateMachine | None) -> Schema:
    schema = node_schema(record.body, _of_records(record.reason))
    schema.setdefault("description", f"{record.name}.")
    if state_machine:
        member = next(one for one in record.members if one.name == state_machine.member)
        state = schema["properties"][member.name]
        if "x-extensible-enum" in state and member.meaning:
            state["description"] = open_choice(member.meaning, is_state=True)
        state["x-transitions"] = {
            state.name: [move.end for move in state_machine.transitions if move.start == state.name]
            for state in state_machine.states
        }
    return {**schema, **marks(record.reason), "x-stability": "provisional"}


def value_schema(value: FieldNode) -> Schema:
    """Return the schema of the value of a parameter or a header."""
    return node_schema(value, _of_records(value.reason))


_OF_REQUESTS = Dialect(PREFIX, notes, is_of_requests=True)


def _of_records(reason: Reason) -> Dialect:
    """Return how records are written: a node states where it comes from only if that is not where its record does."""
    return Dialect(PREFIX, lambda node: notes(node, around=reason))


def _union(contract: Contract, direction: Direction) -> Schema:
    requests = list(contract.requests(direction))
    name = method_field(requests[0]).name
    references = {request.method: PREFIX + request.root.component for request in requests}
    return {
        "description": f"Any request of this direction; `{name}` picks the variant.",
        "oneOf": [{"$ref": reference} for reference in references.values()],
        "discriminator": {"propertyName": name, "mapping": references},
    }
