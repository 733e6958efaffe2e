"""The generated JSON Schemas under `jsonschema-rs`: another implementation, with another regular expression engine."""

from pathlib import Path

import jsonschema_rs

from paycat.conformance.engine import Engine, in_order
from paycat.conformance.engines.schemas import rust_errors, schema_of
from paycat.conformance.normal_form import refusals
from paycat.contract.losses import JSON_SCHEMA
from paycat.contract.model import Refusal
from paycat.vectors.model import Vector


class JsonSchemaRsEngine(Engine):
    """Validates bodies by the schema of the request type that the vector names."""

    name = "jsonschema-rs"
    stages = ("fields", "schema")
    artefact = JSON_SCHEMA

    def __init__(self, generated: Path) -> None:
        self._generated = generated
        self._validators: dict[tuple[str, str], jsonschema_rs.Draft202012Validator] = {}

    def refusals(self, vector: Vector) -> tuple[Refusal, ...]:
        """Return what the schema refuses."""
        key = (vector.direction, vector.method or "")
        schema = schema_of(self._generated, *key)
        if key not in self._validators:
            self._validators[key] = jsonschema_rs.Draft202012Validator(schema)
        return in_order(refusals(rust_errors(self._validators[key], schema, vector.payload)))
