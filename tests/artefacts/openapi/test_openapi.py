"""The published OpenAPI document: its two files, its form, its requests against the JSON Schemas, its marks."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import jsonschema_rs
import pytest
import yaml
from jsonschema import Draft202012Validator, FormatChecker
from openapi_spec_validator import OpenAPIV31SpecValidator
from projects import PROJECT
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from tests.artefacts import javascript
from tests.artefacts.published import (
    DIRECTIONS,
    GENERATED,
    PATHS,
    UNIONS,
    Json,
    listing,
    openapi,
    request_types,
    schemas,
    strict,
)

OPERATIONS = {"createPayIn", "getPayIn", "listPayIns", "createPayout", "getPayout", "listPayouts", "listBanks"}
NOTIFICATIONS = {"payInUpdated", "payoutUpdated"}
SCHEMAS = "#/components/schemas/"
PROBLEM = "application/problem+json"
DATA = {"value", "example", "examples", "default"}
"""Members that hold data: what looks like a reference in there is none. But a media type's `examples` may be one."""

REGISTERED = re.compile(r"\b[DGE]-[0-9]+\b|Decided here")
NAMED = {"properties", "responses", "schemas", "parameters", "headers"}
"""Members whose own members are named freely, so that `default` is no data in there."""


# The two files, and the form


def test_yaml_and_json_say_the_same_in_the_same_order() -> None:
    text = (GENERATED / "openapi" / "openapi.yaml").read_text(encoding="utf-8")
    assert json.dumps(yaml.load(text, yaml.CSafeLoader)) == json.dumps(openapi())


def test_yaml_says_the_same_to_a_reader_of_yaml_1_2() -> None:
    found = javascript.report()["yaml"]
    assert found["problems"] == []
    assert not list(differences(strict(found["value"]), strict(openapi())))


def test_valid_openapi_3_1_1() -> None:
    assert openapi()["openapi"] == "3.1.1"
    assert [f"{list(error.absolute_path)}: {error.message}" for error in _form_errors()] == []


def _form_errors() -> Iterator[Any]:
    return OpenAPIV31SpecValidator(openapi()).iter_errors()


def test_the_operations_are_the_seven_and_the_notifications_the_two() -> None:
    found = [operation["operationId"] for _, _, operation in operations()]
    assert sorted(found) == sorted(OPERATIONS)
    names = [item["post"]["operationId"] for item in openapi()["components"]["pathItems"].values()]
    assert sorted(names) == sorted(NOTIFICATIONS)
    assert openapi()["webhooks"] == {name: {"$ref": f"#/components/pathItems/{name}"} for name in NOTIFICATIONS}


def test_every_pattern_compiles_in_javascript() -> None:
    assert javascript.patterns(), "there are patterns"
    assert javascript.report()["patterns"] == {}


# References


def test_every_reference_resolves() -> None:
    broken = []
    for location, target in references(openapi()):
        try:
            resolved(target)
        except KeyError:
            broken.append(f"{location} points at {target}, which is not there")
    assert broken == []


def test_no_component_is_unused() -> None:
    document = openapi()
    schemes = {name for requirement in document["security"] for name in requirement}
    reached = {f"#/components/securitySchemes/{name}" for name in schemes}
    waiting = [target for part in ("paths", "webhooks") for _, target in references(document[part])]
    while waiting:
        target = waiting.pop()
        if target not in reached:
            reached.add(target)
            waiting += [inner for _, inner in references(resolved(target))]
    there = {f"#/components/{kind}/{name}" for kind, parts in document["components"].items() for name in parts}
    assert sorted(there - reached) == [], "no path and no webhook leads to these"


