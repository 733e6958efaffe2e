"""Schemas in OpenAPI 3.0: they are valid there, and give the verdicts of those in OpenAPI 3.1."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import projects
import pytest
from jsonschema import Draft202012Validator
from openapi_schema_validator import OAS30ReadValidator, OAS30WriteValidator
from openapi_spec_validator import OpenAPIV30SpecValidator
from referencing import Registry
from referencing.jsonschema import DRAFT4, DRAFT202012, Specification

from paycat.conformance.derive.requests import ground, request_vectors
from paycat.contract.interface import Record
from paycat.contract.model import Contract
from paycat.documents.openapi import InvalidDocumentError, openapi_document, validated
from paycat.documents.openapi_30 import openapi_30
from paycat.lint.checking import check_folder
from tests.any_catalogue.small_catalogues.catalogues import Catalogue, other_currencies

Accepts = Callable[[str, Any], bool]


@pytest.fixture(scope="module")
def of_currencies(tmp_path_factory: pytest.TempPathFactory) -> Contract:
    """The contract of a catalogue with limits by currency."""
    catalogue = Catalogue()
    other_currencies(catalogue)
    return contract_in(catalogue.write(tmp_path_factory.mktemp("currencies") / "project"))


@pytest.fixture(scope="module", params=["every construct", "limits by currency"])
def whole(request: pytest.FixtureRequest, of_currencies: Contract) -> Contract:
    """The contract of each catalogue with which verdicts are compared."""
    return contract_in(projects.SMALL) if request.param == "every construct" else of_currencies


def contract_in(project: Path) -> Contract:
    """Return the contract of a project without errors."""
    contract, found = check_folder(project / "schemas")
    assert contract is not None, found
    return contract


def schemas(contract: Contract) -> dict[str, Any]:
    """Return the schemas of a document in OpenAPI 3.0, by component name."""
    return dict(openapi_30(contract)["components"]["schemas"])


# Forms; tests/shapes/shapes.yaml has those of values


def test_the_document_is_valid(whole: Contract) -> None:
    assert [error.message for error in OpenAPIV30SpecValidator(openapi_30(whole)).iter_errors()] == []


def test_a_keyword_that_openapi_30_does_not_have_is_an_error(contract: Contract) -> None:
    document = openapi_30(contract)
    document["components"]["schemas"]["RecordBank"]["properties"]["code"]["const"] = "a"
    with pytest.raises(InvalidDocumentError, match="document: #/components/schemas/RecordBank"):
        validated(document, "openapi-3.0.json")


def test_a_combination_is_a_schema_beside_the_members(contract: Contract) -> None:
    schema = schemas(contract)["UpiPayoutRecipient"]
    combinations = [{"required": ["upi_id"]}, {"required": ["wallet_uid", "ifsc_code"]}, {"required": ["phone"]}]
    assert schema["allOf"] == [{"anyOf": combinations}]
    assert schema.keys() & {"if", "then", "anyOf"} == set()


def test_a_case_holds_unless_the_other_member_has_another_value(of_currencies: Contract) -> None:
    schema = schemas(of_currencies)["SepaTransferPayoutRequest"]
    given = {"properties": {"currency": {"enum": ["JPY"]}}, "required": ["currency"]}
    then = {"properties": {"amount": {"type": "number", "multipleOf": 1}}, "additionalProperties": {}}
    assert {"anyOf": [{"not": given}, then]} in schema["allOf"]
    assert schema.keys() & {"if", "then", "anyOf"} == set()


def test_a_record_that_is_another_one_has_its_annotations_beside_the_reference(contract: Contract) -> None:
    interface = contract.interface
    bank = interface.record("RecordBank")
    node = next(one for one in interface.record("PayoutRecord").members if one.name == "bank")
    other = bank.model_copy(update={"name": "OtherBank", "body": node.model_copy(update={"name": "", "meaning": ""})})
    altered = interface.model_copy(update={"records": (*interface.records, other)})
    schema = schemas(contract.model_copy(update={"interface": altered}))["OtherBank"]
    assert schema["allOf"] == [{"$ref": "#/components/schemas/RecordBank"}]
    assert schema["description"] == "OtherBank."
    assert "$ref" not in schema


# Verdicts


def test_requests_get_the_same_verdict_on_every_vector(whole: Contract) -> None:
    payloads = [
        (request.root.component, vector.payload)
        for request in whole.requests()
        for vector in request_vectors(request, ground(whole, request.direction))
    ]
    assert_same_verdicts(whole, OAS30WriteValidator, payloads)


def test_records_get_the_same_verdict(whole: Contract) -> None:
    """On the example, and on it with each member in turn left out, null, a number and a text."""
    values = [(one.name, value) for one in whole.interface.records for value in changed(one)]
    assert_same_verdicts(whole, OAS30ReadValidator, values)


def changed(record: Record) -> Iterator[Any]:
    """Return the example of a record, and changes of it."""
    if isinstance(record.example, dict):
        yield record.example
        for name in record.example:
            yield {other: value for other, value in record.example.items() if other != name}
            yield from ({**record.example, name: value} for value in (None, 7, "other"))


def assert_same_verdicts(contract: Contract, kind: type[Any], values: list[tuple[str, Any]]) -> None:
    """Fail if the two documents differ about one of the values, each with the name of its component."""
    old = accepting(openapi_document(contract), Draft202012Validator, DRAFT202012)
    new = accepting(openapi_30(contract), kind, DRAFT4)
    verdicts = [old(*one) for one in values]
    assert [new(*one) for one in values] == verdicts
    assert {*verdicts} == {True, False}


def accepting(document: dict[str, Any], kind: type[Any], draft: Specification[Any]) -> Accepts:
    """Return what tells whether a component of a document accepts a value."""
    registry: Registry[Any] = Registry().with_resource("urn:openapi", draft.create_resource(document))

    def accepts(name: str, value: Any) -> bool:
        validator = kind({"$ref": f"urn:openapi#/components/schemas/{name}"}, registry=registry)
        return bool(validator.is_valid(value))

    return accepts
