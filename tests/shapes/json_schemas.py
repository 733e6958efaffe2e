"""The JSON Schemas of a contract: every schema inside one, with its path."""

from collections.abc import Iterator
from typing import Any

Path = tuple[str | int, ...]

HOLDS_ONE = (
    *("items", "contains", "additionalProperties", "propertyNames", "not", "if", "then", "else"),
    *("unevaluatedItems", "unevaluatedProperties"),
)
HOLDS_LIST = ("allOf", "anyOf", "oneOf", "prefixItems")
HOLDS_NAMED = ("properties", "patternProperties", "dependentSchemas")


def schemas(schema: Any, path: Path = ()) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Return the schema and every schema inside it that is an object, with its path."""
    if not isinstance(schema, dict):
        return
    yield path, schema
    for inner, value in _inside(schema):
        yield from schemas(value, (*path, *inner))


def _inside(schema: dict[str, Any]) -> Iterator[tuple[Path, Any]]:
    for key, value in schema.items():
        if key in HOLDS_ONE:
            yield (key,), value
        elif key in HOLDS_LIST and isinstance(value, list):
            yield from (((key, index), item) for index, item in enumerate(value))
        elif key in HOLDS_NAMED and isinstance(value, dict):
            yield from (((key, name), item) for name, item in value.items())
