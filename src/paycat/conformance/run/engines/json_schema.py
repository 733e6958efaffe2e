"""The generated JSON Schemas of request types under two validators, and those of whole directions.

Each validator has its own regular expressions.
"""

from collections.abc import Iterable
from functools import cache, partial
from pathlib import Path
from typing import Any

import jsonschema_rs

from paycat.catalogue.directions import Direction
from paycat.conformance.derive.model import Vector
from paycat.conformance.run.engine import Engine, in_order
from paycat.conformance.run.engines.documents import read_schema, schema_path
from paycat.conformance.run.normal_form import SchemaEngine, SchemaError, python_error, rust_errors, violations
from paycat.contract.limitations import JSON_SCHEMA
from paycat.contract.model import Contract, Violation
from paycat.contract.pointers import pointer
from paycat.contract.reference_validator import keeping
from paycat.contract.validate import dispatch, method_member


@cache
def schema_of(generated: Path, direction: Direction, method: str = "") -> Any:
    """Return the schema of a request type, or of the whole direction. Raises FindingsError."""
    return read_schema(schema_path(generated, direction, method), generated)


class JsonSchemaEngine(SchemaEngine):
    """Validates bodies by the schema of the request type that the vector names, with `jsonschema`."""

    name = "jsonschema"
    stages = ("fields", "schema")
    artefact = JSON_SCHEMA

    def __init__(self, generated: Path) -> None:
        make = keeping()
        self._validator = cache(lambda *request: make(schema_of(generated, *request)))

    def errors(self, vector: Vector) -> Iterable[SchemaError]:
        validator = self._validator(vector.direction, vector.method or "")
        return map(python_error, validator.iter_errors(vector.payload))


class JsonSchemaRsEngine(SchemaEngine):
    """The same with `jsonschema-rs`."""

    name = "jsonschema-rs"
    stages = ("fields", "schema")
    artefact = JSON_SCHEMA

    def __init__(self, generated: Path) -> None:
        self._compiled = cache(partial(_compiled, generated))

    def errors(self, vector: Vector) -> Iterable[SchemaError]:
        validator, schema = self._compiled(vector.direction, vector.method or "")
        # Faster than to look for errors that are not there.
        return () if validator.is_valid(vector.payload) else rust_errors(validator, schema, vector.payload)


class UnionEngine(Engine):
    """Validates bodies by the schema of the direction, which selects the request type by the method code."""

    name = "union"
    artefact = JSON_SCHEMA
    stages = ("dispatch", "fields")

    def __init__(self, contract: Contract, generated: Path) -> None:
        self._contract = contract
        self._compiled = cache(partial(_compiled, generated))

    def violations(self, vector: Vector) -> tuple[Violation, ...]:
        errors = rust_errors(*self._compiled(vector.direction), vector.payload)
        return union_violations(self._contract, vector, errors)


def _compiled(
    generated: Path, direction: Direction, method: str = ""
) -> tuple[jsonschema_rs.Draft202012Validator, Any]:
    schema = schema_of(generated, direction, method)
    return jsonschema_rs.Draft202012Validator(schema), schema


def union_violations(contract: Contract, vector: Vector, errors: Iterable[SchemaError]) -> tuple[Violation, ...]:
    """Return the violations that errors mean.

    A schema has one list of method codes, and does not say why a text is not in it: unknown, or not offered in this
    direction. The contract says which of the two it is.
    """
    found, member = list(errors), (method_member(contract, vector.direction),)
    result = {*violations(error for error in found if error.keyword != "enum" or error.path != member)}
    for error in found:
        if error.keyword == "enum" and error.path == member and isinstance(error.value, str):
            verdict = dispatch(contract, vector.direction, vector.payload)
            listed = Violation(code=error.keyword, pointer=pointer(error.path))
            result.add(verdict if isinstance(verdict, Violation) else listed)
    return in_order(result)
