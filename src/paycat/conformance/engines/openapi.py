"""The request components of the OpenAPI document, read from the document itself."""

from collections.abc import Iterable
from pathlib import Path

import jsonschema_rs

from paycat.conformance.engines.documents import read_document
from paycat.conformance.engines.values import stated, values_of
from paycat.conformance.normal_form import SchemaEngine, SchemaError, rust_errors
from paycat.contract.limitations import OPENAPI
from paycat.contract.model import Contract
from paycat.vectors.model import ValueVector, Vector

_DOCUMENT = "urn:openapi"


class OpenApiEngine(SchemaEngine):
    """Validates bodies by the component that the union of the direction maps the method code to, or the only one.

    Records, parameters and headers are validated by the components of their names, with their `format`.

    Unlike `openapi-core` it needs no extra, and it has the regular expressions of another language.
    """

    name = "openapi"
    stages = ("fields", "schema", "record", "parameter", "header")
    artefact = OPENAPI

    def __init__(self, contract: Contract, generated: Path) -> None:
        self._contract = contract
        self._document = read_document(generated)
        # Validators share the document, and compile of it what they refer to.
        self._registry = jsonschema_rs.Registry([(_DOCUMENT, {"components": self._document["components"]})])
        self._operations = {one.request: one for one in contract.interface.operations if one.request}
        self._validators: dict[str, jsonschema_rs.Draft202012Validator] = {}

    def errors(self, vector: Vector) -> Iterable[SchemaError]:
        """Return the component's errors. Raises ValueError when the document has no component for the vector."""
        reference = self._component(vector)
        if reference not in self._validators:
            schema = {"$ref": f"{_DOCUMENT}{reference}"}
            self._validators[reference] = jsonschema_rs.Draft202012Validator(schema, registry=self._registry)
        return rust_errors(self._validators[reference], self._document, vector.payload)

    def accepts(self, vector: ValueVector) -> bool:
        """Tell whether the component accepts a value. Raises ValueError when the document has none for the vector."""
        schema, required = stated(self._document, self._contract, vector)
        key = f"{vector.stage} {vector.name}"
        if key not in self._validators:
            named = {"$ref": f"{_DOCUMENT}#/components/schemas/{vector.name}"} if vector.stage == "record" else schema
            self._validators[key] = jsonschema_rs.Draft202012Validator(
                named, registry=self._registry, validate_formats=True
            )
        values = values_of(vector, schema)
        return bool(values or not required) and all(map(self._validators[key].is_valid, values))

    def _component(self, vector: Vector) -> str:
        operation = self._operations[vector.direction]
        try:
            served = self._document["paths"][operation.path][operation.http_method.lower()]
            body = str(served["requestBody"]["content"]["application/json"]["schema"]["$ref"])
            schema = self._document["components"]["schemas"][body.rpartition("/")[2]]
            # A direction with one request type has no union.
            return str(schema["discriminator"]["mapping"][vector.method]) if "discriminator" in schema else body
        except (KeyError, TypeError) as error:
            location = f"{operation.http_method.upper()} {operation.path}"
            raise ValueError(f"no request body of {location} names a component of {vector.method}") from error
