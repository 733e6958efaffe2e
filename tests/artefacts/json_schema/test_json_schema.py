"""The published JSON Schemas under three validators: jsonschema for their form, ajv and jsonschema-rs for verdicts."""

import json
from typing import Any

import jsonschema_rs
import pytest
from jsonschema import Draft202012Validator
from projects import GENERATED
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from tests.artefacts import javascript
from tests.artefacts.published import DIRECTIONS, accepted, listing, request_types, schemas, vectors

ADDRESS = "https://docs.payments.test/files"
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


def test_every_schema_has_an_address_of_its_own() -> None:
    """Also those of files, which are not about requests."""
    published = [path for path in GENERATED.rglob("*.schema.json") if path.parent.name != "editor"]
    assert len(published) > len(schemas())
    for path in published:
        stated = json.loads(path.read_text(encoding="utf-8"))["$id"]
        assert stated == f"{ADDRESS}/{path.relative_to(GENERATED).as_posix()}"


def test_all_schemas_are_registered_by_name_in_jsonschema() -> None:
    registry = Registry().with_resources((one["$id"], DRAFT202012.create_resource(one)) for one in schemas().values())
    validators = {
        name: Draft202012Validator({"$ref": one["$id"]}, registry=registry) for name, one in schemas().items()
    }
    for vector in vectors("fields"):
        for name in (vector["direction"], f"{vector['direction']}/{vector['method']}"):
            if vector["id"].partition("/")[0].endswith(("sample", "closed")):
                assert validators[name].is_valid(vector["payload"]) is accepted(vector), f"{name}: {vector['id']}"


def test_all_schemas_are_registered_by_name_in_jsonschema_rs() -> None:
    registry = jsonschema_rs.Registry([(one["$id"], one) for one in schemas().values()])
    for name, schema in schemas().items():
        validator = jsonschema_rs.Draft202012Validator({"$ref": schema["$id"]}, registry=registry)
        for vector in vectors("fields"):
            if name in (vector["direction"], f"{vector['direction']}/{vector['method']}"):
                assert validator.is_valid(vector["payload"]) is accepted(vector), f"{name}: {vector['id']}"


def test_all_schemas_are_registered_by_name_in_ajv() -> None:
    verdicts = zip(javascript.bodies(), javascript.report()["byName"], strict=True)
    found = [f"{name}: {vector['id']}" for (name, vector), valid in verdicts if valid is not accepted(vector)]
    assert not found, listing(found)


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
