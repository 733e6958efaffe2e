"""The generated JSON Schemas under two validators, alone and as whole directions; an engine fetches no reference."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

import jsonschema_rs

from paycat.conformance.derive.model import ValueVector, Vector
from paycat.conformance.run.engine import (
    Engine,
    SchemaEngine,
    SchemaError,
    in_order,
    python_error,
    rust_errors,
    violations,
)
from paycat.conformance.run.output_folder import CHECK, generated_bytes
from paycat.contract.dispatch import dispatch, method_place
from paycat.contract.model import JSON_SCHEMA, Contract, Violation
from paycat.contract.paths import pointer
from paycat.contract.reference_validator import keeping
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.files.reading import strict_json

_OPENAPI = Path("openapi", "openapi.json")
_PARTS = ("paths", "components")
_KEYWORDS = ("$ref", "$dynamicRef", "$recursiveRef", "$schema", "jsonSchemaDialect")
_DATA = frozenset({"const", "default", "enum", "example", "examples", "value"})
"""Keywords that hold payloads, whose members may have any name."""
_TABLES = frozenset({"$defs", "headers", "parameters", "patternProperties", "properties", "responses", "schemas"})
"""Keywords that hold a table of schemas or the like by name."""
_KNOWN = frozenset({"https://json-schema.org/draft/2020-12/schema", "https://spec.openapis.org/oas/3.1/dialect/base"})
"""What validators know without reading it."""


def schema_path(output_folder: Path, direction: str, method_name: str) -> Path:
    """Return the path of a request type's schema, by the name of the method; with "" that of the whole direction."""
    return Path(f"{output_folder / 'json-schema' / direction / method_name}.schema.json")


def schema_name(contract: Contract, vector: Vector) -> str:
    """Return the name that the schema of a vector's request type has; "" if the vector names no method."""
    method = contract.method(vector.method or "")
    return method.name if method else ""


@cache
def schema_of(output_folder: Path, direction: str, method_name: str = "") -> Any:
    """Return the schema of a request type, by the name of the method, or of the whole direction.

    Raises FindingsError when it is not there, no JSON, or refers to another document.
    """
    return _read(schema_path(output_folder, direction, method_name), output_folder, "the schema")


def read_document(output_folder: Path) -> Any:
    """Return the OpenAPI document. Raises FindingsError as `schema_of` does, and when it is no OpenAPI document."""
    document = _read(output_folder / _OPENAPI, output_folder, "the OpenAPI document")
    if not isinstance(document, dict) or not all(isinstance(document.get(part), dict) for part in _PARTS):
        location = _location(output_folder / _OPENAPI, output_folder)
        raise _broken(location, f"the OpenAPI document lacks one of {', '.join(_PARTS)}")
    return document


def _read(path: Path, output_folder: Path, noun: str) -> Any:
    location = _location(path, output_folder)
    document_bytes = generated_bytes(path, location, noun, CHECK)
    try:
        document = strict_json(document_bytes)
    except ValueError as error:
        raise _broken(location, f"{noun} is not JSON: {error}") from error
    references = (schema.get(keyword) for schema in _described(document) for keyword in _KEYWORDS)
    for reference in references:
        if isinstance(reference, str) and not reference.startswith("#") and reference not in _KNOWN:
            raise _broken(location, f"{noun} refers to another document, {reference!r}, and nothing is fetched")
    return document


def _described(document: Any) -> Iterator[Mapping[str, Any]]:
    """Yield the objects of a document that may refer to others: neither data, nor tables whose keys are names."""
    waiting_nodes = [(document, False)]
    while waiting_nodes:  # A document that was edited by hand may be nested deeper than Python calls.
        node, is_table = waiting_nodes.pop()
        if isinstance(node, list):
            waiting_nodes += ((child, False) for child in node)
        elif isinstance(node, dict):
            members = node.items() if is_table else ((key, value) for key, value in node.items() if key not in _DATA)
            waiting_nodes += ((value, not is_table and key in _TABLES) for key, value in members)
            if not is_table:
                yield node


def _broken(location: Span, message: str) -> FindingsError:
    return FindingsError([Diagnostic("document-broken", location, message, CHECK)])


def _location(path: Path, output_folder: Path) -> Span:
    return Span(path.relative_to(output_folder.parent).as_posix())


class JsonSchemaEngine(SchemaEngine):
    """Validates bodies by the schema of the request type that the vector names, with `jsonschema`."""

    name = "jsonschema"
    stages = ("fields", "schema")
    artefact = JSON_SCHEMA

    def __init__(self, contract: Contract, output_folder: Path) -> None:
        self._contract = contract
        make_validator = keeping()
        self._validator = cache(lambda *schema_key: make_validator(schema_of(output_folder, *schema_key)))

    def errors(self, vector: Vector) -> Iterable[SchemaError]:
        validator = self._validator(vector.direction, schema_name(self._contract, vector))
        return map(python_error, validator.iter_errors(vector.payload))


class JsonSchemaRsEngine(SchemaEngine):
    """The same with `jsonschema-rs`."""

    name = "jsonschema-rs"
    stages = ("fields", "schema")
    artefact = JSON_SCHEMA

    def __init__(self, contract: Contract, output_folder: Path) -> None:
        self._contract = contract
        self._compiled = cache(partial(_compiled, output_folder))

    def errors(self, vector: Vector) -> Iterable[SchemaError]:
        validator, schema = self._compiled(vector.direction, schema_name(self._contract, vector))
        # Faster than to look for errors that are not there.
        return () if validator.is_valid(vector.payload) else rust_errors(validator, schema, vector.payload)


class UnionEngine(Engine):
    """Validates bodies by the schema of the direction, which selects the request type by the method code.

    If the address has the code, the schema accepts what any request type does, so it is asked about valid bodies only.
    """

    name = "union"
    artefact = JSON_SCHEMA
    stages = ("dispatch", "fields")

    def __init__(self, contract: Contract, output_folder: Path) -> None:
        self._contract = contract
        self._compiled = cache(partial(_compiled, output_folder))

    def violations(self, vector: Vector) -> tuple[Violation, ...]:
        errors = rust_errors(*self._compiled(vector.direction), vector.payload)
        return union_violations(self._contract, vector, errors)

    def covers(self, vector: Vector | ValueVector) -> bool:
        """Tell whether the schema alone decides on a vector."""
        return super().covers(vector) and isinstance(vector, Vector) and (vector.addressed is None or vector.valid)


def _compiled(folder: Path, direction: str, name: str = "") -> tuple[jsonschema_rs.Draft202012Validator, Any]:
    schema = schema_of(folder, direction, name)
    return jsonschema_rs.Draft202012Validator(schema), schema


def union_violations(contract: Contract, vector: Vector, errors: Iterable[SchemaError]) -> tuple[Violation, ...]:
    """Return the violations that errors mean.

    A schema has one list of method codes, and does not say why a text is not in it: unknown, or not offered in this
    direction. The contract says which of the two it is.
    """
    all_errors, member_path = list(errors), method_place(contract, vector.direction).path
    rejections = {*violations(error for error in all_errors if error.keyword != "enum" or error.path != member_path)}
    for error in all_errors:
        if error.keyword == "enum" and error.path == member_path and isinstance(error.value, str):
            verdict = dispatch(contract, vector.direction, vector.payload)
            listed_violation = Violation(code=error.keyword, pointer=pointer(error.path))
            rejections.add(verdict if isinstance(verdict, Violation) else listed_violation)
    return in_order(rejections)
