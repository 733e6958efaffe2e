"""Schemas of OpenAPI 3.1 as OpenAPI 3.0.3: the same verdicts, or a loss that is told; nothing is passed over."""

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from openapi_schema_validator import OAS30Validator
from openapi_spec_validator import OpenAPIV30SpecValidator

from paycat.documents.openapi.downgrade.losses import Losses
from paycat.documents.openapi.downgrade.schemas import schema_30
from paycat.shapes.constraints import KINDS

Json = dict[str, Any]

NULL = {"type": "string", "nullable": True, "enum": [None]}

WAYS: dict[str, tuple[Any, Json]] = {
    "anything": (True, {}),
    "nothing": (False, {"not": {}}),
    "const": ({"type": "string", "const": "a"}, {"type": "string", "enum": ["a"]}),
    "const-beside-enum": ({"enum": [1, 2], "const": 1}, {"enum": [1, 2], "allOf": [{"enum": [1]}]}),
    "type-or-null": (
        {"type": ["string", "null"], "maxLength": 2},
        {"type": "string", "nullable": True, "maxLength": 2},
    ),
    "types": (
        {"type": ["null", "array", "boolean"]},
        {"anyOf": [{"type": "array", "items": {}, "nullable": True}, {"type": "boolean"}]},
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
    "array": ({"type": "array"}, {"type": "array", "items": {}}),
    "one-example": ({"examples": ["a"]}, {"example": "a"}),
    "comment": ({"$comment": "a"}, {"x-comment": "a"}),
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
    "condition": (
        {"if": {"required": ["a"]}, "then": {"required": ["b"]}, "else": {"required": ["c"]}},
        {
            "allOf": [
                {"anyOf": [{"not": {"required": ["a"]}}, {"required": ["b"]}]},
                {"anyOf": [{"required": ["a"]}, {"required": ["c"]}]},
            ]
        },
    ),
    "condition-about-a-member-that-may-be-absent": (
        {
            "properties": {"a": {}, "b": {}},
            "required": ["b"],
            "if": {"properties": {"a": True}, "required": ["a"]},
            "then": {"properties": {"b": {"type": "string"}}},
        },
        {
            "properties": {"a": {}, "b": {}},
            "required": ["b"],
            "allOf": [{"anyOf": [{"not": {"required": ["a"]}}, {"properties": {"b": {"type": "string"}}}]}],
        },
    ),
    "conditions-in-a-list": (
        {"required": ["a"], "allOf": [{"if": {"required": ["a"]}, "then": {"minProperties": 2}}, {"maxProperties": 3}]},
        {"required": ["a"], "allOf": [{"minProperties": 2}, {"maxProperties": 3}]},
    ),
    "dependent-members": (
        {"dependentRequired": {"a": ["b"]}},
        {"anyOf": [{"not": {"type": "object", "required": ["a"]}}, {"required": ["b"]}]},
    ),
}

LOST: dict[str, Any] = {
    "contains": {"type": "string"},
    "minContains": 1,
    "maxContains": 2,
    "prefixItems": [{"type": "string"}],
    "unevaluatedItems": False,
    "unevaluatedProperties": False,
    "patternProperties": {"^a": {"type": "string"}},
    "propertyNames": {"maxLength": 3},
    "contentEncoding": "base64",
    "contentMediaType": "text/plain",
}

OF_KEYWORDS: dict[str, Any] = {
    "$ref": "#/components/schemas/Other",
    "additionalProperties": False,
    "dependentRequired": {"a": ["b"]},
    "dependentSchemas": {"a": {"required": ["b"]}},
    "discriminator": {"propertyName": "a"},
    "enum": ["a"],
    "examples": ["a", "b"],
    "format": "date-time",
    "items": True,
    "pattern": "^a$",
    "properties": {"a": True},
    "required": ["a"],
    "type": ["string", "null"],
    **{key: [{"type": "string"}] for key in ("allOf", "anyOf", "oneOf")},
    **{key: {"type": "string"} for key in ("not", "if", "then", "else")},
    **dict.fromkeys(("deprecated", "readOnly", "writeOnly", "uniqueItems"), True),
    **dict.fromkeys(("title", "description", "default", "const", "$comment"), "a"),
    **LOST,
}
"""A value for each keyword; those of constraints that are not here take a number."""
KEYWORDS = {*OF_KEYWORDS, *(kind.schema_keyword for kind in KINDS.values()), "minProperties", "maxProperties"}


def downgraded(schema: Any) -> tuple[Json, list[Json]]:
    """Return a schema in OpenAPI 3.0 and what was lost; the schema itself must stay as it is."""
    losses, before = Losses(), deepcopy(schema)
    made = schema_30(schema, "#/s", losses)
    assert schema == before, "the input was changed"
    return made, losses.listed()


@pytest.mark.parametrize("name", WAYS)
def test_ways(name: str) -> None:
    given_schema, wanted = WAYS[name]
    assert downgraded(given_schema) == (wanted, [])


@pytest.mark.parametrize("keyword", LOST)
def test_what_is_lost_stays_for_people_and_is_told(keyword: str) -> None:
    made, losses = downgraded({"properties": {"a/b": {keyword: LOST[keyword]}}})
    assert made == {"properties": {"a/b": {f"x-{keyword}": LOST[keyword]}}}
    [loss] = losses
    assert loss.keys() == {"what", "why", "instead", "places"}
    assert (loss["what"], loss["places"]) == (f"`{keyword}`", ["#/s/properties/a~1b"])


def test_further_examples_are_lost() -> None:
    made, losses = downgraded({"items": {"examples": ["a", "b"]}})
    assert made == {"items": {"example": "a"}}
    assert [(loss["what"], loss["places"]) for loss in losses] == [("`examples`", ["#/s/items"])]


@pytest.mark.parametrize(
    ("keyword", "spared_by"), [("items", "prefixItems"), ("additionalProperties", "patternProperties")]
)
def test_a_loss_refuses_nothing_more(keyword: str, spared_by: str) -> None:
    """Without the keyword that spares a part of the value from it, the other one would refuse valid values."""
    made, losses = downgraded({keyword: False, spared_by: LOST[spared_by]})
    assert made == {f"x-{keyword}": False, f"x-{spared_by}": LOST[spared_by]}
    assert {loss["what"] for loss in losses} == {f"`{keyword}`", f"`{spared_by}`"}


@pytest.mark.parametrize("keyword", ["$defs", "$dynamicRef", "nullable", "maxlength"])
def test_an_unknown_keyword_is_named(keyword: str) -> None:
    with pytest.raises(ValueError, match=rf"'{keyword.replace('$', '[$]')}' at #/s/not"):
        downgraded({"not": {keyword: {}}})


@pytest.mark.parametrize("keyword", sorted(KEYWORDS))
def test_every_keyword_of_a_contract_has_a_way(keyword: str) -> None:
    made, _ = downgraded({keyword: OF_KEYWORDS.get(keyword, 1)})
    schemas = {"Made": made, "Other": {}}
    paths = {"/": {"get": {"responses": {"200": {"description": "a"}}}}}
    document = {"openapi": "3.0.3", "info": {"title": "a", "version": "1"}, "paths": paths}
    errors = OpenAPIV30SpecValidator({**document, "components": {"schemas": schemas}}).iter_errors()
    assert [error.message for error in errors] == []


# Verdicts

names = st.sampled_from("ab")
scalars = st.none() | st.booleans() | st.integers(-2, 3) | st.text("ab", max_size=2)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(names, inner, max_size=2), max_leaves=4
)
types = st.sampled_from(["null", "boolean", "integer", "string", "array", "object"])
required = st.lists(names, unique=True, max_size=2)