# Requests


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_the_request_is_a_union_with_a_complete_mapping(direction: str) -> None:
    body = openapi()["paths"][PATHS[direction]]["post"]["requestBody"]
    assert body["required"] is True
    assert body["content"].keys() == {"application/json"}
    assert body["content"]["application/json"]["schema"] == {"$ref": SCHEMAS + UNIONS[direction]}
    union = component(UNIONS[direction])
    assert union.keys() == {"description", "oneOf", "discriminator"}
    assert union["discriminator"].keys() == {"propertyName", "mapping"}
    mapping = union["discriminator"]["mapping"]
    assert [{"$ref": reference} for reference in mapping.values()] == union["oneOf"]
    assert len(set(mapping.values())) == len(mapping)
    assert sorted(mapping) == sorted(method for other, method in request_types() if other == direction)
    member = union["discriminator"]["propertyName"]
    for method, reference in mapping.items():
        assert resolved(reference)["properties"][member]["const"] == method, reference
        assert member in resolved(reference)["required"], reference


@pytest.mark.parametrize("name", [name for name in schemas() if name not in DIRECTIONS])
def test_each_variant_is_flat_and_closed(name: str) -> None:
    for location, schema in [(name, variant(name)), *_nested(name, variant(name))]:
        assert schema["type"] == "object", location
        assert schema["additionalProperties"] is False, f"{location} is open"
        assert schema.keys() & {"allOf", "oneOf", "$ref", "unevaluatedProperties", "$defs"} == set(), location
        inline = [
            f"{location}.{member}"
            for member, node in schema["properties"].items()
            if node.keys() & {"properties", "anyOf"}
        ]
        assert inline == [], "objects inside have names of their own"


def _nested(location: str, schema: Json) -> Iterator[tuple[str, Json]]:
    for member, node in schema["properties"].items():
        if "$ref" in node:
            yield f"{location}.{member}", resolved(node["$ref"])
            yield from _nested(f"{location}.{member}", resolved(node["$ref"]))


@pytest.mark.parametrize("name", [name for name in schemas() if name not in DIRECTIONS])
def test_each_variant_equals_its_json_schema(name: str) -> None:
    standalone = schemas()[name]
    alone = {key: value for key, value in without_forms(standalone).items() if key not in ("$schema", "$id")}
    assert resolved(SCHEMAS + standalone["title"]) == variant(name)
    found = [f"{location}: {why}" for location, why in differences(strict(in_place(variant(name))), strict(alone))]
    assert not found, listing(found)


FOR_FORMS = {"title", "examples", "x-audience", "x-input", "x-autocomplete", "x-labels"}
"""The annotations that only the stand-alone schemas have; `tests/artefacts/browser/forms` makes forms of them."""


def without_forms(schema: Any) -> Any:
    """Return a schema without what only forms show; the members of an object may be named as that is."""
    if not isinstance(schema, dict):
        return schema
    found = {key: value for key, value in schema.items() if key not in FOR_FORMS}
    for key in ("allOf", "anyOf"):
        found |= {key: [*map(without_forms, found[key])]} if key in found else {}
    members = found.get("properties", {})
    return found | ({"properties": {name: without_forms(one) for name, one in members.items()}} if members else {})


def in_place(schema: Json) -> Json:
    """Return a request component as the stand-alone schema puts it: objects in place, conditions without if/then."""
    if "$ref" in schema:
        assert schema.keys() == {"$ref"}, f"members beside {schema['$ref']}"
        return in_place(resolved(schema["$ref"]))
    found = dict(schema)
    if "properties" in schema:
        found["properties"] = {name: in_place(node) for name, node in schema["properties"].items()}
    return _condition(found, set(schema.get("required", ())))


def _condition(schema: Json, required: set[str]) -> Json:
    if "allOf" in schema:
        return {**schema, "allOf": [_condition(one, required) for one in schema["allOf"]]}
    if "if" not in schema:
        return schema
    # What `if` asks for is required anyway, so `then` always holds.
    always = schema["if"]["required"]
    assert schema["if"] == {"properties": dict.fromkeys(always, True), "required": always}
    assert set(always) <= required, f"the condition does not hold where {set(always) - required} is absent"
    return {**{key: value for key, value in schema.items() if key not in ("if", "then")}, **schema["then"]}


# Examples and answers


def test_every_example_of_a_medium_is_valid() -> None:
    found = [
        f"{'.'.join(location)} {name}: {error.message} at {error.json_path}"
        for location, medium in media(openapi(), ())
        for name, value in example_values(medium)
        for error in _validator(f"{_pointer(location)}/schema").iter_errors(value)
    ]
    assert not found, listing(found)


