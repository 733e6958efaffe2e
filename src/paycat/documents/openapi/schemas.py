"""Schemas of requests and records in OpenAPI: flat closed variants, named nested objects, complete mappings."""

from typing import Any

from paycat.cache import Cache
from paycat.catalogue.directions import DIRECTIONS, Direction
from paycat.catalogue.interface import StateMachine
from paycat.catalogue.statement import Reason
from paycat.contract.interface import Record
from paycat.contract.model import Contract
from paycat.contract.naming import pascal
from paycat.contract.nodes import Condition, Group
from paycat.documents.json_schema import Schema, any_combination, method_field, object_schema
from paycat.documents.marks import Titles, decision_titles, described, marks
from paycat.shapes.constraints import range_in
from paycat.shapes.constraints.format import FORMAT_NOTE
from paycat.shapes.constraints.number_range import NumberRange

PREFIX = "#/components/schemas/"


def body_component(contract: Contract, direction: Direction) -> str:
    """Return the component for any request of a direction: their union, or the only request type itself."""
    requests = list(contract.requests(direction))
    # openapi-python-client drops the operation when a union has one variant; other generators unwrap it.
    return requests[0].root.component if len(requests) == 1 else f"{pascal(direction)}Request"


def request_schemas(contract: Contract, cache: Cache) -> dict[str, Schema]:
    """Return the unions, each request type and each object inside, by component name."""
    titles = decision_titles(contract)
    found: dict[str, Schema] = {}
    for direction in DIRECTIONS:
        if len(list(contract.requests(direction))) > 1:
            found[body_component(contract, direction)] = _union(contract, direction)
    for request in contract.requests():
        for group in request.root.groups():
            if group.component not in found:
                found[group.component] = cache.of(_object_schema, group, titles)
    return found


def _object_schema(group: Group, titles: Titles) -> Schema:
    schema = object_schema(group, titles, lambda inner: {"$ref": PREFIX + inner.component}, _if_then)
    return {**schema, "properties": {name: _formatted(member) for name, member in schema["properties"].items()}}


def _formatted(schema: Schema) -> Schema:
    """Return a schema with the `format` from which generators choose a type: of a date, a time or a whole number."""
    if FORMAT_NOTE in schema:
        return {("format" if key == FORMAT_NOTE else key): value for key, value in schema.items()}
    if schema.get("type") == "integer":
        return {"type": "integer", "format": "int32" if _has_32_bits(range_in(schema)) else "int64", **schema}
    return schema


def _has_32_bits(accepted: NumberRange) -> bool:
    ends = (accepted.smallest(), accepted.largest())
    return all(end is not None and -(2**31) <= end < 2**31 for end in ends)


def record_schemas(contract: Contract, cache: Cache) -> dict[str, Schema]:
    """Return the records, with references, marks and the transitions of their state machines, by name."""
    titles = decision_titles(contract)
    state_machines = {state_machine.record: state_machine for state_machine in contract.interface.state_machines}
    return {
        record.name: cache.of(_record_schema, record, state_machines.get(record.name), titles)
        for record in contract.interface.records
    }


def _record_schema(record: Record, state_machine: StateMachine | None, titles: Titles) -> Schema:
    schema: Schema = linked(record.json_schema, titles)
    schema["description"] = described(schema.get("description", record.name), titles, record.reason)
    if state_machine:
        schema["properties"][state_machine.member]["x-transitions"] = {
            state.name: [move.end for move in state_machine.transitions if move.start == state.name]
            for state in state_machine.states
        }
    return {**schema, **marks(record.reason), "x-stability": "provisional"}


def linked(fragment: Any, titles: Titles | None = None) -> Any:
    """Return a fragment in which `$ref: Name` and discriminator mappings refer to components.

    With titles, each description names the decisions with which its node is marked.
    """
    if isinstance(fragment, list):
        return [linked(item, titles) for item in fragment]
    if not isinstance(fragment, dict):
        return fragment
    result = {key: linked(value, titles) for key, value in fragment.items()}
    if isinstance(result.get("$ref"), str):
        result["$ref"] = PREFIX + result["$ref"]
    if isinstance(result.get("discriminator"), dict) and "mapping" in result["discriminator"]:
        mapping = result["discriminator"]["mapping"]
        result["discriminator"]["mapping"] = {key: PREFIX + name for key, name in mapping.items()}
    decisions, text = result.get("x-decision"), result.get("description")
    if titles is not None and isinstance(decisions, list) and isinstance(text, str):
        result["description"] = described(text, titles, Reason(decisions=tuple(decisions)))
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
