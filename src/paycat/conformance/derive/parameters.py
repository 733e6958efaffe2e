"""The parameters of a request as they are sent: in the path, the query and headers."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

from paycat.catalogue.interface import Operation
from paycat.conformance.derive.values import whole_value
from paycat.contract.interface import Interface, Parameter
from paycat.contract.sending import path_of, sent_text


class SentParameters(NamedTuple):
    """Where a request goes, path and query, and the headers that parameters are."""

    target: str
    headers: tuple[tuple[str, str], ...]


def sent_parameters(
    interface: Interface, operation: Operation, texts_by_key: Mapping[str, Sequence[str]] | None = None
) -> SentParameters:
    """Return how the parameters of an operation are sent: those with texts, by key, and those that it must have."""
    path: dict[str, str] = {}
    query, headers = [], []
    for parameter in map(interface.parameter, operation.parameters):
        for text in (texts_by_key or {}).get(parameter.key, required_texts(parameter)):
            if parameter.location_in == "path":
                path[parameter.name] = text
            elif parameter.location_in == "query":
                query.append(f"{quote(parameter.name, safe='')}={quote(text, safe='')}")
            else:
                headers.append((parameter.name, text))
    return SentParameters("?".join((path_of(operation, path), *(["&".join(query)] if query else []))), tuple(headers))


def of_method(
    interface: Interface,
    operation: Operation,
    method: str | None,
    texts_by_key: Mapping[str, Sequence[str]] | None = None,
) -> SentParameters:
    """Return how the parameters of an operation are sent for a request of a method: others with texts, by key."""
    parameter = interface.method_parameter(operation)
    method_texts = {parameter.key: [method]} if parameter and method else {}
    return sent_parameters(interface, operation, {**(texts_by_key or {}), **method_texts})


def usual_value(parameter: Parameter) -> Any:
    """Return a value of a parameter: its example, if it has one."""
    return whole_value(parameter.value, {}, parameter.example)


def required_texts(parameter: Parameter) -> tuple[str, ...]:
    """Return the text that is sent of a parameter that requests must have; nothing of another."""
    text = sent_text(usual_value(parameter)) if parameter.required else None
    return () if text is None else (text,)
