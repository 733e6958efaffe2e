"""Values of vectors: as values of a schema, and requests that send a parameter."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

from paycat.catalogue.interface import Operation
from paycat.conformance.derive.model import ValueVector
from paycat.conformance.derive.values import whole_value
from paycat.contract.interface import Parameter
from paycat.contract.model import Contract
from paycat.contract.sent_texts import read_text, sent_text
from paycat.text.json_encoding import json_line


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
    return [one for one in contract.interface.operations if vector.name in one.parameters]


def parameter_request(contract: Contract, operation: Operation, vector: ValueVector) -> ParameterRequest:
    """Return a request that sends a parameter as a vector has it, if the vector is about one."""
    path, query, headers = operation.path, [], []
    for key in operation.parameters:
        one = contract.interface.parameter(key)
        for text in (vector.texts or ()) if key == vector.name else _usual(one):
            if one.location_in == "path":
                path = path.replace(f"{{{one.name}}}", quote(text, safe=""))
            elif one.location_in == "query":
                query.append(f"{quote(one.name, safe='')}={quote(text, safe='')}")
            else:
                headers.append((one.name, text))
    body = b""
    if operation.request:
        request = next(contract.requests(operation.request))
        body = json_line(request.sample("minimal").payload).encode()
    headers.append(("Content-Length", str(len(body))))
    target = f"{path}?{'&'.join(query)}" if query else path
    return ParameterRequest(target, headers, body)


def _usual(parameter: Parameter) -> list[str]:
    """Return the text of a parameter that must be there."""
    text = sent_text(whole_value(parameter.value, {}, parameter.example)) if parameter.required else None
    return [] if text is None else [text]


def problem_of(contract: Contract, key: str) -> str:
    """Return the problem that must answer a wrong value of a parameter."""
    interface = contract.interface
    if key == interface.idempotency.parameter:
        return interface.problem("idempotency_key_invalid").slug
    is_place = interface.parameter(key).location_in == "path"
    return interface.problem("not_found" if is_place else "invalid_fields").slug
