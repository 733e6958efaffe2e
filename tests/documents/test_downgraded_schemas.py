"""Schemas of OpenAPI 3.1 as OpenAPI 3.0.3: the same verdicts; nothing is passed over."""

from copy import deepcopy
from typing import Any

import projects
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from openapi_schema_validator import OAS30Validator
from openapi_spec_validator import OpenAPIV30SpecValidator

from paycat.documents.openapi_30 import schema_30
from paycat.shapes.constraints import KINDS

Json = dict[str, Any]

NULL = {"type": "string", "nullable": True, "enum": [None]}

SHAPES = projects.read_yaml(projects.ROOT / "tests" / "shapes" / "shapes.yaml")
ASKING_FOR_A = {
    "if": {"properties": {"a": True}, "required": ["a"]},
    "then": {"anyOf": [{"properties": {"b": True}, "required": ["b"]}]},
}

WAYS: dict[str, tuple[Any, Json]] = {
    "anything": (True, {}),
    "nothing": (False, {"not": {}}),
    "const": ({"type": "string", "const": "a"}, {"type": "string", "enum": ["a"]}),
    "const-beside-enum": ({"enum": [1, 2], "const": 1}, {"enum": [1, 2], "allOf": [{"enum": [1]}]}),
    "type-or-null": (
        {"type": ["string", "null"], "maxLength": 2},
        {"type": "string", "nullable": True, "maxLength": 2},
    ),
    "null": ({"type": "null"}, NULL),
    "reference-or-null": ({"anyOf": [{"$ref": "#/a"}, {"type": "null"}]}, {"anyOf": [{"$ref": "#/a"}, NULL]}),
    "beside-a-reference": ({"$ref": "#/a", "description": "b"}, {"description": "b", "allOf": [{"$ref": "#/a"}]}),
    "bound": ({"exclusiveMinimum": 0, "maximum": 2}, {"minimum": 0, "exclusiveMinimum": True, "maximum": 2}),
    "looser-bound-beside": ({"minimum": 1, "exclusiveMinimum": 0}, {"minimum": 1}),
    "tighter-bound-beside": (
        {"exclusiveMaximum": 0, "maximum": 0},
        {"maximum": 0, "exclusiveMaximum": True},
    ),
    "conditions-in-a-list": (
        {"required": ["a"], "allOf": [ASKING_FOR_A, {"anyOf": [{"properties": {"b": True}, "required": ["b"]}]}]},
        {
            "required": ["a"],
            "allOf": [{"anyOf": [{"required": ["b"]}]}, {"anyOf": [{"properties": {"b": {}}, "required": ["b"]}]}],
        },
    ),
    "array": ({"type": "array"}, {"type": "array", "items": {}}),
    "nothing-required": ({"required": []}, {}),
    "condition-that-always-holds": (
        {
            "properties": {"a": {}, "b": {}, "c": {}},
            "required": ["a"],
            "if": {"properties": {"a": True}, "required": ["a"]},
            "then": {
                "anyOf": [
                    {"properties": {"b": True}, "required": ["b"]},
                    {"properties": {"c": True}, "required": ["c"]},
                ]
            },
        },
        {
            "properties": {"a": {}, "b": {}, "c": {}},
            "required": ["a"],
            "allOf": [{"anyOf": [{"required": ["b"]}, {"required": ["c"]}]}],
        },
    ),
}

OF_KEYWORDS: dict[str, Any] = {
    "$ref": "#/components/schemas/Other",
    "additionalProperties": False,
    "discriminator": {"propertyName": "a"},
    "enum": ["a"],
    "format": "date-time",
    "items": True,
    "pattern": "^a$",
    "properties": {"a": True},
    "required": ["a"],
    "type": ["string", "null"],
    **{key: [{"type": "string"}] for key in ("allOf", "anyOf", "oneOf")},
    **{key: {"type": "string"} for key in ("not", "then")},
    **dict.fromkeys(("deprecated", "writeOnly", "uniqueItems"), True),
    **dict.fromkeys(("title", "description", "default", "const"), "a"),
}
"""A value for each keyword; those of constraints that are not here take a number."""
KEYWORDS = {*OF_KEYWORDS, *(kind.schema_keyword for kind in KINDS.values())}


