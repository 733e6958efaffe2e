"""The OpenAPI 3.0.3 document as it is published: held against the main document, the vectors and the samples."""

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from openapi_schema_validator import OAS30ReadValidator, OAS30WriteValidator
from openapi_spec_validator import OpenAPIV30SpecValidator
from referencing import Registry
from referencing.jsonschema import DRAFT4, DRAFT202012

from paycat.contract.model import Contract
from paycat.contract.paths import pointer
from paycat.documents.openapi import openapi_document
from paycat.documents.openapi_30 import openapi_30
from tests.artefacts import published
from tests.artefacts.published import (
    DIRECTIONS,
    GENERATED,
    PATHS,
    UNIONS,
    Json,
    accepted,
    listing,
    openapi,
    vectors,
)

FILE = GENERATED / "openapi" / "openapi-3.0.json"
KINDS = ("schemas", "examples", "parameters", "headers", "securitySchemes")


@cache
def openapi_of_3_0() -> Json:
    """Return the document, from its JSON file."""
    return dict(json.loads(FILE.read_text(encoding="utf-8")))


def form_errors(document: Json) -> list[str]:
    """Return what is no OpenAPI 3.0."""
    return [error.message for error in OpenAPIV30SpecValidator(document).iter_errors()]


def operations(document: Json) -> Iterator[tuple[str, str, Json]]:
    """Yield path, HTTP method and each operation."""
    for path, item in document["paths"].items():
        for http_method, operation in item.items():
            yield path, http_method, operation


def notifications(document: Json) -> dict[str, tuple[str, Json]]:
    """Return address and operation of each callback, by its name."""
    return {
        name: (address, item["post"])
        for _, _, operation in operations(document)
        for name, callback in operation.get("callbacks", {}).items()
        for address, item in callback.items()
    }


def validator_30(pointer: str, kind: type[Any]) -> Any:
    """Return a validator of a schema of the document, for what is sent (write) or answered (read)."""
    registry: Registry[Any] = Registry().with_resource("urn:openapi", DRAFT4.create_resource(openapi_of_3_0()))
    return kind({"$ref": f"urn:openapi{pointer}"}, registry=registry)


def validator_31(pointer: str) -> Draft202012Validator:
    """Return a validator of a schema of the main document."""
    registry: Registry[Any] = Registry().with_resource("urn:openapi", DRAFT202012.create_resource(openapi()))
    return Draft202012Validator({"$ref": f"urn:openapi{pointer}"}, registry=registry)


# Form


def test_it_is_openapi_3_0_3() -> None:
    assert openapi_of_3_0()["openapi"] == "3.0.3"
    assert form_errors(openapi_of_3_0()) == []


def test_yaml_and_json_say_the_same_in_the_same_order() -> None:
    text = FILE.with_suffix(".yaml").read_text(encoding="utf-8")
    assert json.dumps(yaml.load(text, yaml.CSafeLoader)) == json.dumps(openapi_of_3_0())


def test_nothing_is_lost_and_it_says_so() -> None:
    info = openapi_of_3_0()["info"]
    assert info["x-limitations"] == []
    assert info["description"].endswith("nothing is lost.")
    assert "`openapi.yaml`" in info["description"]
    assert info["description"].startswith(openapi()["info"]["summary"])


# The same interface


def test_components_are_the_same() -> None:
    old, new = openapi()["components"], openapi_of_3_0()["components"]
    assert {kind: list(parts) for kind, parts in new.items()} == {kind: list(old[kind]) for kind in KINDS}
    assert old.keys() - new.keys() == {"pathItems"}
    for kind in ("examples", "securitySchemes"):
        assert new[kind] == old[kind]


def test_operations_are_the_same() -> None:
    old, new = (list(operations(document)) for document in (openapi(), openapi_of_3_0()))
    assert new, "there are operations"
    told = [(path, method, {**operation, "callbacks": None}) for path, method, operation in new]
    assert told == [(path, method, {**operation, "callbacks": None}) for path, method, operation in old]


def test_notifications_are_callbacks_of_what_leads_to_them() -> None:
    items = openapi()["components"]["pathItems"]
    found = notifications(openapi_of_3_0())
    assert found == {name: ("{$request.body#/webhook_url}", item["post"]) for name, item in items.items()}
    for _, _, operation in operations(openapi_of_3_0()):
        wanted = [operation["x-notification"]] if "x-notification" in operation else []
        assert list(operation.get("callbacks", ())) == wanted


