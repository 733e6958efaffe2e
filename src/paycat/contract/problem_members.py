"""The members that servers write into problems (RFC 9457), and into the fields that one rejects, with their types.

`generators/python/runtime` writes them: `problems.py`, `violations.py` and `parsing.py`.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from paycat.contract.interface import Interface, Record
from paycat.contract.nodes import FieldNode, Group, Node
from paycat.shapes.json_types import JsonTypeName

_Types = Mapping[str, JsonTypeName]
_TEXT: JsonTypeName = "string"
_PROBLEM: _Types = {**dict.fromkeys(("type", "title", "instance", "request_id"), _TEXT), "status": "integer"}
_PROBLEM_AT_TIMES: _Types = {"detail": "string", "errors": "array"}
_PROBLEM_IF_STATED = "existing_id"
"""What the sandbox writes into the problem of a reference that was used, if the record has it."""
_OF_METHODS: _Types = {
    "method_code": "string",
    "direction": "string",
    "availability": "string",
    "available_directions": "array",
}
"""What a problem has whose cause is that a method does not have the direction."""
_FIELD: _Types = {"pointer": "string", "code": "string", "detail": "string"}
_FIELD_AT_TIMES: _Types = {"accepted_combinations": "array"}


class Unwritten(NamedTuple):
    """What a record does not have as it is written: the record, the member, if it is there, and the fault."""

    record: Record
    node: Node | None
    fault: str


def written_members(interface: Interface) -> Mapping[str, frozenset[str]]:
    """Return the names of the members that servers write, by the records that they are in."""
    records = _records(interface)
    return {record.name: frozenset((*types, *rare_types, _PROBLEM_IF_STATED)) for record, types, rare_types in records}


def unwritten(interface: Interface) -> Iterator[Unwritten]:
    """Yield what the record of problems, and that of rejected fields, does not have as servers write it."""
    for record, types, rare_types in _records(interface):
        members = {member.name: member for member in record.members}
        for name, json_type in {**types, **rare_types}.items():
            node = members.get(name)
            fitting_types = (json_type, "any", *(["number"] if json_type == "integer" else []))
            is_mistyped = isinstance(node, FieldNode) and node.json_type not in fitting_types
            if node is None:
                yield Unwritten(record, None, f"servers write the member {name!r}, which {record.name} lacks")
            elif isinstance(node, Group) or is_mistyped:
                yield Unwritten(record, node, f"servers write {name!r} as JSON's {json_type}, which it is not here")
            elif node.requirement == "required" and name not in types:
                yield Unwritten(record, node, f"servers write {name!r} at times, but {record.name} requires it")
        errors = members.get("errors")
        item = errors.items if isinstance(errors, FieldNode) else None
        if record.name == interface.problem_record and isinstance(item, FieldNode) and item.json_type != "object":
            yield Unwritten(record, errors, "servers write rejected fields as objects, which the list does not have")
        for name, node in members.items():
            if node.requirement == "required" and name not in (*types, *rare_types):
                yield Unwritten(record, node, f"{record.name} requires {name!r}, which servers do not write")


def _records(interface: Interface) -> Iterator[tuple[Record, _Types, _Types]]:
    records_by_name = {record.name: record for record in interface.records}
    if (record := records_by_name.get(interface.problem_record)) is None:
        return  # It was reported.
    causes = {problem.cause for problem in interface.problems}
    yield record, _PROBLEM, {**_PROBLEM_AT_TIMES, **(_OF_METHODS if "unavailable_direction" in causes else {})}
    errors = next((member for member in record.members if member.name == "errors"), None)
    item = errors.items if isinstance(errors, FieldNode) else None
    if isinstance(item, FieldNode) and item.record in records_by_name:
        has_conditions = any(code.code == "conditional_required" for code in interface.violation_codes)
        yield records_by_name[item.record], _FIELD, _FIELD_AT_TIMES if has_conditions else {}
