"""The generated JSON Schemas as engines read them: one for each request type, by direction and method."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

from paycat.catalogue.directions import Direction
from paycat.conformance.normal_form import SchemaError


@cache
def schema_of(generated: Path, direction: Direction, method: str) -> Any:
    """Return the schema of a request type."""
    path = generated / "json-schema" / direction / f"{method}.schema.json"
    return json.loads(path.read_text(encoding="utf-8"))


def rust_errors(validator: jsonschema_rs.Draft202012Validator, schema: Any, body: Any) -> Iterator[SchemaError]:
    """Return the errors of jsonschema-rs, which names a keyword's place from the schema's root."""
    for error in validator.iter_errors(body):
        *place, keyword = error.schema_path
        owner = schema
        for step in place:
            owner = owner[step]
        yield SchemaError(str(keyword), owner, error.instance, tuple(error.instance_path))