def test_ids_of_operations_are_unique() -> None:
    ids = [operation["operationId"] for _, _, operation in operations(openapi_of_3_0())]
    ids += [operation["operationId"] for _, operation in notifications(openapi_of_3_0()).values()]
    assert len(ids) == len(set(ids))


# Verdicts


def test_requests_get_the_same_verdict_on_every_vector() -> None:
    schemas = openapi_of_3_0()["components"]["schemas"]
    validators = {
        (direction, method): validator_30(reference, OAS30WriteValidator)
        for direction, union in UNIONS.items()
        for method, reference in schemas[union]["discriminator"]["mapping"].items()
    }
    found = [
        vector["id"]
        for vector in vectors("fields")
        if validators[vector["direction"], vector["method"]].is_valid(vector["payload"]) is not accepted(vector)
    ]
    assert len(vectors("fields")) > 1000
    assert not found, listing(found)


def records() -> list[Json]:
    """Return every record that has an example."""
    return [one for one in published.contract()["interface"]["records"] if one["example"] is not None]


@pytest.mark.parametrize("record", records(), ids=lambda record: record["name"])
def test_records_get_the_same_verdict(record: Json) -> None:
    """On the example, and on it with each member in turn left out, null, a number and a text."""
    pointer = f"#/components/schemas/{record['name']}"
    old, new = validator_31(pointer), validator_30(pointer, OAS30ReadValidator)
    assert new.is_valid(record["example"])
    changed = list(_changed(record["example"]))
    verdicts = [old.is_valid(one) for one in changed]
    assert [new.is_valid(one) for one in changed] == verdicts
    assert False in verdicts


def _changed(example: Json) -> Iterator[Json]:
    for name in example:
        yield {other: value for other, value in example.items() if other != name}
        for value in (None, 7, "other"):
            yield {**deepcopy(example), name: value}


# Examples


@pytest.mark.parametrize("read", [openapi, openapi_of_3_0], ids=["3.1", "3.0"])
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_every_sample_of_every_method_is_a_named_example(direction: str, read: Any) -> None:
    medium = read()["paths"][PATHS[direction]]["post"]["requestBody"]["content"]["application/json"]
    components = read()["components"]["examples"]
    found = {name: components[one["$ref"].rpartition("/")[2]] for name, one in medium["examples"].items()}
    requests = [method["offers"][direction].get("request") for method in published.contract()["methods"]]
    wanted = {
        f"{request['method']}.{sample['name']}": {"summary": sample["meaning"], "value": sample["payload"]}
        for request in requests
        if request
        for sample in request["samples"]
        if not sample.get("violations")
    }
    assert found == wanted
    assert {name.partition(".")[2] for name in found} >= {"minimal", "full"}


def test_every_example_is_valid() -> None:
    """Of requests, through the union as a server reads it; of answers, and of parameters."""
    document, found = openapi_of_3_0(), []
    for path, http_method, operation in operations(document):
        location = f"#/paths/{path.replace('/', '~1')}/{http_method}"
        bodies = [(f"{location}/requestBody", operation["requestBody"])] if "requestBody" in operation else []
        answers = [(f"{location}/responses/{status}", answer) for status, answer in operation["responses"].items()]
        for kind, parts in ((OAS30WriteValidator, bodies), (OAS30ReadValidator, answers)):
            found += [problem for at, part in parts for problem in _wrong_examples(at, part, kind)]
    for name, parameter in document["components"]["parameters"].items():
        if "example" in parameter:  # A cursor has none: only the answer before knows it.
            errors = validator_30(f"#/components/parameters/{name}/schema", OAS30WriteValidator)
            found += [f"{name}: {error.message}" for error in errors.iter_errors(parameter["example"])]
    assert not found, listing(found)


def _wrong_examples(location: str, body: Json, kind: type[Any]) -> Iterator[str]:
    components = openapi_of_3_0()["components"]["examples"]
    for name, medium in body.get("content", {}).items():
        validator = validator_30(f"{location}/content/{name.replace('/', '~1')}/schema", kind)
        for title, example in medium.get("examples", {}).items():
            value = components[example["$ref"].rpartition("/")[2]]["value"] if "$ref" in example else example["value"]
            yield from (f"{location} {title}: {error.message}" for error in validator.iter_errors(value))


# Other documents


def altered(contract: Contract, **members: Any) -> Contract:
    """Return a contract with other members of its interface."""
    return contract.model_copy(update={"interface": contract.interface.model_copy(update=members)})