@pytest.mark.parametrize(("direction", "method"), request_types())
def test_every_request_type_has_examples(direction: str, method: str) -> None:
    medium = openapi()["paths"][PATHS[direction]]["post"]["requestBody"]["content"]["application/json"]
    values = [value for _, value in example_values(medium) if value["method_code"] == method]
    assert len(values) >= 2, "minimal and full"


def test_every_successful_answer_has_an_example() -> None:
    for path, http_method, operation in operations():
        [medium] = [
            medium
            for status, answer in operation["responses"].items()
            if status.startswith("2")
            for medium in answer["content"].values()
        ]
        assert dict(example_values(medium)), f"{http_method} {path}"


@pytest.mark.parametrize("file", sorted((GENERATED / "openapi" / "methods").iterdir()), ids=lambda file: file.stem)
def test_the_document_of_a_method_shows_every_answer(file: Path) -> None:
    """Each creation, read and list has an example that is valid, and about the method."""
    document = yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader)
    registry = jsonschema_rs.Registry([("urn:method", document)])
    for path, http_method, operation in operations(document):
        [(status, answer)] = [one for one in operation["responses"].items() if one[0].startswith("2")]
        medium = answer["content"]["application/json"]
        shown = [medium["example"]] if "example" in medium else [one["value"] for one in medium["examples"].values()]
        assert shown, f"{http_method} {path}"
        location = _pointer(("paths", path, http_method, "responses", status, "content", "application/json", "schema"))
        schema = {"$ref": quote(f"urn:method{location}", safe=":#/~")}
        validator = jsonschema_rs.Draft202012Validator(schema, registry=registry)
        for value in shown:
            assert [error.message for error in validator.iter_errors(value)] == [], f"{http_method} {path}"
            assert f'"{file.stem}"' in json.dumps(value), f"{http_method} {path} shows no other method"


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_creation_has_the_answer_for_each_method(direction: str) -> None:
    operation = openapi()["paths"][PATHS[direction]]["post"]
    shown = dict(example_values(operation["responses"]["201"]["content"]["application/json"]))
    methods = [method for other, method in request_types() if other == direction]
    assert sorted(shown) == sorted(methods)
    requests = dict(example_values(operation["requestBody"]["content"]["application/json"]))
    for method, answer in shown.items():
        sent = requests[f"{method}.full"]
        assert answer["status"] == "pending", "the first state"
        for name in ("method_code", "currency", "amount", "reference"):
            assert answer[name] == sent[name], f"{name} of {method}"


def test_what_a_key_a_notification_and_its_signature_promise_is_in_the_document() -> None:
    """The texts of the catalogue, with their numbers, where a reader of the document alone looks for them."""
    interface = json.loads((PROJECT / "generated/contract/contract.json").read_text(encoding="utf-8"))["interface"]
    key = openapi()["components"]["parameters"][interface["idempotency"]["parameter"]]
    assert key["description"].endswith(interface["idempotency"]["description"])
    assert key["x-idempotency"]["retention_hours"] == interface["idempotency"]["retention_hours"]
    for item in openapi()["components"]["pathItems"].values():
        assert interface["delivery"]["description"] in item["post"]["description"]
        assert item["post"]["description"].endswith(interface["signing"]["description"])
        assert item["post"]["responses"].keys() == {"2XX", "4XX", "5XX"}


def test_every_notification_has_an_example() -> None:
    for name, item in openapi()["components"]["pathItems"].items():
        assert dict(example_values(item["post"]["requestBody"]["content"]["application/json"])), name


def test_every_example_is_valid_to_a_second_validator() -> None:
    """jsonschema-rs agrees with jsonschema, which reads the same examples above."""
    registry = jsonschema_rs.Registry([("urn:openapi", openapi())])
    for location, medium in media(openapi(), ()):
        schema = {"$ref": quote(f"urn:openapi{_pointer(location)}/schema", safe=":#/~")}
        validator = jsonschema_rs.Draft202012Validator(schema, registry=registry)
        assert [name for name, value in example_values(medium) if not validator.is_valid(value)] == [], location


