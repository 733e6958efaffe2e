"""Schemas of requests and records in OpenAPI: flat closed variants, named nested objects, complete mappings."""

from typing import Any

from paycat.catalogue.directions import DIRECTIONS, Direction
from paycat.catalogue.interface import StateMachine
from paycat.contract.interface import Record
from paycat.contract.model import Contract
from paycat.contract.naming import pascal
from paycat.contract.nodes import Condition, Group
from paycat.documents.json_schema import Schema, any_combination, method_field, object_schema
from paycat.documents.marks import marks, open_choice, sentence
from paycat.shapes.constraints import range_in
from paycat.shapes.constraints.format import FORMAT_NOTE

PREFIX = "#/components/schemas/"


def body_component(contract: Contract, direction: Direction) -> str:
    """Return the component for any request of a direction: their union, or the only request type itself."""
    requests = list(contract.requests(direction))
    # openapi-python-client drops the operation when a union has one variant; other generators unwrap it.
    return requests[0].root.component if len(requests) == 1 else f"{pascal(direction)}Request"


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
    schema = object_schema(group, lambda inner: {"$ref": PREFIX + inner.component}, _if_then)
    return {**schema, "properties": {name: _formatted(member) for name, member in schema["properties"].items()}}


def _formatted(schema: Schema) -> Schema:
    """Return a schema with the `format` from which generators choose a type: of a date, a time or a whole number."""
    if FORMAT_NOTE in schema:
        return {("format" if key == FORMAT_NOTE else key): value for key, value in schema.items()}
    if schema.get("type") == "integer":
        accepted = range_in(schema)
        ends = (accepted.smallest(), accepted.largest())
        has_32_bits = all(end is not None and -(2**31) <= end < 2**31 for end in ends)
        return {"type": "integer", "format": "int32" if has_32_bits else "int64", **schema}
    return schema


def record_schemas(contract: Contract) -> dict[str, Schema]:
    """Return the records, with references, marks and the transitions of their state machines, by name."""
    state_machines = {state_machine.record: state_machine for state_machine in contract.interface.state_machines}
    return {one.name: _record_schema(one, state_machines.get(one.name)) for one in contract.interface.records}


def _record_schema(record: Record, state_machine: StateMachine | None) -> Schema:
    schema: Schema = linked(record.json_schema)
    schema["description"] = sentence(schema.get("description", record.name))
    if state_machine:
        state, stated = (one["properties"][state_machine.member] for one in (schema, record.json_schema))
        if "x-extensible-enum" in state and "description" in state:
            state["description"] = open_choice(stated["description"], is_state=True)
        state["x-transitions"] = {
            state.name: [move.end for move in state_machine.transitions if move.start == state.name]
            for state in state_machine.states
        }
    return {**schema, **marks(record.reason), "x-stability": "provisional"}


def linked(fragment: Any) -> Any:
    """Return a fragment in which `$ref: Name` and discriminator mappings refer to components.

    The description of a choice that may get further values says so.
    """
    if isinstance(fragment, list):
        return [linked(item) for item in fragment]
    if not isinstance(fragment, dict):
        return fragment
    result = {key: linked(value) for key, value in fragment.items()}
    if isinstance(result.get("$ref"), str):
        result["$ref"] = PREFIX + result["$ref"]
    if isinstance(result.get("discriminator"), dict) and "mapping" in result["discriminator"]:
        mapping = result["discriminator"]["mapping"]
        result["discriminator"]["mapping"] = {key: PREFIX + name for key, name in mapping.items()}
    if "x-extensible-enum" in result and isinstance(result.get("description"), str):
        result["description"] = open_choice(result["description"])
    return result


def _union(contract: Contract, direction: Direction) -> Schema:
    requests = list(contract.requests(direction))
    name = method_field(requests[0]).name
    references = {request.method: PREFIX + request.root.component for request in requests}
    return {
        "description": f"Any request of this direction; `{name}` picks the variant.",
        "oneOf": [{"$ref": reference} for reference in references.values()],
        "discriminator": {"propertyName": name, "mapping": references},
    }


def _if_then(group: Group, condition: Condition) -> Schema:
    # Client generators drop a class with a bare anyOf of required members; all of them accept this form.
    always = list(group.required)
    if not always:
        return any_combination(group, condition)
    required = {"properties": dict.fromkeys(always, True), "required": always}
    return {"if": required, "then": any_combination(group, condition)}
