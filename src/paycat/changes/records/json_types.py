"""Schemas in; their JSON types, and what became of them, out."""

from typing import Any

Schema = dict[str, Any]

EVERY = frozenset(("array", "boolean", "integer", "number", "object", "string", "null"))


def types_of(schema: Schema) -> frozenset[str]:
    """Return the types that a schema accepts; every number is a number or an integer, so `number` is both."""
    stated = schema.get("type")
    if stated is None:
        return EVERY
    types = frozenset((stated,) if isinstance(stated, str) else stated)
    return types | {"integer"} if "number" in types else types


def types_text(schema: Schema) -> str:
    """Return the types of a schema in words; of a reference, the record."""
    stated = schema.get("type", schema.get("$ref"))
    if stated is None:
        return "anything"
    return stated if isinstance(stated, str) else " or ".join(stated)


def types_kind(old: Schema, new: Schema) -> str | None:
    """Return the kind of the change of a schema's types, or None where they are the same."""
    before, after = types_of(old), types_of(new)
    if before == after:
        return None
    if before < after:
        return "type-widened"
    if after < before:
        return "type-narrowed"
    return "type-changed"
