"""Requests and records as OpenAPI components: flat closed variants, named nested objects, complete mappings."""

from typing import Any

from paycat.catalogue.directions import DIRECTIONS, Direction
from paycat.catalogue.interface import Machine
from paycat.catalogue.statement import Reason
from paycat.contract.interface import Record
from paycat.contract.model import Contract
from paycat.contract.naming import pascal
from paycat.contract.nodes import Condition, Group
from paycat.documents.json_schema import Schema, any_combination, object_schema
from paycat.documents.marks import Titles, decision_titles, described, marks
from paycat.memo import Memo
from paycat.shapes.constraints import range_in
from paycat.shapes.constraints.format import FORMAT_NOTE
from paycat.shapes.constraints.number_range import NumberRange

PREFIX = "#/components/schemas/"


def body_component(contract: Contract, direction: Direction) -> str:
    """Return the component that any request of a direction is one of: their union, or the only request type itself."""
    requests = list(contract.requests(direction))
    # openapi-python-client drops the operation when a union has one variant; other generators unwrap it.
    return requests[0].root.component if len(requests) == 1 else f"{pascal(direction)}Request"


def request_schemas(contract: Contract, memo: Memo) -> dict[str, Schema]:
    """Return the unions, each request type and each object inside, by component name."""
    titles = decision_titles(contract)
    found: dict[str, Schema] = {}
    for direction in DIRECTIONS:
        if len(list(contract.requests(direction))) > 1:
            found[body_component(contract, direction)] = _union(contract, direction)
    for request in contract.requests():
        for group in request.root.groups():
            if group.component not in found:
                found[group.component] = memo.of(_object_schema, group, titles)
    return found


def _object_schema(group: Group, titles: Titles) -> Schema:
    schema = object_schema(group, titles, _reference, _if_then)
    return {**schema, "properties": {name: _formatted(member) for name, member in schema["properties"].items()}}


def _formatted(schema: Schema) -> Schema:
    """Return a schema with the `format` by which generators choose a type: of a date, a time or a whole number."""
    if FORMAT_NOTE in schema:
        return {("format" if key == FORMAT_NOTE else key): value for key, value in schema.items()}
    if schema.get("type") == "integer":
        return {"type": "integer", "format": "int32" if _has_32_bits(range_in(schema)) else "int64", **schema}
    return schema


def _has_32_bits(accepted: NumberRange) -> bool:
    ends = (accepted.smallest(), accepted.largest())
    return all(end is not None and -(2**31) <= end < 2**31 for end in ends)


def record_schemas(contract: Contract, memo: Memo) -> dict[str, Schema]:
    """Return the records, with references, marks and the moves of their state machines, by name."""
    titles = decision_titles(contract)
    machines = {machine.record: machine for machine in contract.interface.machines}
    return {
        record.name: memo.of(_record_schema, record, machines.get(record.name), titles)
        for record in contract.interface.records
    }


def _record_schema(record: Record, machine: Machine | None, titles: Titles) -> Schema:
    schema: Schema = _told(linked(record.json_schema), titles)
    schema["description"] = described(schema.get("description", record.name), titles, record.reason)
    if machine:
        _add_moves(schema, machine)
    return {**schema, **marks(record.reason), "x-stability": "provisional"}


def linked(fragment: Any) -> Any:
    """Return a fragment in which `$ref: Name` and discriminator mappings point at components."""
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
    return result


def _told(fragment: Any, titles: Titles) -> Any:
    """Return a fragment in which each description names the decisions that its node is marked with."""
    if isinstance(fragment, list):
        return [_told(item, titles) for item in fragment]
    if not isinstance(fragment, dict):
        return fragment
    result = {key: _told(value, titles) for key, value in fragment.items()}
    decisions = result.get("x-decision")
    if isinstance(decisions, list) and isinstance(result.get("description"), str):
        reason = Reason(decisions=tuple(decisions))
        result["description"] = described(result["description"], titles, reason)
    return result


def _union(contract: Contract, direction: Direction) -> Schema:
    requests = list(contract.requests(direction))
    field = requests[0].by_role("method")
    assert field is not None
    references = {request.method: PREFIX + request.root.component for request in requests}
    return {
        "description": f"Any request of this direction; `{field.name}` picks the variant.",
        "oneOf": [{"$ref": reference} for reference in references.values()],
        "discriminator": {"propertyName": field.name, "mapping": references},
    }


def _reference(group: Group) -> Schema:
    return {"$ref": PREFIX + group.component}


def _if_then(group: Group, condition: Condition) -> Schema:
    # A bare anyOf of required members makes client generators drop the whole class; this shape passes in all of them.
    always = list(group.required)
    if not always:
        return any_combination(group, condition)
    return {
        "if": {"properties": dict.fromkeys(always, True), "required": always},
        "then": any_combination(group, condition),
    }


def _add_moves(schema: Schema, machine: Machine) -> None:
    moves: dict[str, list[str]] = {state.name: [] for state in machine.states}
    for move in machine.transitions:
        moves[move.start].append(move.end)
    member = schema["properties"][machine.member]
    member["x-transitions"] = moves
