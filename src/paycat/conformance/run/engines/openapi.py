"""The OpenAPI document: requests and answers as it describes them, validated by its components."""

from collections.abc import Iterable
from pathlib import Path

import jsonschema_rs

from paycat.conformance.derive.model import ValueVector, Vector
from paycat.conformance.run.engines.documents import read_document
from paycat.conformance.run.engines.operations import DescribedOperations
from paycat.conformance.run.engines.problem import creating
from paycat.conformance.run.engines.values import values_of
from paycat.conformance.run.normal_form import SchemaEngine, SchemaError, rust_errors
from paycat.contract.limitations import OPENAPI
from paycat.contract.model import Contract

_DOCUMENT = "urn:openapi"


class OpenApiEngine(SchemaEngine):
    """Validates bodies by the component that the union of the direction maps the method code to, or the only one.

    Records, parameters and headers are validated as the operations that have them say, with their `format`. An
    operation that a client would send in another way, such as to another server, has no component.
    """

    name = "openapi"
    stages = ("fields", "schema", "record", "parameter", "header")
    artefact = OPENAPI

    def __init__(self, contract: Contract, generated: Path) -> None:
        self._contract = contract
        self._document = read_document(generated)
        self._operations = DescribedOperations(contract, self._document)
        # Validators share the document, and compile of it what they refer to.
        self._registry = jsonschema_rs.Registry([(_DOCUMENT, {"components": self._document["components"]})])
        self._validators: dict[str, jsonschema_rs.Draft202012Validator] = {}

    def errors(self, vector: Vector) -> Iterable[SchemaError]:
        """Return the component's errors. Raises ValueError when the document has no component for the vector."""
        reference = self._operations.body_component(creating(self._contract, vector.direction), vector.method)
        if reference not in self._validators:
            schema = {"$ref": f"{_DOCUMENT}{reference}"}
            self._validators[reference] = jsonschema_rs.Draft202012Validator(schema, registry=self._registry)
        return rust_errors(self._validators[reference], self._document, vector.payload)

    def accepts(self, vector: ValueVector) -> bool:
        """Tell whether the document accepts a value. Raises ValueError when it has no schema for the vector."""
        schema, required = self._operations.value_schema(vector)
        key = f"{vector.stage} {vector.name}"
        if key not in self._validators:
            named = {"$ref": f"{_DOCUMENT}{schema['$ref']}"} if "$ref" in schema else schema
            self._validators[key] = jsonschema_rs.Draft202012Validator(
                named, registry=self._registry, validate_formats=True
            )
        values = values_of(vector, schema)
        return bool(values or not required) and all(map(self._validators[key].is_valid, values))
