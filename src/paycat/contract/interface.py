"""The contract's interface part: what is stated of it, and records, parameters and headers resolved."""

from collections.abc import Iterable
from typing import Any, Literal

from pydantic import Field

from paycat.catalogue.credentials import Auth, Credential
from paycat.catalogue.interface import (
    REQUEST_ID,
    Delivery,
    EventType,
    Notification,
    Operation,
    Signing,
    StateMachine,
    leading,
)
from paycat.catalogue.problems import DUPLICATE, Code, Problem, ViolationCode
from paycat.catalogue.rulebook import Idempotency, Limit, Versioning
from paycat.catalogue.sandbox import Sandbox
from paycat.catalogue.statement import Location, Reason, Value
from paycat.contract.nodes import FieldNode, Group, Node
from paycat.contract.problem_form import ProblemPart, StatedPart, places_of, problem_form, stated_parts, words_by_path
from paycat.text.problem_documents import document_of, path_of


class Parameter(Value):
    """A parameter that operations name by `key`."""

    key: str
    location_in: Literal["path", "query", "header"]
    name: str
    python_name: str | None = Field(default=None, description="Its argument in Python, where it is stated.")
    required: bool
    description: str
    value: FieldNode = Field(description="What its value looks like.")
    role: Literal["method"] | None = Field(default=None, description="Role: `method` if the value names the method.")
    default: Any = Field(default=None, description="The value that it has where it is left out.")
    example: Any = None
    reason: Reason
    location: Location


class ResponseHeader(Value):
    """A header of answers that operations and problems name by `key`."""

    key: str
    name: str
    description: str
    value: FieldNode = Field(description="What its value looks like.")
    reason: Reason


class Record(Value):
    """A named shape of what the service answers or sends."""

    name: str
    body: FieldNode | Group = Field(discriminator="kind", description="What it looks like.")
    example: Any = None
    reason: Reason
    location: Location

    @property
    def members(self) -> tuple[Node, ...]:
        """Its members; none where it is no object that lists them."""
        return self.body.members if isinstance(self.body, Group) else ()


def _parts_of(records: Iterable[Record], record_name: str) -> tuple[StatedPart, ...]:
    return stated_parts({record.name: record.body for record in records}, record_name)


