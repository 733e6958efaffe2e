"""The OpenAPI document: requests and answers as it describes them, read as a client reads it."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs

from paycat.catalogue.credentials import Credential
from paycat.catalogue.interface import Operation
from paycat.conformance.derive.model import ValueVector, Vector
from paycat.conformance.run.engine import SchemaEngine, SchemaError, operations_with, rust_errors, values_of
from paycat.conformance.run.engines.json_schema import read_document
from paycat.conformance.run.engines.problem import taking
from paycat.contract.model import OPENAPI, Contract
from paycat.contract.paths import value_of
from paycat.documents.openapi_components import METHODS

Json = dict[str, Any]

_NO_SERVERS = [{"url": "/"}]
"""The servers of a document that names none. Source: OpenAPI 3.1.1, "OpenAPI Object"."""


class DescribedOperations:
    """The contract's operations in a document. Methods raise ValueError where the document says something else."""

    def __init__(self, contract: Contract, document: Any) -> None:
        self._contract, self._document = contract, document
        self._described: dict[str, Json] = {}

    def body_component(self, operation: Operation, method: str | None) -> str:
        """Return the reference to the schema of the request body for a payment method."""
        operation_json = self._of(operation)
        try:
            body_json = operation_json["requestBody"]
            reference = str(body_json["content"][operation.media_type]["schema"]["$ref"])
            schema = value_of(self._document, reference)
            mapping = schema["discriminator"]["mapping"] if "discriminator" in schema else schema.get(METHODS)
            # A direction with one request type has no union.
            component_reference = str(mapping[method]) if mapping else reference
            if mapping and {"$ref": component_reference} not in schema.get("oneOf", schema.get("anyOf")):
                raise ValueError(f"the union of {_named(operation)} does not have {component_reference}")
        except (LookupError, TypeError) as error:
            raise ValueError(f"no request body of {_named(operation)} names a component of {method}") from error
        if body_json.get("required") is not True:
            raise ValueError(f"the request body of {_named(operation)} may be left out")
        return component_reference

    def value_schema(self, vector: ValueVector) -> tuple[Json, bool]:
        """Return the schema of a vector's value, and whether the value must be sent."""
        try:
            statements = [*self._in_operations(vector)] or [self._elsewhere(vector)]
        except (LookupError, TypeError, StopIteration) as error:
            raise ValueError(f"the document states no {vector.stage} {vector.name}") from error
        if any(statement != statements[0] for statement in statements):
            raise ValueError(f"operations state different schemas of the {vector.stage} {vector.name}")
        return statements[0]

    def _in_operations(self, vector: ValueVector) -> Iterator[tuple[Json, bool]]:
        """Yield what each operation that has the value says of it."""
        interface, operations = self._contract.interface, self._contract.interface.operations
        match vector.stage:
            case "parameter":
                for operation in operations_with(self._contract, vector):
                    yield self._parameter(self._of(operation).get("parameters", ()), vector)
            case "header":
                header_name = interface.response_header(vector.name).name
                for response_json in (
                    self._success(operation) for operation in operations if vector.name in operation.success.headers
                ):
                    yield self._resolved(response_json["headers"][header_name])["schema"], False
            case "record":
                for operation in (each for each in operations if vector.name == each.success.record):
                    yield self._success(operation)["content"][operation.success.media_type]["schema"], True

    def _elsewhere(self, vector: ValueVector) -> tuple[Json, bool]:
        """Return what the document says of a value that only other records, problems or notifications have."""
        components = self._document["components"]
        match vector.stage:
            case "parameter":
                path_items = components["pathItems"].values()
                return self._parameter(
                    (parameter for path_item in path_items for parameter in path_item["post"]["parameters"]), vector
                )
            case "header":
                return components["headers"][vector.name]["schema"], False
            case "record":
                return {"$ref": f"#/components/schemas/{vector.name}"}, True

    def _parameter(self, parameters_json: Iterable[Json], vector: ValueVector) -> tuple[Json, bool]:
        name = self._contract.interface.parameter(vector.name).name
        parameter = next(parameter for parameter in map(self._resolved, parameters_json) if parameter["name"] == name)
        return parameter["schema"], bool(parameter.get("required"))

    def _success(self, operation: Operation) -> Json:
        response_json: Json = self._of(operation)["responses"][str(operation.success.status)]
        return response_json

    def _of(self, operation: Operation) -> Json:
        """Return what the document says of an operation, if a client sends the contract's requests by it."""
        if operation.id not in self._described:
            try:
                route = self._document["paths"][operation.path]
                operation_json = route[operation.http_method.lower()]
                sent_parts = self._sent_by(operation_json, route)
            except (LookupError, TypeError, AttributeError) as error:
                raise ValueError(f"the document does not say how {_named(operation)} is sent") from error
            for part, expected in self._sent_by_contract(operation).items():
                if sent_parts[part] != expected:
                    message = f"{_named(operation)} has the {part} {sent_parts[part]}, but the contract has {expected}"
                    raise ValueError(message)
            self._described[operation.id] = operation_json
        return self._described[operation.id]

    def _sent_by(self, operation: Json, route: Json) -> Json:
        """Return where and with what a client sends a request; an operation may replace what the document says."""
        document, scheme_by_name = self._document, self._document["components"]["securitySchemes"]
        servers = next((part["servers"] for part in (operation, route, document) if part.get("servers")), _NO_SERVERS)
        security: list[Json] = next((part["security"] for part in (operation, document) if "security" in part), [])
        parameters = map(self._resolved, (*route.get("parameters", ()), *operation.get("parameters", ())))
        return {
            "servers": [server["url"] for server in servers],
            "credentials": [[_said(scheme_by_name[name]) for name in requirement] for requirement in security],
            "parameters": sorted(
                (parameter["in"], parameter["name"], bool(parameter.get("required")), parameter.get("style"))
                for parameter in parameters
            ),
        }

    def _sent_by_contract(self, operation: Operation) -> Json:
        parameters = map(self._contract.interface.parameter, operation.parameters)
        return {
            "servers": [self._contract.service.base_url],
            "credentials": [
                [said for credential in alternative for said in _stated(credential)]
                for alternative in self._contract.interface.alternatives(operation)
            ],
            "parameters": sorted(
                (parameter.location_in, parameter.name, parameter.required, None) for parameter in parameters
            ),
        }

    def _resolved(self, component: Json) -> Json:
        resolved_component: Json = value_of(self._document, component["$ref"]) if "$ref" in component else component
        return resolved_component


