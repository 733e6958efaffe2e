"""What an engine is, a validator of the bodies and values of vectors, and the normal form of its violations."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import jsonschema_rs
from jsonschema.exceptions import ValidationError

from paycat.catalogue.interface import Operation
from paycat.conformance.derive.model import Stage, ValueStage, ValueVector, Vector
from paycat.conformance.derive.parameters import required_texts, sent_parameters
from paycat.contract.model import Contract, Violation
from paycat.contract.paths import pointer, value_of
from paycat.contract.sending import read_text
from paycat.schemas.cases import NOTHING
from paycat.shapes.constraints import KINDS, RANKS, rejecting
from paycat.text.json_data import json_line

_ABSENT, _FIRST, _LAST = -1, 0, len(KINDS) + 1


class Engine(ABC):
    """A validator of bodies. A new engine is one module with a subclass, named in `engines/__init__.py`."""

    name: str
    """Name in reports."""

    artefact: str
    """The kind of artefact that it runs, for which limitations are declared."""

    stages: tuple[Stage | ValueStage, ...] = ("fields",)
    """The stages that it covers."""

    workers: int = 1
    """How many vectors it validates at a time."""

    @abstractmethod
    def violations(self, vector: Vector) -> tuple[Violation, ...]:
        """Return what the engine rejects in a vector's body, by pointer and code."""

    def expected(self, violations: tuple[Violation, ...]) -> tuple[Violation, ...]:
        """Return what the engine must report of the violations of a vector: all of them, if it says each by itself."""
        return violations

    def accepts(self, vector: ValueVector) -> bool:
        """Tell whether the engine accepts the value of a vector that it covers."""
        raise NotImplementedError  # One that covers no vector of a value is never asked.

    def covers(self, vector: Vector | ValueVector) -> bool:
        """Tell whether the engine can validate a vector."""
        return vector.stage in self.stages

    def close(self) -> None:  # noqa: B027 - most engines hold nothing
        """Release what the engine holds: processes, connections."""


class MissingEngineError(Exception):
    """An engine cannot run here, because a tool that it needs is not installed."""

    def __init__(self, name: str, why: str, remedy: str) -> None:
        super().__init__(f"{name}: {why}; {remedy}")
        self.name, self.why, self.remedy = name, why, remedy


def in_order(unordered_violations: Iterable[Violation]) -> tuple[Violation, ...]:
    """Return violations by pointer and code."""
    return tuple(sorted(unordered_violations, key=lambda violation: (violation.pointer, violation.code)))


def values_of(vector: ValueVector, schema: Any) -> Sequence[Any]:
    """Return the values that a vector sends: its record, or its texts as values of the type in a schema."""
    if vector.texts is None:
        return (vector.payload,)
    return [read_text(schema.get("type", "string"), text) for text in vector.texts]


class ParameterRequest(NamedTuple):
    """A request to an operation: its path and query as they are sent, its headers and its body."""

    target: str
    headers: list[tuple[str, str]]
    body: bytes


def operations_with(contract: Contract, vector: ValueVector) -> list[Operation]:
    """Return the operations that have the parameter of a vector."""
    return [operation for operation in contract.interface.operations if vector.name in operation.parameters]


def parameter_request(contract: Contract, operation: Operation, vector: ValueVector) -> ParameterRequest:
    """Return a request that sends a parameter as a vector has it, if the vector is about one."""
    texts_by_name = {vector.name: vector.texts or ()}
    parameters, body = sent_parameters(contract.interface, operation, texts_by_name), b""
    if operation.request:
        requests, parameter = list(contract.requests(operation.request)), contract.interface.method_parameter(operation)
        codes = texts_by_name.get(parameter.key, required_texts(parameter)) if parameter else ()
        body = json_line(
            next((request for request in requests if request.method in codes), requests[0]).sample("minimal").payload
        ).encode()
    return ParameterRequest(parameters.target, [*parameters.headers, ("Content-Length", str(len(body)))], body)


def problem_of(contract: Contract, parameter_key: str) -> str:
    """Return the problem that must answer a wrong value of a parameter."""
    interface = contract.interface
    if parameter_key == interface.repetition_key:
        return interface.problem("idempotency_key_invalid").slug
    parameter = interface.parameter(parameter_key)
    if parameter.role:
        return interface.problem("unknown_method").slug
    return interface.problem("not_found" if parameter.location_in == "path" else "invalid_fields").slug


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
    ranked_by_location: dict[str, tuple[int, str]] = {}
    closed: set[str] = set()  # Nothing is said of what is in a list that is rejected, or in what must not be there.
    for error in errors:
        for location, rank, code in _violations(error):
            ranked_by_location[location] = min(ranked_by_location.get(location, (rank, code)), (rank, code))
            if rank == _ABSENT or isinstance(error.value, list):
                closed.add(f"{location}/")
    around = tuple(closed)
    codes = ((location, code) for location, (_, code) in ranked_by_location.items() if not location.startswith(around))
    return in_order(Violation(code=code, pointer=location) for location, code in codes)


def _violations(error: SchemaError) -> Iterator[tuple[str, int, str]]:
    if error.keyword == "required":
        for member_name in error.schema["required"]:
            if member_name not in error.value:
                yield pointer((*error.path, member_name)), _FIRST, "required"
    elif error.keyword == "additionalProperties":
        for member_name in error.value.keys() - error.schema["properties"].keys():
            yield pointer((*error.path, member_name)), _FIRST, "unknown_field"
    elif verdict := _verdict(error):
        yield pointer(error.path), *verdict
    elif error.keyword == "if" or (error.keyword == "format" and error.schema.get("type") == "integer"):
        return  # What an `if` decides about has an error of its own; the bounds of a number imply its bits.
    elif kind := rejecting(error.keyword, error.schema, error.value):
        code = error.schema.get("x-violation", {}).get(kind.usual_code, kind.usual_code)
        yield pointer(error.path), RANKS[kind.keyword], code
    else:
        raise KeyError(error.keyword)


def _verdict(error: SchemaError) -> tuple[int, str] | None:
    """Return the rank and the code of an error that is about a value as a whole."""
    match error.keyword:
        case "not" if error.schema["not"] == NOTHING["not"]:
            return _ABSENT, "unknown_field"
        case "type":
            return _FIRST, "null_not_allowed" if error.value is None else "type"
        case "anyOf":
            return _LAST, "conditional_required"
    return None


def python_error(error: ValidationError) -> SchemaError:
    """Return an error of the Python package jsonschema, which holds the schema and the value."""
    error_schema: Any = error.schema
    return SchemaError(str(error.validator), error_schema, error.instance, tuple(error.absolute_path))


def rust_errors(validator: jsonschema_rs.Draft202012Validator, schema: Any, payload: Any) -> Iterator[SchemaError]:
    """Return the errors of jsonschema-rs, which states the path of a keyword from the schema's root."""
    for error in validator.iter_errors(payload):
        *owner_steps, keyword = error.schema_path
        # It states a member whose name is a number as that number.
        subschema = value_of(schema, pointer(owner_steps))
        yield SchemaError(str(keyword), subschema, error.instance, tuple(error.instance_path))