def objects(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return schemas of a few keywords at a time, with schemas inside."""
    few = st.lists(inner, min_size=1, max_size=2)
    keywords: dict[str, st.SearchStrategy[Any]] = {
        "type": types | st.lists(types, min_size=1, max_size=3, unique=True),
        "const": scalars,
        "enum": st.lists(scalars, min_size=1, max_size=2, unique_by=repr),
        **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), st.integers(-1, 2)),
        **dict.fromkeys(("maxLength", "minItems", "maxProperties"), st.integers(0, 1)),
        **dict.fromkeys(("if", "then", "else", "not", "items", "additionalProperties"), inner),
        **dict.fromkeys(("allOf", "anyOf", "oneOf"), few),
        **dict.fromkeys(("properties", "dependentSchemas"), st.dictionaries(names, inner, max_size=2)),
        "required": required,
        "dependentRequired": st.dictionaries(names, required, max_size=1),
    }
    kept = st.lists(st.sampled_from(sorted(keywords)), max_size=4, unique=True)
    return kept.flatmap(lambda chosen: st.fixed_dictionaries({name: keywords[name] for name in chosen}))


schemas_31 = st.recursive(st.booleans() | objects(st.booleans()), objects, max_leaves=6)


@settings(max_examples=600, deadline=None, derandomize=True)
@given(schemas_31, st.lists(values, min_size=6, max_size=6))
def test_verdicts_are_the_same(schema: Any, instances: list[Any]) -> None:
    made, losses = downgraded(schema)
    assert losses == []
    before, after = Draft202012Validator(schema), OAS30Validator(made)
    for instance in instances:
        assert after.is_valid(instance) is before.is_valid(instance), (made, instance)
