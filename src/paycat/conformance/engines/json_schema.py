"""The generated JSON Schemas under two validators, in Python and in Rust, each with its own regular expressions."""

from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
from jsonschema import Draft202012Validator

from paycat.catalogue.directions import Direction
from paycat.conformance.engine import Engine, in_order
from paycat.conformance.engines.documents import read_schema, schema_path
from paycat.conformance.normal_form import python_error, refusals, rust_errors
from paycat.contract.losses import JSON_SCHEMA
from paycat.contract.model import Refusal
from paycat.matching.json_schema import validator_of
from paycat.vectors.model import Vector


@cache
def schema_of(generated: Path, direction: Direction, method: str) -> Any:
    """Return the schema of a request type. Raises FindingsError."""
    return read_schema(schema_path(generated, direction, method), generated)


class JsonSchemaEngine(Engine):
    """Validates bodies by the schema of the request type that the vector names, with `jsonschema`."""

    name = "jsonschema"
    stages = ("fields", "schema")
    artefact = JSON_SCHEMA

    def __init__(self, generated: Path) -> None:
        self._generated = generated
        self._validators: dict[tuple[str, str | None], Draft202012Validator] = {}

    def refusals(self, vector: Vector) -> tuple[Refusal, ...]:
        """Return what the schema refuses."""
        key = (vector.direction, vector.method)
        if key not in self._validators:
            self._validators[key] = validator_of(schema_of(self._generated, vector.direction, vector.method or ""))
        return in_order(refusals(map(python_error, self._validators[key].iter_errors(vector.payload))))


class JsonSchemaRsEngine(Engine):
    """Validates bodies by the schema of the request type that the vector names, with `jsonschema-rs`."""

    name = "jsonschema-rs"
    stages = ("fields", "schema")
    artefact = JSON_SCHEMA

    def __init__(self, generated: Path) -> None:
        self._generated = generated
        self._validators: dict[tuple[str, str | None], tuple[jsonschema_rs.Draft202012Validator, Any]] = {}

    def refusals(self, vector: Vector) -> tuple[Refusal, ...]:
        """Return what the schema refuses."""
        key = (vector.direction, vector.method)
        if key not in self._validators:
            schema = schema_of(self._generated, vector.direction, vector.method or "")
            self._validators[key] = jsonschema_rs.Draft202012Validator(schema), schema
        validator, schema = self._validators[key]
        if validator.is_valid(vector.payload):  # costs less than asking for errors that are not there
            return ()
        return in_order(refusals(rust_errors(validator, schema, vector.payload)))
