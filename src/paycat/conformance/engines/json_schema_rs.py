"""The generated JSON Schemas under `jsonschema-rs`: another implementation, with another regular expression engine."""

from pathlib import Path
from typing import Any

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
        self._validators: dict[tuple[str, str | None], tuple[jsonschema_rs.Draft202012Validator, Any]] = {}

    def refusals(self, vector: Vector) -> tuple[Refusal, ...]:
        """Return what the schema refuses."""
        validator, schema = self._validators.get((vector.direction, vector.method)) or self._made(vector)
        if validator.is_valid(vector.payload):  # costs less than asking for errors that are not there
            return ()
        return in_order(refusals(rust_errors(validator, schema, vector.payload)))

    def _made(self, vector: Vector) -> tuple[jsonschema_rs.Draft202012Validator, Any]:
        schema = schema_of(self._generated, vector.direction, vector.method or "")
        made = jsonschema_rs.Draft202012Validator(schema), schema
        self._validators[vector.direction, vector.method] = made
        return made
