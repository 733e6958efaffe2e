"""The generated JSON Schemas as engines read them: one for each request type, by direction and method."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
from jsonschema.exceptions import ValidationError

from paycat.catalogue.directions import Direction
from paycat.conformance.engines.references import outward
from paycat.conformance.normal_form import SchemaError
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.files import file_bytes, strict_json


def schema_path(generated: Path, direction: Direction, method: str) -> Path:
    """Return the path of a request type's schema."""
    return generated / "json-schema" / direction / f"{method}.schema.json"


def read_schema(path: Path, generated: Path) -> Any:
    """Return a schema in the output folder.

    Raises FindingsError when it is not there, no JSON, or refers to another document.
    """
    place = Span(path.relative_to(generated.parent).as_posix())
    try:
        schema = strict_json(file_bytes(path))
    except FileNotFoundError as error:
        found = Diagnostic("not-generated", place, "the schema is not there", "run paycat generate")
        raise FindingsError([found]) from error
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        found = Diagnostic("file-unreadable", place, f"cannot read the schema: {reason}", "run paycat generate --check")
        raise FindingsError([found]) from error
    except ValueError as error:
        found = Diagnostic("document-broken", place, f"the schema is not JSON: {error}", "run paycat generate --check")
        raise FindingsError([found]) from error
    if reference := outward(schema):
        message = f"the schema refers to another document, {reference!r}, and nothing is fetched"
        raise FindingsError([Diagnostic("document-broken", place, message, "run paycat generate --check")])
    return schema


@cache
def schema_of(generated: Path, direction: Direction, method: str) -> Any:
    """Return the schema of a request type. Raises FindingsError."""
    return read_schema(schema_path(generated, direction, method), generated)


def python_error(error: ValidationError) -> SchemaError:
    """Return an error of the Python package jsonschema, which holds the schema and the value."""
    schema: Any = error.schema
    return SchemaError(str(error.validator), schema, error.instance, tuple(error.absolute_path))


def rust_errors(validator: jsonschema_rs.Draft202012Validator, schema: Any, body: Any) -> Iterator[SchemaError]:
    """Return the errors of jsonschema-rs, which names a keyword's place from the schema's root."""
    for error in validator.iter_errors(body):
        *place, keyword = error.schema_path
        owner = schema
        for step in place:
            owner = owner[step]
        yield SchemaError(str(keyword), owner, error.instance, tuple(error.instance_path))
