"""JSON Schemas (draft 2020-12) of request types; OpenAPI shares the schemas of objects."""

from collections.abc import Callable
from typing import Any

from paycat.catalogue.directions import Direction
from paycat.contract.model import Contract, Request
from paycat.contract.naming import pascal
from paycat.contract.nodes import Condition, FieldNode, Group
from paycat.documents.marks import deprecation_marks, marks, meaning_of, reasons_of, sentence

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_FOLDER = "json-schema"
"""Where the schemas of requests are in the output folder."""

Schema = dict[str, Any]
Nested = Callable[[Group], Schema]
Conditional = Callable[[Group, Condition], Schema]


def request_schema(request: Request, address: str = "") -> Schema:
    """Return the stand-alone schema of one request type: closed, described, with the valid samples as examples.

    `address`, if any, is the `$id` by which validators register it.
    """
    return {
        "$schema": DIALECT,
        **({"$id": address} if address else {}),
        "title": request.root.component,
        **inline_schema(request.root),
        "examples": [sample.payload for sample in request.samples if not sample.violations],
    }


def union_schema(contract: Contract, direction: Direction) -> Schema:
    """Return the schema of every request of a direction.

    The method code selects the variant (if/then), so errors are those of one variant.
    """
    requests = list(contract.requests(direction))
    address = schema_address(contract, direction)
    field = method_field(requests[0])
    name, codes = field.name, [request.method for request in requests]
    return {
        "$schema": DIALECT,
        **({"$id": address} if address else {}),
        "title": f"{pascal(direction)}Request",
        "description": f"Any request of the direction {direction}; `{name}` picks the variant.",
        "type": "object",
        "properties": {name: {"type": "string", "enum": codes, "description": sentence(field.meaning)}},
        "required": [name],
        "allOf": [
            {
                "if": {"properties": {name: {"const": request.method}}, "required": [name]},
                "then": {"$ref": f"#/$defs/{request.root.component}"},
            }
            for request in requests
        ],
        "$defs": {request.root.component: inline_schema(request.root) for request in requests},
    }


def schema_address(contract: Contract, name: str) -> str:
    """Return the address of a schema by its direction and method; "" where files have no address."""
    return contract.service.address_of(f"{_FOLDER}/{name}.schema.json")


def method_field(request: Request) -> FieldNode:
    """Return the field with the method code."""
    field = request.by_role("method")
    assert field is not None, "every request has the method code"
    return field


def inline_schema(group: Group) -> Schema:
    """Return a group's schema, which includes those of the groups inside it."""
    return object_schema(group, inline_schema, any_combination)


def object_schema(group: Group, nested: Nested, conditional: Conditional) -> Schema:
    """Return a group's schema; `nested` makes the schema of a group inside, `conditional` that of a condition."""
    text = sentence(meaning_of(group))
    schema: Schema = {
        "type": "object",
        "description": " ".join((text, *map(combinations_text, group.conditions))),
        **marks(*reasons_of(group)),
        **deprecation_marks(group.deprecated),
        "properties": {member.name: _member_schema(member, nested) for member in group.members},
    }
    if group.required:
        schema["required"] = list(group.required)
    conditions = [conditional(group, condition) for condition in group.conditions]
    if len(conditions) == 1:
        schema |= conditions[0]
    elif conditions:
        schema["allOf"] = conditions
    if group.closed:
        schema["additionalProperties"] = False
    return schema


def any_combination(_group: Group, condition: Condition) -> Schema:
    """Return a condition as `anyOf` of required members.

    `properties` repeats them for ajv (`strictRequired`) and redocly (`no-required-schema-properties-undefined`), which
    otherwise reject the schema.
    """
    return {
        "anyOf": [{"properties": dict.fromkeys(names, True), "required": list(names)} for names in condition.any_of]
    }


def _member_schema(member: FieldNode | Group, nested: Nested) -> Schema:
    if isinstance(member, Group):
        return nested(member)
    items = {"items": _member_schema(member.items, nested)} if member.items else {}
    text = sentence(meaning_of(member))
    if member.sensitive:
        text += " Sensitive: keep it out of logs and errors."
    return {**field_rules(member), **items, "description": text, **field_notes(member)}


def field_rules(field: FieldNode) -> Schema:
    """Return the keywords that constrain values: the type and the field's rules.

    Lengths are there beside a pattern that counts, too: validators then report a text that is too long by `maxLength`,
    which has the code of the violation, and not by `pattern`.
    """
    schema: Schema = {"type": field.json_type}
    if field.json_type == "object":
        schema["additionalProperties"] = {}  # Without it, generators make a closed object.
    for rule in field.constraints:
        schema |= rule.kind.schema(rule.value)
    return schema


def field_notes(field: FieldNode) -> Schema:
    """Return the annotations of a field: provenance, own violation codes, sensitivity, deprecation, hints."""
    notes: Schema = marks(*reasons_of(field))
    if own_codes := {rule.kind.usual_code: rule.code for rule in field.constraints if rule.has_own_code}:
        notes["x-violation"] = own_codes
    if field.sensitive:
        notes["x-sensitive"] = field.sensitive
    if field.sensitive == "pan":
        notes["writeOnly"] = True
    notes |= deprecation_marks(field.deprecated)
    if field.hints:
        notes["x-hints"] = [hint.note for hint in field.hints]
    return notes


def combinations_text(condition: Condition) -> str:
    """Return which members a condition requires, as a sentence."""
    choices = ["`" + "` and `".join(names) + "`" for names in condition.any_of]
    return f"Send at least one of: {'; '.join(choices)}."
