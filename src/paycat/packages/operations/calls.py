"""What is known of operations whatever the language: their parameters and paths, what is waited for, and events."""

import posixpath
from collections.abc import Iterator
from typing import Any

from paycat.catalogue.interface import Notification, Operation
from paycat.catalogue.problems import Problem
from paycat.contract.interface import Interface, Parameter
from paycat.contract.model import Contract
from paycat.contract.nodes import FieldNode
from paycat.contract.uses import awaited_state, parameters_of
from paycat.shapes.constraints.relations import Measure, Relation


def used_parameters(contract: Contract) -> list[Parameter]:
    """Return the parameters of operations as `parameters_of` does; those of notifications belong to the receiver."""
    used_keys = {
        parameter.key for operation in contract.interface.operations for parameter in parameters_of(contract, operation)
    }
    return [parameter for parameter in contract.interface.parameters if parameter.key in used_keys]


def is_addressed(contract: Contract) -> bool:
    """Return whether the path of any operation names the method of the requests that it takes."""
    operations = (operation for operation in contract.interface.operations if operation.request)
    return any(map(contract.interface.method_parameter, operations))


def reading_path(contract: Contract, operation: Operation) -> str:
    """Return the path that reads what an operation creates; "" if nothing does, or it is one step below its own."""
    for candidate in contract.interface.operations:
        is_by_path = candidate.http_method == "GET" and len(parameters_of(contract, candidate, "path")) == 1
        if is_by_path and candidate.success.record == operation.success.record and operation.is_creating:
            parent_path, _, last_segment = candidate.path.rpartition("/")
            return "" if parent_path == operation.path and last_segment.startswith("{") else candidate.path
    return ""


def parameter_bounds(contract: Contract, parameter: Parameter) -> dict[str, Any]:
    """Return what the server checks of a parameter, by the names of the generated class; without what is absent."""
    field = parameter.value
    values = {(rule.kind.measure, rule.kind.relation): rule.kind.compared(rule.value) for rule in field.constraints}
    measure = Measure.NUMBER if field.json_type == "integer" else Measure.CHARACTERS
    is_key = parameter.key == contract.interface.repetition_key
    check_by_name = {
        "required": parameter.required or None,
        "whole": field.json_type == "integer" or None,
        "least": values.get((measure, Relation.AT_LEAST)),
        "most": values.get((measure, Relation.AT_MOST)),
        "pattern": values.get((Measure.VALUE, Relation.MATCHES)),
        "check": values.get((Measure.VALUE, Relation.CHECKED)),
        "choices": field.listed.value if field.listed else None,
        "default": parameter.default,
        "cause": "idempotency_key_invalid" if is_key else None,
    }
    return {name: value for name, value in check_by_name.items() if value is not None}


def environment_variable(contract: Contract, option: str) -> str:
    """Return the variable of the environment that has an option of the client, such as SHOP_API_KEY for api_key."""
    return f"{contract.service.package.removesuffix('_api')}_{option}".upper()


def path_prefix(contract: Contract) -> str:
    """Return the segments that the paths of all operations begin with, such as /v1; an empty text for none."""
    parent_paths = [
        operation.path.rpartition("/")[0].partition("{")[0].rstrip("/") for operation in contract.interface.operations
    ]
    return posixpath.commonpath(parent_paths) if all(parent_paths) else ""


def awaited_operations(contract: Contract) -> list[Operation]:
    """Return the operations that read a record with a state, by its identifier."""
    return [operation for operation in contract.interface.operations if awaited_state(contract, operation)]


def waiting_problems(contract: Contract) -> list[Problem]:
    """Return the problems whose answers state when to repeat the request."""
    header_keys = {header.key for header in contract.interface.response_headers if header.name.lower() == "retry-after"}
    return [problem for problem in contract.interface.problems if header_keys & set(problem.headers)]


def event_members(interface: Interface, notification: Notification) -> Iterator[str]:
    """Yield the members of a notification's record whose known values are events."""
    event_names = {event.name for event in interface.event_types}
    for member in interface.record(notification.record).members:
        if isinstance(member, FieldNode) and event_names & {choice.value for choice in member.choices}:
            yield member.name
