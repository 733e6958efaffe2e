"""The published JSON Schemas under three validators: jsonschema for their form, ajv and jsonschema-rs for verdicts."""

from typing import Any

import jsonschema_rs
import pytest
from jsonschema import Draft202012Validator

from tests.artefacts import javascript
from tests.artefacts.published import DIRECTIONS, accepted, listing, request_types, schemas, vectors

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def test_one_schema_for_each_request_type_and_one_for_each_direction() -> None:
    wanted = {*DIRECTIONS, *(f"{direction}/{method}" for direction, method in request_types())}
    assert schemas().keys() == wanted
    assert len(request_types()) == 14


@pytest.mark.parametrize("name", schemas())
def test_valid_against_the_metaschema(name: str) -> None:
    schema = schemas()[name]
    assert schema["$schema"] == DIALECT
    Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("name", schemas())
def test_every_example_is_valid(name: str) -> None:
    validator = Draft202012Validator(schemas()[name])
    examples = schemas()[name].get("examples", [])
    assert len(examples) >= (0 if name in DIRECTIONS else 2), "minimal and full"
    assert [error.message for example in examples for error in validator.iter_errors(example)] == []


@pytest.mark.parametrize("name", schemas())
def test_every_own_keyword_is_announced(name: str) -> None:
    unknown = {keyword for keyword in _keywords(schemas()[name]) if keyword.startswith("x-")} - {*javascript.KEYWORDS}
    assert unknown == set(), "integrators with a strict validator must be told: announce it here and in the docs"


def test_every_schema_compiles_in_strict_ajv_without_a_word() -> None:
    assert javascript.report()["failures"] == {}


def test_ajv_gives_every_vector_its_verdict_in_its_own_schema_and_in_the_union() -> None:
    found = javascript.disagreements()
    assert not found, listing(found)
    assert len(javascript.bodies()) == 2 * len(vectors("fields")) + len(vectors("dispatch"))


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_the_union_gives_every_vector_its_verdict_in_jsonschema_rs(direction: str) -> None:
    validator = jsonschema_rs.Draft202012Validator(schemas()[direction])
    found = [
        f"{vector['id']} must be {'accepted' if accepted(vector) else 'rejected'}"
        for vector in vectors("fields")
        if vector["direction"] == direction and validator.is_valid(vector["payload"]) is not accepted(vector)
    ]
    assert not found, listing(found)


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_the_union_rejects_every_body_that_names_no_request_type(direction: str) -> None:
    validator = jsonschema_rs.Draft202012Validator(schemas()[direction])
    bodies = [vector for vector in vectors("dispatch") if vector["direction"] == direction]
    assert bodies, "there are vectors of the stage dispatch"
    assert [vector["id"] for vector in bodies if validator.is_valid(vector["payload"])] == []


def _keywords(schema: Any) -> set[str]:
    if isinstance(schema, list):
        return {keyword for inner in schema for keyword in _keywords(inner)}
    if not isinstance(schema, dict):
        return set()
    found = schema.keys() - {"properties", "$defs", "examples"}
    inner = [schema[keyword] for keyword in found]
    named = [*schema.get("properties", {}).values(), *schema.get("$defs", {}).values()]
    return set(found) | _keywords(inner) | _keywords(named)
