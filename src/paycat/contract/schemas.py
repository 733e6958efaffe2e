"""Records, parameters and headers as JSON Schema (draft 2020-12), with references written `{"$ref": "Name"}`.

Readers of answers accept what later versions add: objects are open, a date has its `format` and no pattern, and nothing
rejects the line break that Python's `$` lets through.
"""

from typing import Any
from urllib.parse import quote

from paycat.catalogue.statement import Reason
from paycat.contract.nodes import FieldNode, Group
from paycat.shapes.constraints import numbers_within
from paycat.shapes.constraints.format import Format

Schema = dict[str, Any]

_NULL: Schema = {"type": "null"}
_SMALLEST, _LARGEST = -(2**31), 2**31 - 1


def node_schema(node: FieldNode | Group, around: Reason) -> Schema:
    """Return the schema of a node in the order in which it is read: what it is, what it means, what it holds.

    Where it comes from is marked only where that is not `around`, where its record comes from.
    """
    means = {"description": node.meaning} if node.meaning else {}
    old = {"deprecated": True} if node.deprecated else {}
    return {**_is(node, around), **means, **old, **_marks(node.reason, around), **_holds(node, around)}


def linked_schema(schema: Any) -> Any:
    """Return a schema in which references are pointers to the definitions of these names."""
    if isinstance(schema, list):
        return [linked_schema(inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    linked = {key: linked_schema(inner) for key, inner in schema.items()}
    if isinstance(linked.get("$ref"), str):
        name = linked["$ref"].replace("~", "~0").replace("/", "~1")
        linked["$ref"] = f"#/$defs/{quote(name)}"
    return linked


def _is(node: FieldNode | Group, around: Reason) -> Schema:
    """Return what kind of value a node is."""
    if isinstance(node, Group):
        return {"type": ["object", "null"] if node.nullable else "object"}
    if node.shape == "record":
        reference = {"$ref": node.record}
        return {"anyOf": [reference, dict(_NULL)]} if node.nullable else reference
    if node.shape in ("union", "any"):
        return {}
    schema = _plain(node)
    if node.open:
        schema["x-extensible-enum"] = [one.value for one in node.choices]
    if node.items:
        schema["items"] = node_schema(node.items, around)
    return schema


def _plain(field: FieldNode) -> Schema:
    """Return the type and the bounds of a value."""
    schema: Schema = {"type": [field.json_type, "null"] if field.nullable else field.json_type}
    if (form := field.constraint(Format.keyword)) is not None:
        schema["format"] = form.value
    if field.shape == "integer":
        schema["format"] = _width(field)
    if field.shape == "decimal" and field.type:
        # Generated code reads the number as exactly as the type asks.
        schema["x-field-type"] = field.type
    for rule in field.constraints:
        if rule is not form:
            stated, keyword = dict(rule.kind.schema(rule.value)), rule.kind.schema_keyword
            schema |= {keyword: stated[keyword]} if keyword in stated else stated
    return _with_null(schema) if field.nullable else schema


def _holds(node: FieldNode | Group, around: Reason) -> Schema:
    """Return the members of an object, or the records of a union."""
    if isinstance(node, Group):
        required = {"required": list(node.required)} if node.required else {}
        return {**required, "properties": {one.name: node_schema(one, around) for one in node.members}}
    if node.shape != "union":
        return {}
    schema: Schema = {
        "oneOf": [{"$ref": record} for record in dict.fromkeys(one.record for one in node.variants)],
        "discriminator": {
            "propertyName": node.discriminator or "",
            "mapping": {one.value: one.record for one in node.variants},
        },
    }
    return {"anyOf": [schema, dict(_NULL)]} if node.nullable else schema


def _marks(reason: Reason, around: Reason) -> Schema:
    if reason == around:
        return {}
    source = {"x-source": reason.source} if reason.source else {}
    return {**source, **({"x-decision": list(reason.decisions)} if reason.decisions else {})}


def _width(field: FieldNode) -> str:
    """Return the width of an integer: 32 bits where its bounds fit them."""
    accepted = numbers_within(field.bounds)
    low, high = accepted.low, accepted.high
    fits = low is not None and high is not None and low.number >= _SMALLEST and high.number <= _LARGEST
    return "int32" if fits else "int64"


def _with_null(schema: Schema) -> Schema:
    """Return the schema of a value that may be null with null among the values that it lists."""
    listed = {"const": lambda value: ("enum", [value, None]), "enum": lambda value: ("enum", [*value, None])}
    return dict(listed[key](value) if key in listed else (key, value) for key, value in schema.items())
