"""What templates of the TypeScript client print: its methods and their arguments, and the schemas of records."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from paycat.catalogue.credentials import Auth, Credential
from paycat.catalogue.interface import Operation, StateMachine
from paycat.contract.client_calls import client_call
from paycat.contract.interface import Parameter
from paycat.contract.model import Contract
from paycat.contract.naming import pascal, snake
from paycat.contract.problem_form import ProblemPart
from paycat.contract.uses import awaited_state, parameters_of
from paycat.languages.javascript import RESERVED
from paycat.packages.operations.calls import environment_variable, event_members, path_prefix
from paycat.packages.operations.credentials import all_need_credentials, credential_variable, used_credentials
from paycat.packages.python.names import argument_name, paging
from paycat.schemas.making import Dialect, node_schema
from paycat.schemas.marks import sentence

_OF_EACH_OBJECT = frozenset(
    {
        *("constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString"),
        "valueOf",
    }
)
_TAKEN_ARGUMENTS = RESERVED | {
    *("crypto", "cursor", "first", "operations", "options", "read", "request", "service", "signal", "states", "waiting")
}
"""What the methods of the client use themselves."""
_TAKEN_TYPES = frozenset({"ApiKey", "CallOptions", "ClientOptions"})
"""Types of options that are those of each client."""
_KEY = "Default: a new UUID. Every retry has the same key; to repeat a call yourself, send the key of the error."
_TAKEN_OPTIONS = _OF_EACH_OBJECT | {"signal", "until", "deadline", "longestPause"}
"""An option that is not given must not be found in the prototype."""


@dataclass(frozen=True, slots=True)
class Argument:
    """A value that a method takes: its name there, and the parameter that it is."""

    name: str
    parameter: Parameter
    is_key: bool = False

    @property
    def type(self) -> str:
        """The type of its values."""
        return "number" if self.parameter.value.json_type == "integer" else "string"

    @property
    def is_required(self) -> bool:
        """Whether each call states it; the client makes an idempotency key of its own."""
        return self.parameter.required and not self.is_key

    @property
    def text(self) -> str:
        """What it is."""
        if self.is_key:
            return f"{sentence(self.parameter.description)} {_KEY}"
        default = self.parameter.default
        return sentence(self.parameter.description) + ("" if default is None else f" Default: {default}.")


@dataclass(frozen=True, slots=True)
class Pages:
    """The method that yields the items of all pages, and the members of a page that it reads."""

    name: str
    item: str
    items: str
    following: str
    cursor: Argument


@dataclass(frozen=True, slots=True)
class ClientMethod:
    """A method of a resource of the client, and the name of the operation that it calls.

    Arguments in the path are taken by position, `options` by name; `key` is the option with the idempotency key.
    `method` is the parameter of the path that names the payment method of a request.
    """

    resource: str
    name: str
    operation_name: str
    options_type: str
    operation: Operation
    method: Argument | None
    path: tuple[Argument, ...]
    options: tuple[Argument, ...]
    key: Argument | None
    pages: Pages | None
    waiting: str
    machine: StateMachine | None

    @property
    def needs_options(self) -> bool:
        """Whether each call states some option."""
        return any(option.is_required for option in self.options)

    @property
    def text(self) -> str:
        """What the operation does."""
        summary, description = self.operation.summary, self.operation.description
        return "\n\n".join(filter(None, (sentence(summary), description if description != summary else "")))

    @property
    def waiting_text(self) -> str:
        """What waiting for a state does."""
        final = ", ".join(f"`{state.name}`" for state in self.machine.states if state.final) if self.machine else ""
        return (
            f"{self.operation.summary.rstrip('.')} until it has a state. Waiting also ends in a final one: {final}.\n\n"
            "Throws a StillWaitingError if the record entered no such state in time."
        )

    @property
    def pages_text(self) -> str:
        """What reading all pages does."""
        return f"{self.operation.summary.rstrip('.')}, all of them. Requests a page when it is needed."

    def sent_in(self, location: str) -> list[Argument]:
        """Return the options that are sent in the query or in a header, without the idempotency key."""
        return [option for option in self.options if option.parameter.location_in == location and not option.is_key]


def client_methods(contract: Contract) -> list[ClientMethod]:
    """Return the methods of the client, in the order of the catalogue."""
    return list(_methods(contract))


def creating_method(contract: Contract, direction: str) -> ClientMethod | None:
    """Return the method that sends the requests of a direction; None if no operation does."""
    operation = contract.interface.taking(direction)
    return next((method for method in _methods(contract) if method.operation == operation), None)


def waiting_method(contract: Contract, direction: str) -> ClientMethod | None:
    """Return a method of a direction's records that waits for a state; None without one."""
    return next(
        (method for method in _methods(contract) if method.machine and method.machine.direction == direction), None
    )


def record_definitions(contract: Contract) -> dict[str, Any]:
    """Return the JSON Schema of each record, with what the client compares an answer with."""
    dialect = Dialect("#/$defs/")
    return {record.name: _compared(node_schema(record.body, dialect)) for record in contract.interface.records}


