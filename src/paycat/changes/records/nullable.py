"""A schema in; what it says besides null, and whether null is accepted, out: JSON Schema says so in many ways."""

from typing import Any

from paycat.changes.records.words import MARKS, is_word

Schema = dict[str, Any]

UNIONS = ("anyOf", "oneOf")
NULL = "null"


def split(schema: Any) -> tuple[Schema, bool | None]:
    """Return the schema without null, and whether it accepts null; None where it says nothing of it."""
    if not isinstance(schema, dict):
        return ({"not": {}} if schema is False else {}), None
    if "type" in schema:
        return _by_type(schema)
    if union := next((key for key in UNIONS if key in schema), None):
        return _by_union(schema, union)
    if "enum" in schema:
        return _without_null(schema), None in schema["enum"]
    says = any(keyword in schema for keyword in ("const", "$ref"))
    return schema, (False if says else None)


def is_null(schema: Any) -> bool:
    """Whether a schema accepts null and nothing else."""
    return isinstance(schema, dict) and schema.get("type") in (NULL, [NULL])


def is_about_words(keyword: str) -> bool:
    """Whether a keyword is a word or a mark."""
    return is_word(keyword) or keyword in MARKS


def _by_type(schema: Schema) -> tuple[Schema, bool | None]:
    stated = schema["type"]
    if stated == NULL or not isinstance(stated, list) or NULL not in stated or len(stated) == 1:
        return schema, (None if is_null(schema) else False)
    types = [name for name in stated if name != NULL]
    kept = {**schema, "type": types[0] if len(types) == 1 else types}
    if "enum" in schema:
        return _without_null(kept), None in schema["enum"]
    return kept, schema.get("const") is None


def _by_union(schema: Schema, union: str) -> tuple[Schema, bool | None]:
    branches = schema[union]
    kept = [branch for branch in branches if not is_null(branch)]
    if len(kept) == len(branches):
        return schema, False
    rest = {key: value for key, value in schema.items() if key != union}
    if not kept:
        return {**rest, "type": NULL}, None
    if len(kept) == 1 and isinstance(kept[0], dict) and all(map(is_about_words, rest)):
        return {**kept[0], **rest}, True
    return {**schema, union: kept}, True


def _without_null(schema: Schema) -> Schema:
    return {**schema, "enum": [value for value in schema["enum"] if value is not None]}
