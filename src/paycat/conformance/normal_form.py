"""Errors of JSON Schema validators in, refusals out: validators differ in where they put an error, refusals do not."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import jsonschema_rs
from jsonschema.exceptions import ValidationError

from paycat.contract.model import Refusal
from paycat.contract.pointers import pointer
from paycat.shapes.constraints import KINDS, refusing

_FIRST, _LAST = 0, len(KINDS) + 1
_PLACES = {keyword: place for place, keyword in enumerate(KINDS, start=1)}


@dataclass(frozen=True, slots=True)
class SchemaError:
    """A validator's error: the keyword that failed, the schema that it stands in, and the value at a path."""

    keyword: str
    schema: dict[str, Any]
    value: Any
    path: tuple[str | int, ...]


def refusals(errors: Iterable[SchemaError]) -> set[Refusal]:
    """Return the refusals that errors stand for: one for each member, the first of its keywords."""
    found: dict[str, tuple[int, str]] = {}
    for error in errors:
        for place, rank, code in _refusals(error):
            found[place] = min(found.get(place, (rank, code)), (rank, code))
    return {Refusal(code=code, pointer=place) for place, (_, code) in found.items()}


def _refusals(error: SchemaError) -> Iterator[tuple[str, int, str]]:
    if error.keyword == "required":
        for name in error.schema["required"]:
            if name not in error.value:
                yield pointer((*error.path, name)), 0, "required"
    elif error.keyword == "additionalProperties":
        for name in error.value.keys() - error.schema["properties"].keys():
            yield pointer((*error.path, name)), 0, "unknown_field"
    elif error.keyword == "type":
        yield pointer(error.path), _FIRST, "null_not_allowed" if error.value is None else "type"
    elif error.keyword == "anyOf":
        yield pointer(error.path), _LAST, "conditional_required"
    elif error.keyword == "format" and error.schema.get("type") == "integer":
        return  # It says how many bits a number needs, which its bounds say, too.
    elif kind := refusing(error.keyword, error.schema):
        code = error.schema.get("x-refusal", {}).get(kind.usual_code, kind.usual_code)
        yield pointer(error.path), _PLACES[kind.keyword], code
    else:
        raise KeyError(error.keyword)


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