def client_service(contract: Contract) -> dict[str, Any]:
    """Return what the client knows of its service, by the names of the runtime."""
    interface, service = contract.interface, contract.service
    key_header, replayed_header = interface.repetition_headers
    return {
        "baseUrl": service.base_url,
        "basePath": path_prefix(contract),
        "credentials": [_credential(contract, credential) for credential in used_credentials(contract)],
        "needsKey": all_need_credentials(contract),
        "urlVariable": environment_variable(contract, "base_url"),
        "agent": f"{service.package}/{service.version}",
        "keyHeader": key_header,
        "requestIdHeader": interface.request_id_header,
        "replayedHeader": replayed_header or "-",  # A name that no header has; an empty one cannot be asked for.
        "problemBase": interface.problem_base,
        "problemParts": [_part(part) for part in interface.problem_form if part.words or part.parts],
        "problemMediaType": interface.problem_media_type,
        "problemRecord": interface.problem_record,
        "titles": {problem.slug: problem.title for problem in interface.problems},
        "statuses": {problem.slug: problem.status for problem in interface.problems},
        "stillRunning": interface.slug("idempotency_in_progress"),
    }


def _credential(contract: Contract, credential: Credential) -> dict[str, Any]:
    is_text = credential.scheme not in ("described", "mutual_tls")
    return {
        "name": camel(credential.name),
        "scheme": credential.scheme,
        "variable": credential_variable(contract, credential) if is_text else "",
        "headers": dict(credential.headers),
        "form": credential.form or None,
        "tokenPath": credential.token_path or "",
    }


def alternative_names(auth: Auth) -> list[list[str]]:
    """Return the alternatives of a statement, as callers name credentials."""
    return [list(map(camel, names)) for names in auth.any_of]


def _part(part: ProblemPart) -> dict[str, Any]:
    word = {"word": part.words[0]} if part.words else {}
    parts = {"parts": [_part(inner) for inner in part.parts if inner.words or inner.parts]} if part.parts else {}
    return {"name": part.name, **word, **parts}


def event_records(contract: Contract) -> dict[str, Any]:
    """Return the record of each event, and the members of a notification that may have the name of its event."""
    interface = contract.interface
    members = (name for notification in interface.notifications for name in event_members(interface, notification))
    return {
        "events": {notification["event"]: notification["record"] for notification in notification_types(contract)},
        "members": list(dict.fromkeys(members)),
    }


def notification_types(contract: Contract) -> list[dict[str, str]]:
    """Return what the type of each notification is made of: its event, the record, and the member that names the event.

    The member is empty where the record has several that could.
    """
    notifications = {notification.state_machine: notification for notification in contract.interface.notifications}
    type_facts = []
    for event in contract.interface.event_types:
        if notification := notifications.get(event.state_machine):
            name, *other_names = [*event_members(contract.interface, notification), ""]
            facts = {"event": event.name, "record": notification.record, "member": "" if other_names[:-1] else name}
            type_facts.append(facts | {"meaning": sentence(event.meaning)})
    return type_facts


_COMPARED = ("$ref", "type", "const", "enum", "format", "required", "items", "anyOf", "oneOf", "discriminator")


def _compared(schema: Any) -> Any:
    compared_schema = {keyword: schema[keyword] for keyword in _COMPARED if keyword in schema}
    for keyword in ("anyOf", "oneOf"):
        if keyword in compared_schema:
            compared_schema[keyword] = list(map(_compared, compared_schema[keyword]))
    if "items" in compared_schema:
        compared_schema["items"] = _compared(compared_schema["items"])
    if "properties" in schema:
        compared_schema["properties"] = {name: _compared(member) for name, member in schema["properties"].items()}
    return compared_schema


def _methods(contract: Contract) -> Iterator[ClientMethod]:
    operation_names, type_names = set(RESERVED), set(_TAKEN_TYPES)
    for operation in contract.interface.operations:
        operation_name, call = _taking(camel(operation.id), operation_names), client_call(contract, operation)
        argument_names, option_names = set(_TAKEN_ARGUMENTS), set(_TAKEN_OPTIONS)
        method_parameter = contract.interface.method_parameter(operation) if operation.request else None
        method_argument = _argument(method_parameter, argument_names) if method_parameter else None
        path = tuple(_argument(parameter, argument_names) for parameter in parameters_of(contract, operation, "path"))
        key = contract.interface.repetition_key
        parameters = [parameter for parameter in parameters_of(contract, operation) if parameter.location_in != "path"]
        options = tuple(_argument(parameter, option_names, is_key=parameter.key == key) for parameter in parameters)
        yield ClientMethod(
            resource=camel(call.resource),
            name=camel(call.method),
            operation_name=operation_name,
            options_type=_taking(f"{pascal(operation_name)}Options", type_names),
            operation=operation,
            method=method_argument,
            path=path,
            options=options,
            key=next((option for option in options if option.is_key), None),
            pages=_pages(contract, operation, options, camel(call.iterating)),
            waiting=camel(call.waiting) if call.waiting else "",
            machine=awaited_state(contract, operation),
        )


def _pages(contract: Contract, operation: Operation, options: tuple[Argument, ...], name: str) -> Pages | None:
    plan = paging(contract, operation)
    if plan is None:
        return None
    cursor = next(option for option in options if option.parameter.key == plan.of.cursor.key)
    return Pages(name, str(plan.item), plan.of.items.name, plan.of.following.name, cursor)


def _argument(parameter: Parameter, taken_names: set[str], *, is_key: bool = False) -> Argument:
    name = _taking(camel(argument_name(parameter).strip("_")), taken_names)
    return Argument(name, parameter, is_key)


def _taking(name: str, taken_names: set[str]) -> str:
    """Return a name that is not taken yet, and take it."""
    while name in taken_names:
        name += "_"
    taken_names.add(name)
    return name


def camel(text: str) -> str:
    """Return a name in the case of members of JavaScript."""
    first_word, *words = snake(text).split("_")
    name = first_word + "".join(word[:1].upper() + word[1:] for word in words)
    return name if name[:1].isalpha() else f"_{name}"
