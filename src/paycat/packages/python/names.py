"""How generated Python names operations and parameters, pages through listings, and maps events to records."""

import builtins
from collections.abc import Iterable
from dataclasses import dataclass

from paycat.catalogue.credentials import Auth, Credential, SignatureForm
from paycat.catalogue.interface import Operation, StateMachine
from paycat.catalogue.problems import Problem
from paycat.contract.interface import Parameter
from paycat.contract.members import made_by
from paycat.contract.model import Contract, Request
from paycat.contract.naming import (
    argument_of,
    attribute_of,
    error_class,
    identifier,
    snake,
    states_constant,
    union_name,
)
from paycat.contract.uses import Listing, listing_of
from paycat.languages.python import lines, literal, name, source, tuples, union, value
from paycat.languages.source import Source
from paycat.packages.operations.calls import event_members
from paycat.packages.operations.credentials import credential_variable

_TAKEN_METHODS = frozenset({*dir(builtins), "records"})
"""Names in annotations that a method of a handler would hide."""


def request_type(direction: str) -> Source:
    """Return the name of the type of all requests of a direction."""
    return name(union_name(direction))


def model_name(request: Request) -> Source:
    """Return the class of a request, with its module."""
    return name(f"{request.module}.{request.root.component}")


def model_union(requests: Iterable[Request], direction: str) -> Source:
    """Return the assignment of the union of the classes of a direction's requests, indented by four."""
    return union(request_type(direction), map(model_name, requests), 4)


def method_name(operation: Operation) -> Source:
    """Return the name of the method of a server's handlers for an operation."""
    return name(identifier(operation.id, _TAKEN_METHODS))


def argument_name(parameter: Parameter) -> Source:
    """Return the name of the argument for a parameter."""
    return name(argument_of(parameter.name, parameter.key, parameter.python_name))


def credential_method(credential: Credential) -> Source:
    """Return the name of the method that tells whose a credential is."""
    return name(identifier(credential.name))


def credential_constant(credential: Credential) -> Source:
    """Return the name of the constant for a credential."""
    return name(identifier(credential.name, {"alternatives", "credentials"}).upper())


def credential_expression(contract: Contract, credential: Credential) -> Source:
    """Return a credential as an expression."""
    is_text = credential.scheme not in ("described", "mutual_tls")
    stated = {
        "name": str(credential_method(credential)),
        "scheme": credential.scheme,
        "headers": dict(credential.headers),
        "variable": credential_variable(contract, credential) if is_text else None,
        "token_path": credential.token_path,
    }
    parts = [f"{word}={value(fact)}" for word, fact in stated.items() if fact]
    form = [f"form={form_expression(credential)}"] if credential.scheme == "signed" else []
    return lines("Credential(", [*parts, *form], ")")


def form_expression(form: SignatureForm) -> Source:
    """Return how a message is signed as an expression."""
    facts = {word: tuples(fact) if word == "parts" else value(fact) for word, fact in form.form.items()}
    return lines("SignatureForm(", (f"{word}={fact}" for word, fact in facts.items()), ")")


def alternatives(contract: Contract, auth: Auth, module: str = "") -> Source:
    """Return the alternatives of a statement as tuples of constants, which may be those of an imported module."""
    constants = {each.name: f"{module}{credential_constant(each)}" for each in contract.interface.credentials}
    return source(_tuple(_tuple(constants[name] for name in names) for names in auth.any_of))


def _tuple(parts: Iterable[str]) -> str:
    """Return a tuple as formatters lay it out on one line."""
    listed = [*parts]
    return f"({', '.join(listed)}{',' if len(listed) == 1 else ''})"


def operation_constant(operation: Operation) -> Source:
    """Return the name of the constant for an operation."""
    return name(snake(operation.id).upper())


def parameter_constant(parameter: Parameter) -> Source:
    """Return the name of the constant for a parameter."""
    constant = snake(parameter.key).upper()
    return name(f"{constant}_" if constant == "OPERATIONS" else constant)


def answer_type(operation: Operation) -> Source:
    """Return the type of what an operation answers with: its record, or None."""
    record_name = operation.success.record
    return name(f"records.{record_name}") if record_name else literal(None)


def value_type(parameter: Parameter) -> Source:
    """Return the Python type of a parameter's values."""
    return name("int" if parameter.value.json_type == "integer" else "str")


def problem_class(problem: Problem) -> Source:
    """Return the name of the exception that the client raises for a problem, such as RateLimitedError."""
    return name(error_class(problem.slug))


def machine_constant(machine: StateMachine) -> Source:
    """Return the name of the constant with the states of a record."""
    return name(states_constant(machine.name))


def state_attribute(contract: Contract, machine: StateMachine) -> str:
    """Return the attribute that has the state of a record."""
    return _attribute(contract, machine.record, machine.member)


def id_attribute(contract: Contract, operation: Operation) -> str:
    """Return the attribute that has the identifier of the record that an operation answers with; "" without one."""
    record = contract.interface.answer_record(operation)
    return _attribute(contract, record.name, made_by(record, "id")) if record else ""


def _attribute(contract: Contract, record_name: str, member_name: str) -> str:
    members = contract.interface.record(record_name).members
    return next((attribute_of(node) for node in members if node.name == member_name), "")


@dataclass(frozen=True, slots=True)
class Paging:
    """How the client reads the pages of a list one after the other, with the names that the generated package has."""

    item: Source
    of: Listing

    @property
    def attributes(self) -> tuple[Source, Source]:
        """The attributes of a page with its items, and with the cursor of the next one."""
        return name(attribute_of(self.of.items)), name(attribute_of(self.of.following))


def paging(contract: Contract, operation: Operation) -> Paging | None:
    """Return how the pages of a list are read; None if the operation lists nothing page by page."""
    listing = listing_of(contract, operation)
    return Paging(name(listing.item), listing) if listing else None


def paged_operations(contract: Contract) -> list[Operation]:
    """Return the operations whose pages the client reads."""
    return [operation for operation in contract.interface.operations if paging(contract, operation)]


@dataclass(frozen=True, slots=True)
class NoticesView:
    """The union of the records, the members that have an event's name, and the record of each event."""

    records: Source
    members: Source
    events: tuple[tuple[str, str], ...]


def notices(contract: Contract) -> NoticesView:
    """Return the content of notifications, in the order of the catalogue."""
    interface, notifications = contract.interface, contract.interface.notifications
    names = (member for notification in notifications for member in event_members(interface, notification))
    members = dict.fromkeys(map(literal, names))
    records = dict.fromkeys(f"records.{name(notification.record)}" for notification in notifications)
    return NoticesView(
        records=union("Event", records or ("BaseModel",)),
        members=source(f"({', '.join(members)}{',' if len(members) == 1 else ''})"),
        events=tuple(
            (event.name, notification.record)
            for event in interface.event_types
            for notification in notifications
            if notification.state_machine == event.state_machine
        ),
    )
