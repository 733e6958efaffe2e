"""The conditions of JSON Schema in; `anyOf` and `not`, which OpenAPI 3.0 has, out."""

from typing import Any

Schema = dict[str, Any]

_ABOUT_THE_VALUE = ("allOf", "anyOf", "oneOf")


def always_holds(condition: Any, required: frozenset[str]) -> bool:
    """Tell whether an `if` holds for every value that has the members which are required anyway."""
    if isinstance(condition, bool):
        return condition
    members = condition.get("properties", {}).values()
    asks_for_members = condition.keys() <= {"properties", "required"} and all(_says_nothing(one) for one in members)
    return asks_for_members and set(condition.get("required", ())) <= required


def bare(schema: Any, declared: frozenset[str]) -> Any:
    """Return a schema without the members that it only repeats: declared around it, and free here.

    Strict validators ask for the repetition; generators that read OpenAPI 3.0 make classes of it.
    """
    if isinstance(schema, bool):
        return schema
    made: Schema = {
        key: [bare(one, declared) for one in value] if key in _ABOUT_THE_VALUE else value
        for key, value in schema.items()
    }
    if "properties" in made and not made.keys() & {"additionalProperties", "unevaluatedProperties"}:
        kept = {name: one for name, one in made["properties"].items() if name not in declared or not _says_nothing(one)}
        made = {
            key: kept if key == "properties" else value for key, value in made.items() if key != "properties" or kept
        }
    return made


def either(one: Schema, other: Schema) -> Schema:
    """Return a schema that takes what one of two takes; alternatives are told in one list."""
    own = other["anyOf"] if other.keys() == {"anyOf"} else [other]
    return {"anyOf": [one, *own]}


def dependent(name: str, schema: Schema) -> Schema:
    """Return a schema that asks for another one where an object has a member."""
    return either({"not": {"type": "object", "required": [name]}}, schema)


def _says_nothing(schema: Any) -> bool:
    return schema is True or schema == {}
