"""The generated JSON Schema of a whole direction, under `jsonschema-rs`: dispatch and fields in one schema."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import jsonschema_rs

from paycat.catalogue.directions import Direction
from paycat.conformance.engine import Engine, in_order
from paycat.conformance.engines.documents import read_schema
from paycat.conformance.normal_form import SchemaError, refusals, rust_errors
from paycat.contract.judge import dispatch, method_member
from paycat.contract.losses import JSON_SCHEMA
from paycat.contract.model import Contract, Refusal
from paycat.contract.pointers import pointer
from paycat.vectors.model import Vector


class UnionEngine(Engine):
    """Validates bodies by the schema of the direction, which picks the request type by the method code."""

    name = "union"
    artefact = JSON_SCHEMA
    stages = ("dispatch", "fields")

    def __init__(self, contract: Contract, generated: Path) -> None:
        self._contract = contract
        self._generated = generated
        self._validators: dict[Direction, tuple[jsonschema_rs.Draft202012Validator, Any]] = {}

    def refusals(self, vector: Vector) -> tuple[Refusal, ...]:
        """Return what the schema refuses."""
        if vector.direction not in self._validators:
            schema = union_of(self._generated, vector.direction)
            self._validators[vector.direction] = jsonschema_rs.Draft202012Validator(schema), schema
        return union_refusals(self._contract, vector, rust_errors(*self._validators[vector.direction], vector.payload))


def union_of(generated: Path, direction: Direction) -> Any:
    """Return the schema of a direction. Raises FindingsError."""
    return read_schema(generated / "json-schema" / f"{direction}.schema.json", generated)


def union_refusals(contract: Contract, vector: Vector, errors: Iterable[SchemaError]) -> tuple[Refusal, ...]:
    """Return the refusals that errors mean.

    A schema has one list of method codes, and does not say why a text is not in it: unknown, or not offered in this
    direction. The contract says which of the two it is.
    """
    found, member = list(errors), (method_member(contract, vector.direction),)
    result = {*refusals(error for error in found if error.keyword != "enum" or error.path != member)}
    for error in found:
        if error.keyword == "enum" and error.path == member and isinstance(error.value, str):
            verdict = dispatch(contract, vector.direction, vector.payload)
            listed = Refusal(code=error.keyword, pointer=pointer(error.path))
            result.add(verdict if isinstance(verdict, Refusal) else listed)
    return in_order(result)
