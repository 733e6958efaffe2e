"""An interface and requests in; which operations serve which requests, and which records reach which, out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from paycat.contract.interface import Interface, Operation, Record
from paycat.contract.model import Request


def reached(records: Iterable[Record]) -> Mapping[str, frozenset[str]]:
    """Return, by record, itself and every record that its references lead to."""
    leads = {record.name: frozenset(referred(record.json_schema)) for record in records}
    return {name: _closure(name, leads) for name in leads}


def _closure(name: str, leads: Mapping[str, frozenset[str]]) -> frozenset[str]:
    found, waiting = {name}, [name]
    while waiting:
        new = leads.get(waiting.pop(), frozenset()) - found
        found |= new
        waiting += new
    return frozenset(found)


def referred(fragment: Any) -> Iterator[str]:
    """Every record that a JSON Schema fragment names, by reference or in the mapping of a discriminator."""
    if isinstance(fragment, list):
        for item in fragment:
            yield from referred(item)
    elif isinstance(fragment, dict):
        if isinstance(fragment.get("$ref"), str):
            yield fragment["$ref"]
        discriminator = fragment.get("discriminator")
        if isinstance(discriminator, dict) and isinstance(discriminator.get("mapping"), dict):
            yield from discriminator["mapping"].values()
        for value in fragment.values():
            yield from referred(value)


def served(interface: Interface, operation: Operation, requests: Sequence[Request]) -> list[Request] | None:
    """Return the requests that an operation is there for, or None where it belongs to no direction.

    It takes them, says that it serves them, or answers with a record that reaches the one of their state machine.
    """
    if operation.request:
        return [request for request in requests if request.direction == operation.request]
    if operation.serves:
        in_direction = (request for request in requests if request.direction == operation.serves.direction)
        return [one for one in in_direction if any(field.path == operation.serves.field for field in one.root.fields())]
    names = reached(interface.records).get(operation.success.record, frozenset())
    directions = {machine.direction for machine in interface.machines if machine.record in names}
    return [request for request in requests if request.direction in directions] if directions else None