def _said(scheme: Json) -> str:
    """Return what a client sends by a security scheme of a document: its HTTP scheme, its header, or its type."""
    return str(scheme.get("scheme") or scheme.get("name") or scheme["type"])


def _stated(credential: Credential) -> tuple[str, ...]:
    headers = tuple(credential.headers.values())
    return headers or ({"mutual_tls": "mutualTLS"}.get(credential.scheme, credential.scheme),)


def _named(operation: Operation) -> str:
    return f"{operation.http_method.upper()} {operation.path}"


_DOCUMENT = "urn:openapi"


class OpenApiEngine(SchemaEngine):
    """Validates bodies by the component that the union of the direction maps the method code to, or the only one.

    Records, parameters and headers are validated as the operations that have them say, with their `format`. An
    operation that a client would send in another way, such as to another server, has no component.
    """

    name = "openapi"
    stages = ("fields", "schema", "record", "parameter", "header")
    artefact = OPENAPI

    def __init__(self, contract: Contract, output_folder: Path) -> None:
        self._contract = contract
        self._document = read_document(output_folder)
        self._operations = DescribedOperations(contract, self._document)
        # Validators share the document, and compile of it what they refer to.
        self._registry = jsonschema_rs.Registry([(_DOCUMENT, {"components": self._document["components"]})])
        self._validators: dict[str, jsonschema_rs.Draft202012Validator] = {}

    def errors(self, vector: Vector) -> Iterable[SchemaError]:
        """Return the component's errors. Raises ValueError when the document has no component for the vector."""
        reference = self._operations.body_component(taking(self._contract, vector.direction), vector.method)
        if reference not in self._validators:
            schema = {"$ref": f"{_DOCUMENT}{reference}"}
            self._validators[reference] = jsonschema_rs.Draft202012Validator(schema, registry=self._registry)
        return rust_errors(self._validators[reference], self._document, vector.payload)

    def accepts(self, vector: ValueVector) -> bool:
        """Tell whether the document accepts a value. Raises ValueError when it has no schema for the vector."""
        schema, is_required = self._operations.value_schema(vector)
        value_key = f"{vector.stage} {vector.name}"
        if value_key not in self._validators:
            absolute_schema = {"$ref": f"{_DOCUMENT}{schema['$ref']}"} if "$ref" in schema else schema
            self._validators[value_key] = jsonschema_rs.Draft202012Validator(
                absolute_schema, registry=self._registry, validate_formats=True
            )
        values = values_of(vector, schema)
        return bool(values or not is_required) and all(map(self._validators[value_key].is_valid, values))
