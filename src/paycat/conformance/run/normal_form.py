"""Errors of JSON Schema validators as violations, which do not depend on where a validator reports an error."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import jsonschema_rs
from jsonschema.exceptions import ValidationError

from paycat.conformance.derive.model import Vector
from paycat.conformance.run.engine import Engine, in_order
from paycat.contract.model import Violation
from paycat.contract.pointers import pointer
from paycat.shapes.constraints import KINDS, rejecting
from paycat.text.json_data import value_at

_RANKS = {keyword: rank for rank, keyword in enumerate(KINDS, start=1)}
_FIRST, _LAST = 0, len(KINDS) + 1


@dataclass(frozen=True, slots=True)
class SchemaError:
    """A validator's error: the keyword that failed, the schema that has it, and the value at a path."""

    keyword: str
    schema: dict[str, Any]
    value: Any
    path: tuple[str | int, ...]


class SchemaEngine(Engine):
    """An engine that validates by a schema."""

    @abstractmethod
    def errors(self, vector: Vector) -> Iterable[SchemaError]:
        """Return the errors in a vector's body."""

    def violations(self, vector: Vector) -> tuple[Violation, ...]:
        return violations(self.errors(vector))


def violations(errors: Iterable[SchemaError]) -> tuple[Violation, ...]:
    """Return the violations that errors mean, by pointer: one for each member, for the first of its keywords."""
    found: dict[str, tuple[int, str]] = {}
    for error in errors:
        for location, rank, code in _violations(error):
            found[location] = min(found.get(location, (rank, code)), (rank, code))
    return in_order(Violation(code=code, pointer=location) for location, (_, code) in found.items())


def _violations(error: SchemaError) -> Iterator[tuple[str, int, str]]:
    if error.keyword == "required":
        for name in error.schema["required"]:
            if name not in error.value:
                yield pointer((*error.path, name)), _FIRST, "required"
    elif error.keyword == "additionalProperties":
        for name in error.value.keys() - error.schema["properties"].keys():
            yield pointer((*error.path, name)), _FIRST, "unknown_field"
    elif error.keyword == "type":
        yield pointer(error.path), _FIRST, "null_not_allowed" if error.value is None else "type"
    elif error.keyword == "anyOf":
        yield pointer(error.path), _LAST, "conditional_required"
    elif error.keyword == "format" and error.schema.get("type") == "integer":
        return  # The number of bits, which the bounds of the number imply.
    elif kind := rejecting(error.keyword, error.schema):
        code = error.schema.get("x-violation", {}).get(kind.usual_code, kind.usual_code)
        yield pointer(error.path), _RANKS[kind.keyword], code
    else:
        raise KeyError(error.keyword)


def python_error(error: ValidationError) -> SchemaError:
    """Return an error of the Python package jsonschema, which holds the schema and the value."""
    schema: Any = error.schema
    return SchemaError(str(error.validator), schema, error.instance, tuple(error.absolute_path))


def rust_errors(validator: jsonschema_rs.Draft202012Validator, schema: Any, body: Any) -> Iterator[SchemaError]:
    """Return the errors of jsonschema-rs, which states the path of a keyword from the schema's root."""
    for error in validator.iter_errors(body):
        *owner, keyword = error.schema_path
        yield SchemaError(str(keyword), value_at(schema, owner), error.instance, tuple(error.instance_path))
