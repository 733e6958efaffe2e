"""How requests are sent: the service's hosts, values as text, and which methods a parameter serves."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any
from urllib.parse import quote, urlsplit

from paycat.catalogue.interface import Operation, Serves
from paycat.contract.constraint import Constraint
from paycat.contract.interface import Interface, Parameter
from paycat.contract.model import Contract, Request
from paycat.contract.nodes import Choice
from paycat.shapes.constraints import LISTED
from paycat.shapes.decimals import exact, plain_text
from paycat.text.json_data import compact

_INTEGER = re.compile("-?[0-9]{1,18}")
_NUMBER = re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,18})?")

_HOST = re.compile(r"[a-z0-9._-]+|[0-9a-f:.]+")
"""What browsers read as one host, too: a backslash ends a host there."""
_MAIL = "mailto:"


def having(serves: Serves, requests: Iterable[Request]) -> list[Request]:
    """Return the requests that have a served field."""
    candidates = (request for request in requests if request.direction == serves.direction)
    return [request for request in candidates if any(field.path == serves.field for field in request.root.fields())]


def with_listed_methods(interface: Interface, requests: Sequence[Request]) -> Interface:
    """Return the interface with methods as the choices of the parameters that name one.

    They are those of all requests that the operation takes, or of those that have the field that it serves.
    """
    uses: dict[str, tuple[Operation, list[Request]]] = {}
    for operation in interface.operations:
        namer = interface.method_parameter(operation)
        if operation.request and namer:
            uses[namer.key] = operation, [request for request in requests if request.direction == operation.request]
        if (serves := operation.serves) and serves.parameter and serves.parameter in operation.parameters:
            uses[serves.parameter] = operation, having(serves, requests)
    new_by_key = {old.key: _choice(old, *uses[old.key]) for old in interface.parameters if old.key in uses}
    parameters = tuple(new_by_key.get(old.key, old) for old in interface.parameters)
    return interface.model_copy(update={"parameters": parameters})


def path_of(operation: Operation, texts: Mapping[str, str]) -> str:
    """Return the path of an operation as it is sent, with texts as its parameters, by their names."""
    path = operation.path
    for name, text in texts.items():
        path = path.replace("{" + name + "}", quote(text, safe=""))
    return path


def collection_of(operation: Operation) -> str:
    """Return the last step of the path of an operation that is no parameter."""
    steps = [step for step in operation.path.split("/") if step and "{" not in step]
    return steps[-1] if steps else ""


def path_for(interface: Interface, operation: Operation, method: str | None) -> str:
    """Return the path that a request of a method is sent to; parameters that name no method have their example."""
    parameters = interface.path_parameters(operation)
    texts = {parameter.name: sent_text(method if parameter.role else parameter.example) for parameter in parameters}
    return path_of(operation, {name: text for name, text in texts.items() if text is not None})


def read_text(json_type: str, text: str) -> Any:
    """Return the value that a text says; the text itself where that is no value of a JSON type."""
    match json_type:
        case "boolean":
            return {"true": True, "false": False}.get(text, text)
        case "integer":
            return int(text) if _INTEGER.fullmatch(text) else text
        case "number":
            return exact(Decimal(text)) if _NUMBER.fullmatch(text) else text
    return text


def sent_text(value: Any) -> str | None:
    """Return the text that is sent of a value, or None for lists, objects and null."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float | Decimal):
        return plain_text(exact(value))
    return value if isinstance(value, str) else None


def size(body: Any) -> int:
    """Return how many bytes a body has as JSON in UTF-8, without blanks."""
    return len(compact(body).encode())


def own_addresses(contract: Contract) -> frozenset[str]:
    """Return the hosts of the service, its team, the published files and the problems, and the team's mail address."""
    service = contract.service
    pages = service.contact.get("url", ""), service.published_at or "", contract.interface.problem_base
    return frozenset(filter(None, (*map(host_of, (service.base_url, *pages)), service.contact.get("email"))))


def is_own(address: str, addresses: Collection[str]) -> bool:
    """Return whether a web or mail address is among the catalogue's own, or on a host below one of them."""
    if not address.lower().startswith(_MAIL):
        return is_among(host_of(address), addresses)
    mailbox = address[len(_MAIL) :].partition("?")[0]
    return mailbox in addresses or is_among(mailbox.rpartition("@")[2].lower(), addresses)


def is_among(host: str, hosts: Collection[str]) -> bool:
    """Return whether a host is one of several or below one."""
    return any(host == parent or host.endswith(f".{parent}") for parent in hosts)


def host_of(address: str) -> str:
    """Return the host of a web address; "" if it has none that every reader reads alike."""
    try:
        host = (urlsplit(address).hostname or "").rstrip(".")
    except ValueError:
        return ""
    return host if _HOST.fullmatch(host) else ""


def _choice(parameter: Parameter, operation: Operation, requests: Iterable[Request]) -> Parameter:
    method_codes, reason = tuple(sorted(request.method for request in requests)), operation.reason
    if not method_codes:
        return parameter
    rule = Constraint(keyword=LISTED.keyword, value=method_codes, code=LISTED.usual_code, reason=reason)
    value = parameter.value.model_copy(
        update={
            "type": "",
            "shape": "choice",
            "constraints": (rule,),
            "choices": tuple(Choice(value=code, reason=reason) for code in method_codes),
        }
    )
    return parameter.model_copy(update={"value": value})
