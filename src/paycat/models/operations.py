"""Operations and parameters as the generated server speaks of them: names, arguments, types."""

import builtins
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from paycat.catalogue.directions import Direction
from paycat.catalogue.interface import Operation
from paycat.contract.interface import Parameter
from paycat.contract.model import Contract, Request
from paycat.contract.naming import argument_of, identifier, pascal, snake
from paycat.languages.python import literal, name, source
from paycat.languages.source import Source
from paycat.shapes.constraints.relations import Measure, Relation

_LONGEST_ARGUMENT = 83
_TAKEN_METHODS = frozenset({*dir(builtins), "aclose", "close"})
"""Methods of the client, and what annotations name after a method of its class."""


@dataclass(frozen=True, slots=True)
class OperationView:
    """An operation as generated Python speaks of it."""

    id: str
    function: Source
    parameters: tuple[Source, ...]
    record: str
    summary: str
    description: str
    arguments: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class ParameterView:
    """A parameter as generated Python speaks of it."""

    constant: Source
    arguments: tuple[Source, ...]


def parameters(contract: Contract) -> list[ParameterView]:
    """Return the parameters of operations; those of notifications are the receiver's."""
    used = {key for operation in contract.interface.operations for key in operation.parameters}
    return [_parameter(contract, one) for one in contract.interface.parameters if one.key in used]


def operations(contract: Contract) -> list[OperationView]:
    """Return the operations in order."""
    return [_operation(contract, operation) for operation in contract.interface.operations]


def _operation(contract: Contract, operation: Operation) -> OperationView:
    taken = {one.key: one for one in contract.interface.parameters}
    parameters = [taken[key] for key in operation.parameters]
    arguments = [source(f"{argument_name(one)}: {_type(one)}") for one in parameters]
    if operation.request:
        arguments.insert(0, source(f"request: {request_type(operation.request)}"))
    return OperationView(
        id=operation.id,
        function=method_name(operation),
        parameters=tuple(arguments),
        record=operation.success.record,
        summary=operation.summary,
        description=operation.description,
        arguments=tuple(map(source, _operation_arguments(contract, operation, parameters))),
    )


def _operation_arguments(contract: Contract, operation: Operation, taken: list[Parameter]) -> list[str]:
    names = {header.key: header.name for header in contract.interface.response_headers}
    stated = [
        f"http_method={literal(operation.http_method)}",
        f"path={literal(operation.path)}",
        f"handler={literal(method_name(operation))}",
        f"status={operation.success.status}",
        f"record=records.{name(operation.success.record)}",
    ]
    if operation.request:
        stated.append(f"direction={literal(operation.request)}")
    for place in ("path", "query", "header"):
        constants = [_constant(one) for one in taken if one.place_in == place]
        if constants:
            stated.append(f"{place}_parameters=({', '.join(constants)}{',' if len(constants) == 1 else ''})")
    if any(names[key] == "Location" for key in operation.success.headers):
        stated.append("located=True")
    return stated


def _parameter(contract: Contract, parameter: Parameter) -> ParameterView:
    value = parameter.value
    bounds = {(kind.measure, kind.relation): bound for kind, bound in value.of_kinds.items()}
    measure = Measure.NUMBER if value.json_type == "integer" else Measure.CHARACTERS
    stated: dict[str, Any] = {
        "name": parameter.name,
        "argument": argument_name(parameter),
        "required": parameter.required or None,
        "whole": value.json_type == "integer" or None,
        "least": bounds.get((measure, Relation.AT_LEAST)),
        "most": bounds.get((measure, Relation.AT_MOST)),
        "pattern": bounds.get((Measure.VALUE, Relation.MATCHES)),
        "default": parameter.default,
    }
    if parameter.key == contract.interface.idempotency.parameter:
        stated["problem"] = contract.interface.problem("idempotency_key_invalid").slug
    return ParameterView(
        constant=_constant(parameter),
        arguments=tuple(source(f"{key}={literal(value)}") for key, value in stated.items() if value is not None),
    )


def request_type(direction: Direction) -> Source:
    """Return the name of the type of all requests of a direction."""
    return name(f"{pascal(direction)}Request")


def model_name(request: Request) -> Source:
    """Return the class of a request, with its module."""
    return name(f"{request.module}.{request.root.component}")


def model_union(requests: Iterable[Request]) -> Source:
    """Return the union of the classes of requests as an argument that is indented by four."""
    names = [model_name(request) for request in requests]
    line = " | ".join(names)
    return source(line if len(line) <= _LONGEST_ARGUMENT else "\n    | ".join(names))


def method_name(operation: Operation) -> Source:
    """Return the name of the Python method that stands for an operation."""
    return name(identifier(operation.id, _TAKEN_METHODS))


def argument_name(parameter: Parameter) -> Source:
    """Return the name of the Python argument that stands for a parameter."""
    return name(argument_of(parameter.name, parameter.key))


def _constant(parameter: Parameter) -> Source:
    constant = snake(parameter.key).upper()
    return name(f"{constant}_" if constant == "OPERATIONS" else constant)


def value_type(parameter: Parameter) -> str:
    """Return the Python type of a parameter's values."""
    return "int" if parameter.value.json_type == "integer" else "str"


def _type(parameter: Parameter) -> str:
    kind = value_type(parameter)
    certain = parameter.required or parameter.default is not None
    return kind if certain else f"{kind} | None"
