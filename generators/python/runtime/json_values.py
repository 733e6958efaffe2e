# Part of paycat's runtime, copied unchanged. Do not edit.

"""Values of JSON: what is inside one, and when two are equal."""

from decimal import Decimal
from typing import Any, cast

from pydantic import BaseModel


def members_of(value: object) -> dict[str, Any]:
    """Return the members of an object; none when the value is no object."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def items_of(value: object) -> list[object]:
    """Return the items of a list; none when the value is no list."""
    return cast("list[object]", value) if isinstance(value, list) else []


def identity_of(value: Any) -> Any:
    """Return what is equal for two values that are equal as JSON.

    1 and 1.0 are equal, 1 and true are not. Programs may have models in place of objects.
    """
    if isinstance(value, BaseModel):
        value = value.model_dump()
    members, items = members_of(value), items_of(value)
    if isinstance(value, dict):
        found = ((name, identity_of(inner)) for name, inner in members.items())
        return "object", frozenset(found)
    if isinstance(value, list):
        return "list", tuple(map(identity_of, items))
    if isinstance(value, float):
        return "number", Decimal(repr(value))
    if isinstance(value, (int, Decimal)) and not isinstance(value, bool):
        return "number", Decimal(value)
    return type(value), value
