"""The generated JSON Schemas of request types under two validators, each with its own regular expressions."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

from paycat.catalogue.directions import Direction
from paycat.conformance.engines.documents import read_schema, schema_path
from paycat.conformance.normal_form import SchemaEngine, SchemaError, python_error, rust_errors
from paycat.contract.losses import JSON_SCHEMA
from paycat.matching.json_schema import validator_of
from paycat.vectors.model import Vector


@cache
def schema_of(generated: Path, direction: Direction, method: str) -> Any:
    """Return the schema of a request type. Raises FindingsError."""
    return read_schema(schema_path(generated, direction, method), generated)


class JsonSchemaEngine(SchemaEngine):
    """Validates bodies by the schema of the request type that the vector names, with `jsonschema`."""

    name = "jsonschema"
    stages = ("fields", "schema")
    artefact = JSON_SCHEMA

    def __init__(self, generated: Path) -> None:
        self._generated = generated
        self._validators: dict[tuple[str, str | None], Any] = {}

    def errors(self, vector: Vector) -> Iterable[SchemaError]:
        return map(python_error, self._validator(vector, validator_of).iter_errors(vector.payload))

    def _validator(self, vector: Vector, make: Any) -> Any:
        key = vector.direction, vector.method
        if key not in self._validators:
            self._validators[key] = make(self._schema(vector))
        return self._validators[key]

    def _schema(self, vector: Vector) -> Any:
        return schema_of(self._generated, vector.direction, vector.method or "")


class JsonSchemaRsEngine(JsonSchemaEngine):
    """The same with `jsonschema-rs`."""

    name = "jsonschema-rs"

    def errors(self, vector: Vector) -> Iterable[SchemaError]:
        validator = self._validator(vector, jsonschema_rs.Draft202012Validator)
        if validator.is_valid(vector.payload):  # faster than to look for errors that are not there
            return ()
        return rust_errors(validator, self._schema(vector), vector.payload)
