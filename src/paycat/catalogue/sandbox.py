"""`interface/sandbox.yaml`: what happens in the sandbox, by default or if the reference of a request names it."""

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from paycat.catalogue import forms
from paycat.catalogue.annotations import KeysRefer, Refers
from paycat.catalogue.statement import Always, Kept, Location, OwnKey, Reasoned
from paycat.catalogue.values import Flag, InOrder, Quantity, Series, Single, Text, Whole

_HOUR, _DAY = 3600, 86400

_States = Series[Annotated[Text, Refers("state")]]


class Course(Kept):
    """What happens to a transaction of a state machine if its reference names no outcome."""

    state_machine: OwnKey = Field(description="State machine.")
    moves: _States = Field(description="States that it enters after its first state, in order.")
    after_seconds: Annotated[Whole, Quantity("second", 0, 31 * _DAY)] = Field(
        description="Delay before each move, on the clock of the sandbox; for the moves of outcomes, too."
    )
    location: Location = Field(description="Where it is stated.")


class Outcome(Kept):
    """What happens to a request whose reference is the key of the outcome, or begins with the key and a hyphen.

    With `value` it happens to a request whose reference, or whose `field`, has this value, and the key is only a name.
    """

    reference: OwnKey = Field(description="The reference, or what it begins with.")
    state_machine: Annotated[Text, Refers("state machine")] | None = Field(
        default=None, description="State machine of the requests; default: each of them."
    )
    field: Annotated[Text, Refers("field")] | None = Field(
        default=None, description="Dotted path of the field with the `value`; default: the reference."
    )
    value: Single | None = Field(
        default=None, description="Value that selects the outcome; default: the key, or what begins so."
    )
    meaning: Text = Field(description="What happens, for a reader.")
    moves: _States | None = Field(
        default=None,
        description="States that the transaction enters after its first state; default: those of its course.",
    )
    failure: Annotated[Text, Refers("failure code")] | None = Field(
        default=None, description="Code of the failure that the record has after the last move."
    )
    problem: Annotated[Text, Refers("problem")] | None = Field(
        default=None, description="Problem that the response is, by slug; no transaction is created."
    )
    times: Annotated[Whole, Quantity("attempt", 1, 100)] | None = Field(
        default=None, description="So many requests with the same reference receive the problem; default: all."
    )
    delay_seconds: Annotated[Whole, Quantity("second", 1, _HOUR)] | None = Field(
        default=None, description="How long the service waits before each response."
    )
    answer_lost: Flag = Field(
        default=False, description="Whether the connection ends after the request was accepted, without a response."
    )
    location: Location = Field(description="Where it is stated.")


if TYPE_CHECKING:
    _Courses = tuple[Course, ...]
    _Outcomes = tuple[Outcome, ...]
else:
    _Courses = Annotated[InOrder[Text, Course], KeysRefer("state machine")]
    _Outcomes = InOrder[Annotated[Text, forms.NAME], Outcome]


class Sandbox(Kept, Reasoned):
    """What integrators can rely on when they test. A transaction without a course stays in its first state."""

    secret_key: Always[Annotated[Text, forms.SECRET_KEY]] = Field(
        default="sk_test_example", description="The key that the sandbox accepts."
    )
    key_id: Annotated[Text, forms.SECRET_KEY] = Field(
        default="test_key", description="Its name, where a credential has one beside the secret."
    )
    courses: _Courses = Field(default=(), description="What happens by default, by state machine.")
    outcomes: _Outcomes = Field(default=(), description="What happens otherwise, by the reference to send.")

    def course(self, machine_name: str) -> Course | None:
        """Return the course of a state machine, or None."""
        return next((course for course in self.courses if course.state_machine == machine_name), None)