MEMBERS = {
    "validation-failed": {"errors"},
    "duplicate-reference": {"existing_id"},
    "method-direction-unavailable": {"method_code", "direction", "availability", "available_directions"},
}


def test_problems_are_shown_with_all_their_members() -> None:
    for path, http_method, operation in operations():
        for status, answer in operation["responses"].items():
            for slug, value in example_values(answer.get("content", {}).get(PROBLEM, {})):
                location = f"{http_method} {path} {status} {slug}"
                further = MEMBERS.get(slug, set()) if "requestBody" in operation else set()
                assert {"type", "title", "status", "instance", "request_id"} | further <= value.keys(), location
                assert "{" not in value["instance"], location


def test_every_example_of_a_parameter_is_valid() -> None:
    parameters = openapi()["components"]["parameters"]
    found = [
        f"{name}: {error.message}"
        for name, parameter in parameters.items()
        if "example" in parameter
        for error in _validator(f"#/components/parameters/{name}/schema").iter_errors(parameter["example"])
    ]
    assert found == []


def test_every_violation_is_a_problem_document() -> None:
    """A webhook's 4xx is the merchant's own answer, so only paths are looked at; 304 has no body."""
    for path, http_method, operation in operations():
        answers = {status: one for status, one in operation["responses"].items() if not status.startswith("2")}
        assert "content" not in answers.pop("304", {})
        assert any(status.startswith("4") for status in answers)
        assert "default" in answers
        for status, answer in answers.items():
            location = f"{http_method} {path} {status}"
            assert answer["content"].keys() == {PROBLEM}, location
            assert answer["content"][PROBLEM]["schema"] == {"$ref": f"{SCHEMAS}Problem"}, location
            if status != "default":
                examples = dict(example_values(answer["content"][PROBLEM]))
                assert list(examples) == answer["x-problems"], location
                assert {str(one["status"]) for one in examples.values()} == {status}, location
                assert all(one["type"].endswith(f"/{slug}") for slug, one in examples.items()), location


# Reasons


@pytest.mark.parametrize("name", [name for name in schemas() if name not in DIRECTIONS])
def test_every_member_of_a_request_says_where_it_comes_from(name: str) -> None:
    found = [
        location
        for location, node in [(name, variant(name)), *_members(name, variant(name))]
        if not (node.get("x-source") or node.get("x-decision"))
    ]
    assert found == [], "neither x-source nor x-decision"


def test_every_decision_exists() -> None:
    decisions = register()["decisions"].keys()
    unknown = [
        f"{location}: {one}" for location, node in marked() for one in node["x-decision"] if one not in decisions
    ]
    assert unknown == []


def test_no_description_names_an_entry_of_the_register() -> None:
    """Descriptions say what a field is; `x-decision` has the ids, for whoever asks why."""
    assert list(marked()), "there are decisions"
    documents = {"openapi.json": openapi(), **schemas()}
    found = [
        f"{name} {_pointer(location)}: {node[member]}"
        for name, document in documents.items()
        for location, node in nodes(document)
        for member in ("description", "summary")
        if isinstance(node.get(member), str) and REGISTERED.search(node[member])
    ]
    assert not found, listing(found)


def test_the_register_is_a_file_of_its_own() -> None:
    document = json.loads((GENERATED / "contract" / "register.json").read_text(encoding="utf-8"))
    for table in ("gaps", "decisions"):
        published = {one["id"]: one for one in document[table]}
        assert len(published) == len(document[table])
        assert published.keys() == register()[table].keys()
    for gap in document["gaps"]:
        for member in ("question", "decisions", "section", "state"):
            assert gap[member] == register()["gaps"][gap["id"]].get(member, []), f"{member} of {gap['id']}"
    assert not [name for name in openapi()["info"] if "gap" in name], "the document has no register"


# Reading


def operations(document: Json | None = None) -> Iterator[tuple[str, str, Json]]:
    """Yield path, HTTP method and each operation of a document, or of the main one."""
    for path, item in (document or openapi())["paths"].items():
        for http_method, operation in item.items():
            yield path, http_method, operation


def component(name: str) -> Json:
    """Return a schema component."""
    return dict(openapi()["components"]["schemas"][name])