def test_notifications_that_no_operation_leads_to_are_lost_and_told(contract: Contract) -> None:
    operations_alone = (one.model_copy(update={"notification": None}) for one in contract.interface.operations)
    whole = altered(contract, operations=tuple(operations_alone))
    document, made = openapi_document(whole), openapi_30(whole)
    assert form_errors(made) == []
    [limitation] = made["info"]["x-limitations"]
    assert limitation["locations"] == [f"#/webhooks/{name}" for name in document["webhooks"]]
    assert "x-limitations" in made["info"]["description"]
    events = {one.record for one in contract.interface.notifications}
    assert document["components"]["schemas"].keys() - made["components"]["schemas"].keys() == events


def test_notifications_without_an_address_in_the_request_are_lost(contract: Contract) -> None:
    """The requests of one direction have it at two paths, so nobody knows which of them an operation reads."""
    moved = next(method for method in contract.methods if method.offer("payout").request)
    request = moved.offer("payout").request
    assert request is not None
    elsewhere = {"webhook_url": {"path": "other"}}
    members = tuple(one.model_copy(update=elsewhere.get(one.path, {})) for one in request.root.members)
    request = request.model_copy(update={"root": request.root.model_copy(update={"members": members})})
    other = moved.model_copy(
        update={"offers": {**moved.offers, "payout": moved.offer("payout").model_copy(update={"request": request})}}
    )
    methods = [other if one is moved else one for one in contract.methods]
    made = openapi_30(contract.model_copy(update={"methods": tuple(methods)}))
    [limitation] = made["info"]["x-limitations"]
    assert limitation["locations"] == ["#/webhooks/payoutUpdated"]
    assert notifications(made).keys() == {"payInUpdated"}


def test_a_notification_of_two_operations_has_two_ids(contract: Contract) -> None:
    first, *_ = contract.interface.notifications
    leading = (
        one.model_copy(update={"notification": one.notification and first.name})
        for one in contract.interface.operations
    )
    made = openapi_30(altered(contract, operations=tuple(leading), notifications=(first,)))
    assert form_errors(made) == []
    [one, other] = [
        callback["post"]["operationId"]
        for _, _, operation in operations(made)
        for callbacks in operation.get("callbacks", {}).values()
        for callback in callbacks.values()
    ]
    assert one == first.name
    assert other != one


@pytest.mark.parametrize(
    ("any_of", "security", "text"),
    [
        ([["certificate"]], [], "`certificate`"),
        ([["certificate"], ["bearerAuth"]], [{"bearerAuth": []}], "`certificate`, or `bearerAuth`"),
        ([["bearerAuth", "certificate"]], [{"bearerAuth": []}], "`bearerAuth` and `certificate`"),
    ],
)
def test_no_operation_is_open_for_want_of_a_certificate(
    contract: Contract, any_of: list[list[str]], security: list[Json], text: str
) -> None:
    auth = contract.interface.auth.model_copy(update={"any_of": any_of})
    known = contract.interface.credentials
    certificate = known[0].model_copy(update={"name": "certificate", "scheme": "mutual_tls"})
    own = [one.model_copy(update={"auth": auth}) for one in contract.interface.operations[:1]]
    for members in ({"auth": auth}, {"operations": (*own, *contract.interface.operations[1:])}):
        made = openapi_30(altered(contract, credentials=(*known, certificate), **members))
        assert form_errors(made) == []
        needing = [one for one in operations(made) if one[2]["description"].endswith(f"\n\nCredentials: {text}.")]
        assert [one.get("security", made["security"]) for _, _, one in needing] == [security] * len(needing)
        [limitation] = made["info"]["x-limitations"]
        places = [pointer(("paths", path, http_method)) for path, http_method, _ in needing]
        assert limitation["locations"] == ["#/components/securitySchemes/certificate", *places]
        assert len(needing) == (len(list(operations(made))) if "auth" in members else 1)


@pytest.mark.parametrize("identifier", ["MIT OR Apache-2.0", "LicenseRef-Ours"])
def test_a_licence_without_a_page_is_told(contract: Contract, identifier: str) -> None:
    service = contract.service.model_copy(update={"license": {"name": "Ours", "identifier": identifier}})
    made = openapi_30(contract.model_copy(update={"service": service}))
    assert form_errors(made) == []
    assert made["info"]["license"] == {"name": "Ours", "x-identifier": identifier}
    assert [limitation["locations"] for limitation in made["info"]["x-limitations"]] == [["#/info/license"]]
