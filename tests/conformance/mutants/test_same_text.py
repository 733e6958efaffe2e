"""What an OpenAPI component says in the text of a JSON Schema, and what it says otherwise: that alone is changed."""

from typing import Any

import pytest

from paycat_mutants.same_text import same_text

JSON = {
    "title": "Request",
    "type": "object",
    "properties": {"a": {"type": "string", "maxLength": 3}, "b": {"type": "object", "properties": {"title": True}}},
    "required": ["a"],
}


def component(**changed: Any) -> dict[str, Any]:
    """Return a document that refers to the same schema, its object as a component of its own, with some changes."""
    inner = {"type": "object", "description": "b", "properties": changed.pop("inner", {"title": True})}
    a = {"type": "string", "maxLength": changed.pop("longest", 3), "description": "a"}
    of_b = {"$ref": "#/components/schemas/B"}
    request = {"type": "object", "properties": {"a": a, "b": of_b}, "required": ["a"], **changed}
    return {"$ref": "#/components/schemas/A", "components": {"schemas": {"A": request, "B": inner}}}


ROOT, A, B = (
    ("components", "schemas", "A"),
    ("components", "schemas", "A", "properties", "a"),
    ("components", "schemas", "B"),
)


def test_what_is_the_same_through_references_is_not_changed() -> None:
    found = same_text(component(), JSON)
    assert found.keys() >= {ROOT, A, B}
    assert all(found[ROOT](keyword) for keyword in ("type", "properties", "required", "additionalProperties"))
    assert found[A]("maxLength")


@pytest.mark.parametrize(
    ("changed", "place", "keyword"),
    [
        ({"longest": 4}, A, "maxLength"),
        ({"required": ["a", "b"]}, ROOT, "required"),
        ({"additionalProperties": False}, ROOT, "additionalProperties"),
        ({"inner": {"description": True}}, B, "properties"),
        ({"allOf": [{"required": ["b"]}]}, ROOT, "allOf"),
    ],
)
def test_what_differs_is_changed(changed: dict[str, Any], place: tuple[str, ...], keyword: str) -> None:
    assert not same_text(component(**changed), JSON)[place](keyword)


def test_a_place_that_json_schema_lacks_is_changed() -> None:
    changed = component(allOf=[{"required": ["b"]}])
    assert (*ROOT, "allOf", 0) not in same_text(changed, JSON)
