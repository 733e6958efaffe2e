"""The generated JSON Schemas under `jsonschema`, the reference validator in Python."""

from pathlib import Path

from jsonschema import Draft202012Validator

from paycat.catalogue.directions import Direction
from paycat.conformance.engine import Engine, in_order
from paycat.conformance.engines.schemas import python_error, schema_of
from paycat.conformance.normal_form import refusals
from paycat.contract.losses import JSON_SCHEMA
from paycat.contract.model import Refusal
from paycat.matching.json_schema import validator_of
from paycat.vectors.model import Vector


class JsonSchemaEngine(Engine):
    """Validates bodies by the schema of the request type that the vector names."""

    name = "jsonschema"
    stages = ("fields", "schema")
    artefact = JSON_SCHEMA

    def __init__(self, generated: Path) -> None:
        self._generated = generated
        self._validators: dict[tuple[str, str], Draft202012Validator] = {}

    def refusals(self, vector: Vector) -> tuple[Refusal, ...]:
        """Return what the schema refuses."""
        validator = self._validator(vector.direction, vector.method or "")
        return in_order(refusals(map(python_error, validator.iter_errors(vector.payload))))

    def _validator(self, direction: Direction, method: str) -> Draft202012Validator:
        key = (direction, method)
        if key not in self._validators:
            self._validators[key] = validator_of(schema_of(self._generated, direction, method))
        return self._validators[key]
