"""`interface/*.yaml`: operations, states and events; other modules have records, parameters, problems and rules."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import Field

from paycat.catalogue import forms
from paycat.catalogue.annotations import KeysRefer, Refers, Words
from paycat.catalogue.credentials import Auth, SignatureForm
from paycat.catalogue.parameters import ParameterStatement, ResponseHeaderStatement
from paycat.catalogue.shapes import RecordName
from paycat.catalogue.statement import Always, Derived, Kept, Location, OwnKey, Reasoned, Resolved, Statement
from paycat.catalogue.values import (
    Choice,
    Flag,
    InOrder,
    ListOf,
    Quantity,
    Schedule,
    Series,
    Status,
    TableOf,
    Text,
    Whole,
)

HttpMethod = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
Stability = Literal["stable", "provisional"]

STANDARD_HEADERS = {"nonce": "webhook-id", "timestamp": "webhook-timestamp", "signature": "webhook-signature"}
"""Headers of every message, by the specification of Standard Webhooks, "Webhook headers (sending metadata)"."""

JSON = "application/json"
REQUEST_ID = "RequestId"
"""The key of the response header with the identifier of a request, whatever its name is."""

_Direction = Annotated[Text, Refers("direction")]
_Line = Annotated[Text, forms.LINE]
_Component = Annotated[Text, forms.COMPONENT.by_rule()]
_Name = Annotated[Text, forms.NAME]
_ResponseHeader = Annotated[Text, Refers("response header")]
_HeaderParameter = Annotated[Text, Refers("header parameter")]

_HOUR, _DAY, _HOURS_OF_YEAR = 3600, 86400, 8760


class Success(Kept):
    """The answer to a request that succeeds."""

    status: Derived[Annotated[Whole, Status()]] = Field(
        ge=200,
        le=299,
        description="HTTP status; default: 204 without a record, 201 if the operation creates one, else 200.",
    )
    description: Derived[Text] = Field(description="What the answer holds; default: the meaning of the record.")
    record: RecordName | None = Field(
        default=None, description="Record that the body follows; without one the answer has no content."
    )
    media_type: Annotated[Text, forms.BODY_MEDIA_TYPE] = Field(
        default=JSON, description="Media type of the body, with its parameters."
    )
    headers: Always[ListOf[_ResponseHeader]] = Field(
        default=(),
        description="Response headers, by their name in operations.yaml. Default, as far as they are there: "
        "`RequestId`, that of a repetition with the key, and `Location` of what another operation reads.",
    )


class Serves(Kept):
    """Requests that an operation helps to fill in, without taking them: those of a direction that have a field."""

    direction: _Direction = Field(description="Direction of the requests.")
    field: Annotated[Text, Refers("field")] = Field(
        description="Dotted path of the field; without a request that has it, the operation is for nothing."
    )
    parameter: Annotated[Text, Refers("parameter")] | None = Field(
        default=None, description="The parameter that names a method: it accepts those whose requests have the field."
    )


class Operation(Kept, Reasoned):
    """One operation of the interface."""

    id: OwnKey = Field(description="Its operationId.")
    http_method: Annotated[HttpMethod, Choice, Words.of("http_method")] = Field(description="HTTP method.")
    path: Annotated[Text, forms.OPERATION_PATH] = Field(description="Path with {parameters}.")
    resource: Annotated[Text, forms.RESOURCE] | None = Field(
        default=None,
        description="Resource whose methods call it in clients; by default the first fixed segment of its path.",
    )
    tag: Derived[Annotated[Text, Refers("tag")]] = Field(
        description="Group in the documents. Default: the title of the direction of its request, of the start of its "
        "path, or of its record."
    )
    summary: Derived[_Line] = Field(
        description="One line; default: the direction's task where it takes requests, else the id in words."
    )
    description: Derived[Text] = Field(description="What it does; Markdown; default: the summary.")
    stability: Always[Annotated[Stability, Choice, Words.of("stability")]] = Field(
        default="stable", description="stable or provisional."
    )
    auth: Auth | None = Field(
        default=None, description="Credentials that its requests have; default: those of interface/rules.yaml."
    )
    request: Always[_Direction | None] = Field(default=None, description="Direction whose requests it takes.")
    media_type: Annotated[Text, forms.BODY_MEDIA_TYPE] = Field(
        default=JSON, description="Media type of the request's body, with its parameters."
    )
    moves: Annotated[TableOf[Text, Annotated[Text, Refers("state")]], KeysRefer("state machine")] = Field(
        default_factory=dict,
        max_length=1,
        description="State that it moves the record in the path to, by the state machine of the record.",
    )
    identifies: Resolved[dict[str, str]] = Field(
        default_factory=dict, description="State machine of the record that a parameter in the path names, by its name."
    )
    serves: Serves | None = Field(
        default=None, description="Requests that it helps to fill in, without taking them; subsets without any lack it."
    )
    parameters: Always[ListOf[Annotated[Text, Refers("parameter")]]] = Field(
        default=(),
        description="Parameters, by their name in this file; default: where it takes a body, that of `idempotency`. "
        "A list with pages is a GET with a cursor: a parameter of the query, such as `page`. Its record has one list "
        "of records, and the next cursor as `next_` and the name of the parameter: `next_page`, null at the end.",
    )
    success: Success = Field(description="The answer when it succeeds.")
    problems: Derived[ListOf[Annotated[Text, Refers("problem")]]] = Field(
        description="Problems that it may answer, by slug. Default: those of the causes that a request for it may "
        "have, and those that problems.yaml states of causes that no request has by itself."
    )
    notification: Always[Annotated[Text, Refers("notification")] | None] = Field(
        default=None,
        description="Notification of events.yaml that it leads to; default: the one of what it creates.",
    )
    location: Location = Field(description="Where it is stated.")

    @property
    def is_creating(self) -> bool:
        """Whether its request leads to a record of its own: it takes a body, and moves no record by it."""
        return self.request is not None and not self.moves


class Operations(Statement):
    """The operations of the interface, with their tags, parameters and response headers."""

    tags: TableOf[Annotated[Text, forms.TAG], Text] = Field(
        default_factory=dict,
        description="Groups of operations: name to description; default: those of operations without one.",
    )
    parameters: TableOf[_Component, ParameterStatement] = Field(default_factory=dict, description="Parameters by name.")
    response_headers: TableOf[_Component, ResponseHeaderStatement] = Field(
        default_factory=dict, description="Response headers by name."
    )
    operations: TableOf[Annotated[Text, forms.OPERATION_ID.by_rule()], Operation] = Field(
        description="Operations by operationId."
    )


class State(Kept):
    """A state of a transaction."""

    short = "meaning"
    name: OwnKey = Field(description="Its name.")
    meaning: Text = Field(description="What it says.")
    final: Always[Flag] = Field(default=False, description="Whether no move leads out of it.")
    completes: Flag = Field(
        default=False, description="Whether the transaction is completed in it although moves lead out of it."
    )


class Transition(Kept):
    """A move between two states."""

    start: Annotated[Text, Refers("state")] = Field(alias="from", description="State before.")
    end: Annotated[Text, Refers("state")] = Field(alias="to", description="State after.")
    meaning: Derived[Text] = Field(description="What happened; default: the meaning of the state after.")


if TYPE_CHECKING:
    _States = tuple[State, ...]
else:
    _States = InOrder[_Name, State]


class StateMachine(Kept, Reasoned):
    """The states of records and the moves between them: of one direction, or of what the service makes by itself."""

    name: OwnKey = Field(description="Its name.")
    direction: _Direction | None = Field(default=None, description="Direction whose requests make its records.")
    follows: Annotated[TableOf[Text, Annotated[Text, Refers("state")]], KeysRefer("state machine")] = Field(
        default_factory=dict,
        max_length=1,
        description="In place of `direction`, another state machine and one of its states. The service makes a record "
        "when one of that machine enters the state. `echo` reads the one that entered it, also its `made: id`.",
    )
    record: RecordName = Field(description="Record that carries the state.")
    member: Derived[Annotated[Text, forms.MEMBER]] = Field(
        description="Member of the record that holds the state, its only source; default: status."
    )
    initial: Derived[Annotated[Text, Refers("state")]] = Field(
        description="First state; default: the first one of `states`."
    )
    states: _States = Field(min_length=1, description="States by name, in order.")
    transitions: Always[ListOf[Transition]] = Field(default=(), description="Every allowed move; no other is.")
    location: Location = Field(description="Where it is stated.")

    @property
    def by_name(self) -> dict[str, State]:
        """The states by name, in order."""
        return {state.name: state for state in self.states}

    @property
    def entered_states(self) -> set[str]:
        """The states that no request leads to at once: ends of moves, and the first one of what the service makes."""
        return {transition.end for transition in self.transitions} | ({self.initial} if self.follows else set())


def leading(machine: StateMachine, machine_by_name: Mapping[str, StateMachine]) -> list[StateMachine]:
    """Return a state machine, the one that it follows, and so on; of a circle each once."""
    chain = [machine]
    for follower in chain:
        leaders = (machine_by_name[name] for name in follower.follows if name in machine_by_name)
        chain += [leader for leader in leaders if leader not in chain]
    return chain


class States(Statement):
    """The states of records and the transitions between them, by state machine."""

    state_machines: TableOf[_Name, StateMachine] = Field(default_factory=dict, description="State machines by name.")


class EventType(Kept):
    """An event: a state was entered."""

    name: OwnKey = Field(description="Its name.")
    state_machine: Annotated[Text, Refers("state machine")] = Field(description="State machine.")
    state: Annotated[Text, Refers("state")] = Field(description="The state that was entered.")
    meaning: Text = Field(description="What its receiver learns from it.")


class Notification(Kept, Reasoned):
    """A message that the service posts to whoever sent the request."""

    name: OwnKey = Field(description="Its name.")
    summary: _Line = Field(description="One line.")
    description: Text = Field(description="What it is; Markdown.")
    tag: Annotated[Text, Refers("tag")] = Field(description="Group in the documents.")
    record: RecordName = Field(description="Record that the body follows.")
    state_machine: Annotated[Text, Refers("state machine")] = Field(
        description="State machine whose events it carries."
    )
    headers: Always[ListOf[_HeaderParameter]] = Field(
        default=(), description="Header parameters, by their name in operations.yaml."
    )
    location: Location = Field(description="Where it is stated.")


class Delivery(Kept, Reasoned):
    """How notifications are delivered."""

    words: ClassVar[dict[str, str]] = {"standard": "Ten attempts within three days, the first at once."}

    description: Text = Field(description="The rules, for a reader; Markdown.")
    schedule_seconds: Annotated[
        Series[Annotated[Whole, Quantity("second", 0, 31 * _DAY, counted_as="attempts")]], Schedule()
    ] = Field(description="Seconds before each attempt: after the event, then after the attempt before.")
    timeout_seconds: Annotated[Whole, Quantity("second", 1, _HOUR)] = Field(description="How long an attempt may take.")


class Signing(SignatureForm, Reasoned):
    """How a receiver knows that a notification is genuine: without `parts`, by Standard Webhooks."""

    words: ClassVar[dict[str, str]] = {"standard_webhooks": "By Standard Webhooks 1.0.0, v1, within five minutes."}

    description: Derived[Text] = Field(
        description="The rules, for a reader; Markdown; default: what the form says, or Standard Webhooks."
    )
    scheme: Derived[Annotated[Text, forms.SIGNING]] = Field(
        description="Name of the scheme; default: HMAC-SHA256 with `parts`, else Standard Webhooks."
    )
    tolerance_seconds: Always[Annotated[Whole, Quantity("second", 1, _DAY)]] = Field(
        default=300, description="How old a signature may be."
    )

    @property
    def sent_headers(self) -> Mapping[str, str]:
        """The headers of each message, by what they hold."""
        stated = {word: name for word, name in self.headers.items() if word in STANDARD_HEADERS}
        return stated if self.parts else STANDARD_HEADERS


class Events(Statement):
    """Events, the notifications that report them, and how these are delivered and signed."""

    types: TableOf[Annotated[Text, forms.EVENT], EventType] = Field(
        default_factory=dict,
        description="Events by name. Default, where requests have a field with the role `notify`: one for each state "
        "but the first, if a machine has none.",
    )
    notifications: TableOf[_Component, Notification] = Field(
        default_factory=dict,
        description="Notifications by name. Default: one for the events of each machine that has none. Its record has "
        "the event, the time and the machine's record.",
    )
    delivery: Delivery | None = Field(
        default=None, description="How notifications are delivered; needed where there are any."
    )
    signing: Signing | None = Field(
        default=None, description="How notifications are signed; needed where there are any."
    )