def variant(name: str) -> Json:
    """Return the component of a request type, found by the discriminator."""
    direction, method = name.split("/")
    return dict(resolved(component(UNIONS[direction])["discriminator"]["mapping"][method]))


def resolved(reference: str) -> Any:
    """Return what a reference points at. Raises KeyError when it is not there."""
    node: Any = openapi()
    for step in reference.removeprefix("#/").split("/"):
        node = node[step.replace("~1", "/").replace("~0", "~")]
    return node


def register() -> Json:
    """Return the gaps and decisions as the catalogue holds them."""
    text = (PROJECT / "schemas" / "decisions.yaml").read_text(encoding="utf-8")
    return dict(yaml.load(text, yaml.CSafeLoader))


def nodes(node: Any, location: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Json]]:
    """Yield every object of the document with its place, except data: values of examples, and defaults."""
    if isinstance(node, list):
        for index, inner in enumerate(node):
            yield from nodes(inner, (*location, str(index)))
    elif isinstance(node, dict):
        yield location, node
        for key, inner in node.items():
            if (
                key not in DATA
                or (location and location[-1] in NAMED)
                or (key == "examples" and isinstance(inner, dict))
            ):
                yield from nodes(inner, (*location, key))


def references(node: Any) -> Iterator[tuple[str, str]]:
    """Yield place and target of each reference, those of discriminators too."""
    for location, inner in nodes(node):
        if isinstance(inner.get("$ref"), str):
            yield _pointer(location), inner["$ref"]
        if isinstance(inner.get("mapping"), dict) and "propertyName" in inner:
            yield from ((f"{_pointer(location)}/mapping/{key}", target) for key, target in inner["mapping"].items())


def marked() -> Iterator[tuple[str, Json]]:
    """Yield each object that carries `x-decision`, with its place."""
    yield from ((_pointer(location), node) for location, node in nodes(openapi()) if "x-decision" in node)


def media(node: Any, location: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Json]]:
    """Yield each media type of each body, with its place."""
    for inner_location, inner in nodes(node, location):
        content = inner.get("content", {})
        if any("/" in name for name in content):
            yield from (((*inner_location, "content", name), medium) for name, medium in content.items())


def example_values(medium: Json) -> Iterator[tuple[str, Any]]:
    """Yield name and value of the examples of a media type."""
    if "example" in medium:
        yield "example", medium["example"]
    for name, example in medium.get("examples", {}).items():
        yield name, resolved(example["$ref"])["value"] if "$ref" in example else example["value"]


def differences(got: Any, wanted: Any, location: str = "#") -> Iterator[tuple[str, str]]:
    """Yield where two JSON values differ, and how."""
    if isinstance(got, dict) and isinstance(wanted, dict):
        for key in sorted(got.keys() | wanted.keys()):
            if key not in got or key not in wanted:
                yield f"{location}/{key}", "is missing" if key not in got else "is too much"
            else:
                yield from differences(got[key], wanted[key], f"{location}/{key}")
    elif isinstance(got, list) and isinstance(wanted, list) and len(got) == len(wanted):
        for index, (one, other) in enumerate(zip(got, wanted, strict=True)):
            yield from differences(one, other, f"{location}/{index}")
    elif got != wanted:
        yield location, f"is {got!r}, must be {wanted!r}"


def _members(location: str, schema: Json) -> Iterator[tuple[str, Json]]:
    for member, node in schema["properties"].items():
        whole = resolved(node["$ref"]) if "$ref" in node else node
        yield f"{location}.{member}", whole
        if "properties" in whole:
            yield from _members(f"{location}.{member}", whole)


def _pointer(location: tuple[str, ...]) -> str:
    return "/".join(("#", *(step.replace("~", "~0").replace("/", "~1") for step in location)))


def _validator(pointer: str) -> Draft202012Validator:
    registry: Registry[Any] = Registry().with_resource("urn:openapi", DRAFT202012.create_resource(openapi()))
    return Draft202012Validator(
        {"$ref": f"urn:openapi{pointer}"}, registry=registry, format_checker=FormatChecker(formats=["date-time"])
    )