class Interface(Value):
    """Everything around the request bodies."""

    tags: dict[str, str]
    parameters: tuple[Parameter, ...]
    response_headers: tuple[ResponseHeader, ...]
    operations: tuple[Operation, ...]
    records: tuple[Record, ...]
    state_machines: tuple[StateMachine, ...]
    event_types: tuple[EventType, ...]
    notifications: tuple[Notification, ...]
    delivery: Delivery | None = None
    signing: Signing | None = None
    problem_base: str
    problem_record: str
    problem_media_type: str
    problem_form: tuple[ProblemPart, ...] = Field(
        default_factory=lambda members: problem_form(_parts_of(members["records"], members["problem_record"])),
        description="How the body of an error is made: its members, in order.",
    )
    problems: tuple[Problem, ...]
    violation_codes: tuple[ViolationCode, ...]
    failure_codes: tuple[Code, ...]
    auth: Auth
    credentials: tuple[Credential, ...] = ()
    idempotency: Idempotency | None = None
    limits: tuple[Limit, ...]
    versioning: Versioning | None = None
    sandbox: Sandbox = Sandbox()

    @property
    def values_in_texts(self) -> tuple[FieldNode, ...]:
        """What the values of parameters and headers look like."""
        return (*(sent.value for sent in self.parameters), *(header.value for header in self.response_headers))

    @property
    def error_places(self) -> dict[str, str]:
        """Where errors say something, as a dotted path, by the words of `made`; of a rejected field, in its object."""
        return places_of(self.problem_form)

    @property
    def error_words(self) -> dict[str, str]:
        """What errors say, by the words of `made`, by the path of the member; "" for a member that says nothing."""
        return words_by_path(self.stated_form)

    @property
    def stated_form(self) -> tuple[StatedPart, ...]:
        """The members of the record of problems, each with what is written there."""
        return _parts_of(self.records, self.problem_record)

    def limit(self, name: str) -> int:
        """Return the value of a limit."""
        return next(limit.value for limit in self.limits if limit.name == name)

    def record(self, name: str) -> Record:
        """Return the record with this name."""
        return next(record for record in self.records if record.name == name)

    def creating(self, direction: str) -> Operation | None:
        """Return the first operation by which requests of a direction create records, or None."""
        operations = (operation for operation in self.operations if operation.is_creating)
        return next((operation for operation in operations if operation.request == direction), None)

    def taking(self, direction: str) -> Operation | None:
        """Return the operation that takes the requests of a direction, or None; one that moves if none creates."""
        operations = (operation for operation in self.operations if operation.request == direction)
        return self.creating(direction) or next(operations, None)

    def answer_record(self, operation: Operation) -> Record | None:
        """Return the record that an operation answers with; None without content, or where there is no such record."""
        return next((record for record in self.records if record.name == operation.success.record), None)

    def state_machine(self, name: str) -> StateMachine:
        """Return the state machine with this name."""
        return next(machine for machine in self.state_machines if machine.name == name)

    def state_machine_of(self, record_name: str | None) -> StateMachine | None:
        """Return the state machine of a record, or None."""
        return next((machine for machine in self.state_machines if machine.record == record_name), None)

    def direction_of(self, machine: StateMachine) -> str:
        """Return the direction whose requests lead to the records of a machine, also by those that it follows."""
        machine_by_name = {candidate.name: candidate for candidate in self.state_machines}
        return next((leader.direction for leader in leading(machine, machine_by_name) if leader.direction), "")

    def is_state(self, record_name: str, member_name: str) -> bool:
        """Return whether a member of a record is the state of a state machine."""
        return any((machine.record, machine.member) == (record_name, member_name) for machine in self.state_machines)

    def parameter(self, key: str) -> Parameter:
        """Return the parameter that operations and notifications name by a key."""
        return next(parameter for parameter in self.parameters if parameter.key == key)

    def method_parameter(self, operation: Operation) -> Parameter | None:
        """Return the parameter by which the path of an operation names a payment method, or None."""
        return next((parameter for parameter in self.path_parameters(operation) if parameter.role), None)

    def path_parameters(self, operation: Operation) -> list[Parameter]:
        """Return the parameters in the path of an operation, in the order of the interface."""
        parameters = (parameter for parameter in self.parameters if parameter.key in operation.parameters)
        return [parameter for parameter in parameters if parameter.location_in == "path"]

    def response_header(self, key: str) -> ResponseHeader:
        """Return the header that operations and problems name by a key."""
        return next(header for header in self.response_headers if header.key == key)

    @property
    def repetition_key(self) -> str:
        """The key of the parameter that makes requests safe to repeat; empty where nothing is stated of that."""
        return self.idempotency.parameter if self.idempotency else ""

    @property
    def api_version(self) -> str:
        """The version that paths and events carry; empty where none is stated."""
        return self.versioning.api_version if self.versioning else ""

    @property
    def repetition_headers(self) -> tuple[str, str]:
        """The header of a request that makes it safe to repeat, and that of a repeated answer; empty without them."""
        if self.idempotency is None:
            return "", ""
        return self.parameter(self.repetition_key).name, self.response_header(self.idempotency.replayed).name

    @property
    def request_id_header(self) -> str:
        """The response header with the identifier of a request, which servers send also where none is stated."""
        names = (header.name for header in self.response_headers if header.key == REQUEST_ID)
        return next(names, "Request-Id")

    def problem(self, cause: str) -> Problem:
        """Return the problem that answers a situation."""
        return next(problem for problem in self.problems if problem.cause == cause)

    def slug(self, cause: str) -> str:
        """Return the slug of the problem that answers a situation, or one that no problem has where none answers it."""
        return next((problem.slug for problem in self.problems if problem.cause == cause), "-")

    def error(self, problem: Problem, **made: Any) -> dict[str, Any]:
        """Return the body of an error; `made` is what it says besides, by the words of `made`."""
        made = {
            "slug": problem.slug,
            "type": self.problem_base + problem.slug,
            "title": problem.title,
            "status": problem.status,
            **{word: value for word, value in made.items() if value},
        }
        return document_of(self.problem_form, made)

    def duplicate(self, direction: str) -> Problem | None:
        """Return the problem that answers a reference which another request has; None where references may repeat."""
        operation = self.creating(direction)
        slugs = operation.problems if operation else ()
        return next(
            (problem for problem in self.problems if problem.cause == DUPLICATE and problem.slug in slugs), None
        )

    def repeated(self, direction: str, node: Node) -> Problem | None:
        """Return the problem that answers a value which another request has; None where values of a node may repeat."""
        is_reference = isinstance(node, FieldNode) and node.role == "reference"
        return self.duplicate(direction) if is_reference else None

    def place_in_errors(self, pointer: str) -> str:
        """Return where a field is as errors say it: as a path if they have no pointer; "" for the body then."""
        places = self.error_places
        return path_of(pointer) if "path" in places and "pointer" not in places else pointer

    def violation(self, code: str) -> ViolationCode:
        """Return the code of rejected members with this name."""
        return next(violation_code for violation_code in self.violation_codes if violation_code.code == code)

    def alternatives(self, operation: Operation) -> tuple[tuple[Credential, ...], ...]:
        """Return the credentials of which requests for an operation have one alternative, whole; without any, none."""
        by_name = {credential.name: credential for credential in self.credentials}
        names = (operation.auth or self.auth).any_of
        return tuple(tuple(by_name[name] for name in alternative) for alternative in names)