def downgraded(schema: Any) -> Json:
    """Return a schema in OpenAPI 3.0; the schema itself must stay as it is."""
    before = deepcopy(schema)
    made = schema_30(schema, "#/s")
    assert schema == before, "the input was changed"
    return made


@pytest.mark.parametrize("name", WAYS)
def test_ways(name: str) -> None:
    given_schema, wanted = WAYS[name]
    assert downgraded(given_schema) == wanted


@pytest.mark.parametrize(
    "schema",
    [
        {"type": ["string", "array", "null"]},
        {"if": {"properties": {"a": True}, "required": ["a"]}, "then": ASKING_FOR_A["then"]},
        {"required": ["a"], "if": {"properties": {"a": True}}, "else": True},
    ],
    ids=["types", "member-that-may-be-absent", "else"],
)
def test_what_no_catalogue_says_is_not_passed_on(schema: Json) -> None:
    with pytest.raises(ValueError, match=r"at #/s/not has no way to OpenAPI 3\.0"):
        downgraded({"not": schema})


@pytest.mark.parametrize(
    "keyword", ["$defs", "$dynamicRef", "nullable", "maxlength", "patternProperties", "prefixItems", "examples"]
)
def test_an_unknown_keyword_is_named(keyword: str) -> None:
    with pytest.raises(ValueError, match=rf"'{keyword.replace('$', '[$]')}' at #/s/not"):
        downgraded({"not": {keyword: {}}})


@pytest.mark.parametrize("keyword", sorted(KEYWORDS))
def test_every_keyword_of_a_contract_has_a_way(keyword: str) -> None:
    made = downgraded({keyword: OF_KEYWORDS.get(keyword, 1)})
    schemas = {"Made": made, "Other": {}}
    paths = {"/": {"get": {"responses": {"200": {"description": "a"}}}}}
    document = {"openapi": "3.0.3", "info": {"title": "a", "version": "1"}, "paths": paths}
    errors = OpenAPIV30SpecValidator({**document, "components": {"schemas": schemas}}).iter_errors()
    assert [error.message for error in errors] == []


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_has_a_way(name: str) -> None:
    downgraded(SHAPES[name]["schema"])


# Verdicts

names = st.sampled_from("ab")
scalars = st.none() | st.booleans() | st.integers(-2, 3) | st.text("ab", max_size=2)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(names, inner, max_size=2), max_leaves=4
)
types = st.sampled_from(["boolean", "integer", "string", "array", "object"])
required = st.lists(names, unique=True, max_size=2)


def objects(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return schemas of a few keywords at a time, with schemas inside."""
    few = st.lists(inner, min_size=1, max_size=2)
    keywords: dict[str, st.SearchStrategy[Any]] = {
        "type": types | types.map(lambda name: [name, "null"]) | st.just("null"),
        "const": scalars,
        "enum": st.lists(scalars, min_size=1, max_size=2, unique_by=repr),
        **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), st.integers(-1, 2)),
        **dict.fromkeys(("maxLength", "minItems"), st.integers(0, 1)),
        **dict.fromkeys(("not", "items", "additionalProperties"), inner),
        **dict.fromkeys(("allOf", "anyOf", "oneOf"), few),
        "properties": st.dictionaries(names, inner, max_size=2),
        "required": required,
    }
    kept = st.lists(st.sampled_from(sorted(keywords)), max_size=4, unique=True)
    made = kept.flatmap(lambda chosen: st.fixed_dictionaries({name: keywords[name] for name in chosen}))
    return made | made.map(lambda schema: {**schema, **ASKING_FOR_A, "required": ["a"]})


schemas_31 = st.recursive(st.booleans() | objects(st.booleans()), objects, max_leaves=6)


@pytest.mark.slow
@settings(max_examples=600, deadline=None, derandomize=True)
@given(schemas_31, st.lists(values, min_size=6, max_size=6))
def test_verdicts_are_the_same(schema: Any, instances: list[Any]) -> None:
    made = downgraded(schema)
    before, after = Draft202012Validator(schema), OAS30Validator(made)
    for instance in instances:
        assert after.is_valid(instance) is before.is_valid(instance), (made, instance)
