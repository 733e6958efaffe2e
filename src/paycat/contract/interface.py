"""The contract's interface part: operations, records, states, events, problems and the rules around them."""

from typing import Any, Literal

from pydantic import Field

from paycat.catalogue.directions import Direction
from paycat.contract.nodes import FieldNode, Group, Node
from paycat.contract.schemas import Schema, node_schema
from paycat.contract.values import Place, Reason, Value


class Parameter(Value):
    """A parameter that operations name by `key`."""

    key: str
    place_in: Literal["path", "query", "header"]
    name: str
    required: bool
    description: str
    value: FieldNode = Field(description="What its value looks like.")
    default: Any = Field(default=None, description="The value that it has where it is left out.")
    example: Any = None
    reason: Reason
    place: Place

    @property
    def json_schema(self) -> Schema:
        """The JSON Schema of its value."""
        default = {} if self.default is None else {"default": self.default}
        return {**node_schema(self.value, self.value.reason), **default}


class ResponseHeader(Value):
    """A header of answers that operations and problems name by `key`."""

    key: str
    name: str
    description: str
    value: FieldNode = Field(description="What its value looks like.")
    reason: Reason

    @property
    def json_schema(self) -> Schema:
        """The JSON Schema of its value."""
        return node_schema(self.value, self.value.reason)


class Success(Value):
    """The answer of an operation that succeeds."""

    status: int
    description: str
    record: str
    headers: tuple[str, ...]


class Serves(Value):
    """What an operation is there for that takes no request: requests of a direction that have a field."""

    direction: Direction
    field: str


class Operation(Value):
    """One operation."""

    id: str
    http_method: str
    path: str
    tag: str
    summary: str
    description: str
    stability: Literal["stable", "provisional"]
    request: Direction | None
    serves: Serves | None = None
    parameters: tuple[str, ...]
    success: Success
    problems: tuple[str, ...]
    notification: str | None
    reason: Reason
    place: Place


class Record(Value):
    """A named shape of what the service answers or sends."""

    name: str
    body: FieldNode | Group = Field(discriminator="kind", description="What it looks like.")
    example: Any = None
    reason: Reason
    place: Place

    @property
    def members(self) -> tuple[Node, ...]:
        """Its members; none where it is no object that lists them."""
        return self.body.members if isinstance(self.body, Group) else ()

    @property
    def json_schema(self) -> Schema:
        """Its JSON Schema; references are written `{"$ref": "Name"}`."""
        return node_schema(self.body, self.reason)


class State(Value):
    """A state of a transaction."""

    name: str
    meaning: str
    final: bool


class Transition(Value):
    """A move between two states."""

    start: str
    end: str
    meaning: str


class Machine(Value):
    """The states of a direction's transactions and every move between them."""

    name: str
    direction: Direction
    record: str
    member: str
    initial: str
    states: tuple[State, ...]
    transitions: tuple[Transition, ...]
    reason: Reason
    place: Place


class EventType(Value):
    """An event: a state was entered."""

    name: str
    machine: str
    state: str
    meaning: str


class Notification(Value):
    """A message that the service posts to the merchant."""

    name: str
    summary: str
    description: str
    tag: str
    record: str
    machine: str
    headers: tuple[str, ...]
    reason: Reason
    place: Place


class Delivery(Value):
    """How notifications are delivered."""

    description: str
    schedule_seconds: tuple[int, ...]
    timeout_seconds: int
    reason: Reason


class Signing(Value):
    """How notifications are signed."""

    description: str
    scheme: str
    tolerance_seconds: int
    reason: Reason


class Problem(Value):
    """A kind of refusal or failure, answered as a problem document."""

    slug: str
    cause: str = Field(description="The situation, in words that the machinery knows.")
    status: int
    title: str
    when: str
    headers: tuple[str, ...]
    reason: Reason
    place: Place


class Code(Value):
    """A code and what it says."""

    code: str
    meaning: str
    reason: Reason


class Auth(Value):
    """How requests are authenticated."""

    name: str
    scheme: Literal["bearer"]
    description: str
    reason: Reason


class Idempotency(Value):
    """How a request is repeated safely."""

    parameter: str
    replayed: str
    retention_hours: int
    description: str
    reason: Reason


class Limit(Value):
    """A limit with its reason."""

    name: str
    value: int
    reason: Reason


class Versioning(Value):
    """How the interface changes."""

    description: str
    api_version: str
    notice_months: int
    reason: Reason


class Interface(Value):
    """Everything around the request bodies."""

    tags: dict[str, str]
    parameters: tuple[Parameter, ...]
    response_headers: tuple[ResponseHeader, ...]
    operations: tuple[Operation, ...]
    records: tuple[Record, ...]
    machines: tuple[Machine, ...]
    event_types: tuple[EventType, ...]
    notifications: tuple[Notification, ...]
    delivery: Delivery
    signing: Signing
    problem_base: str
    problem_record: str
    problem_media_type: str
    problems: tuple[Problem, ...]
    refusal_codes: tuple[Code, ...]
    failure_codes: tuple[Code, ...]
    auth: Auth
    idempotency: Idempotency
    limits: tuple[Limit, ...]
    versioning: Versioning

    def limit(self, name: str) -> int:
        """Return the value of a limit."""
        return next(limit.value for limit in self.limits if limit.name == name)

    def record(self, name: str) -> Record:
        """Return the record with this name."""
        return next(record for record in self.records if record.name == name)

    def parameter(self, key: str) -> Parameter:
        """Return the parameter that operations and notifications name by a key."""
        return next(parameter for parameter in self.parameters if parameter.key == key)

    def response_header(self, key: str) -> ResponseHeader:
        """Return the header that operations and problems name by a key."""
        return next(header for header in self.response_headers if header.key == key)

    def problem(self, cause: str) -> Problem:
        """Return the problem that answers a situation."""
        return next(problem for problem in self.problems if problem.cause == cause)

    def refusal(self, code: str) -> Code:
        """Return the code of refused members with this name."""
        return next(found for found in self.refusal_codes if found.code == code)
