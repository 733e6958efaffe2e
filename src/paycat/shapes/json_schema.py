"""What JSON Schema (draft 2020-12) says of values that the service answers or sends, and of parameters and headers.

Readers of answers accept what later versions add: objects are open, a date has its `format` and no pattern, and nothing
refuses the line break that Python's `$` lets through.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from paycat.shapes.constraints import KINDS, numbers_within
from paycat.shapes.constraints.format import Format
from paycat.shapes.constraints.relations import Relation
from paycat.shapes.constraints.statement import Bound
from paycat.shapes.named import SHAPES

Schema = dict[str, Any]

_NULL: Schema = {"type": "null"}
_SMALLEST, _LARGEST = -(2**31), 2**31 - 1


def value_schema(shape: str, bounds: Mapping[str, Bound], *, field_type: str = "", nullable: bool = False) -> Schema:
    """Return the schema of a value of a shape within some bounds; any value for a shape without a JSON type.

    Of a decimal it names the field type, which tells generated code how exactly the number is read.
    """
    if shape not in SHAPES:
        return {}
    named = SHAPES[shape]
    schema: Schema = {"type": [named.json_type, "null"] if nullable else named.json_type}
    if Format.keyword in named.implied:
        schema["format"] = named.implied[Format.keyword]
    if shape == "integer":
        schema["format"] = _format(bounds)
    if shape == "decimal" and field_type:
        schema["x-field-type"] = field_type
    for keyword, kind in KINDS.items():
        if keyword in bounds:
            is_flag = kind.relation is Relation.EQUAL and shape == "boolean"  # A catalogue states it as text.
            said = kind.schema(bounds[keyword] == "true" if is_flag else bounds[keyword])
            schema |= {kind.schema_keyword: said[kind.schema_keyword]} if kind.schema_keyword in said else said
    return _with_null(schema) if nullable else schema


def known_values(values: Sequence[str]) -> Schema:
    """Return what is said of a choice that may get further values: those that are known."""
    return {"x-extensible-enum": list(values)}


def reference(record: str, *, nullable: bool = False) -> Schema:
    """Return the schema of a value that is a record."""
    return {"anyOf": [{"$ref": record}, dict(_NULL)]} if nullable else {"$ref": record}


def union(discriminator: str, variants: Mapping[str, str], *, nullable: bool = False) -> Schema:
    """Return the schema of a value that is one of several records, by the value of a member."""
    schema: Schema = {
        "oneOf": [{"$ref": record} for record in dict.fromkeys(variants.values())],
        "discriminator": {"propertyName": discriminator, "mapping": dict(variants)},
    }
    return {"anyOf": [schema, dict(_NULL)]} if nullable else schema


def members_schema(members: Mapping[str, Schema], required: Sequence[str]) -> Schema:
    """Return what is said of an object beside its type: its members."""
    return {**({"required": list(required)} if required else {}), **({"properties": dict(members)} if members else {})}


def _format(bounds: Mapping[str, Bound]) -> str:
    """Return the width of an integer: 32 bits where its bounds fit them."""
    accepted = numbers_within({keyword: bound for keyword, bound in bounds.items() if keyword in KINDS})
    low, high = accepted.low, accepted.high
    fits = low is not None and high is not None and low.number >= _SMALLEST and high.number <= _LARGEST
    return "int32" if fits else "int64"


def _with_null(schema: Schema) -> Schema:
    """Return the schema of a value that may be null with null among the values that it lists."""
    listed = {"const": lambda value: ("enum", [value, None]), "enum": lambda value: ("enum", [*value, None])}
    return dict(listed[key](value) if key in listed else (key, value) for key, value in schema.items())
