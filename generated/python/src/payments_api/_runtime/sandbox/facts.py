# Part of paycat's runtime, copied unchanged. Do not edit.

"""What the catalogue states: operations, records, states, events, and what a request may ask for."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from importlib.resources import files
from itertools import takewhile
from typing import Any, Literal, cast

from pydantic import BaseModel, ConfigDict

from ..signing import SignatureForm

Step = int | str


class _Fact(BaseModel):
    """Something that the catalogue states."""

    model_config = ConfigDict(frozen=True, protected_namespaces=())


class Member(_Fact):
    """Where the value of a record's member comes from."""

    name: str
    source: Literal[
        "echo",
        "mask",
        "id",
        "state",
        "created",
        "changed",
        "completed",
        "country",
        "method",
        "failure",
        "failure_code",
        "failure_meaning",
        "variant",
        "members",
        "example",
    ]
    optional: bool
    nullable: bool
    paths: tuple[tuple[Step, ...], ...]
    last: int
    move: str
    members: tuple["Member", ...]
    values: Mapping[str, Any]
    otherwise: Any
    later: Any


class EventFact(_Fact):
    """An event, and how its message is filled: the source of each member, and an example of the others."""

    name: str
    record: str = ""
    sources: Mapping[
        str, Literal["record", "event", "created", "id", "api_version"]
    ] = {}
    example: Mapping[str, Any] = {}
    example_id: str = "evt_1"
    spelling: tuple[tuple[str, int], ...] = ()


class MethodPage(_Fact):
    """The page of a method in the reference: its path there without ending, and the fields that it describes."""

    page: str
    fields: tuple[tuple[Step, ...], ...]


class Sending(_Fact):
    """Where the requests for records are sent, and where they name their method: a member, a parameter or neither."""

    path: str
    member: tuple[str, ...]
    parameter: str
    pages: Mapping[str, MethodPage]


class Machine(_Fact):
    """A state machine with its record: how the record is created, filled and moved.

    The `spelling` of identifiers is some signs of which one is taken, and how often, again and again. `sample` is a
    request, and `method` the code of its method. What it `follows`, another machine and one of its
    states, is in place of requests: a record that enters the state leads to one of this machine.
    """

    direction: str
    follows: Mapping[str, str]
    operation: str
    collection: str
    sending: Sending
    record: str
    member: str
    initial: str
    states: Mapping[str, bool]
    transitions: tuple[tuple[str, str], ...]
    completed: tuple[str, ...]
    example_id: str
    spelling: tuple[tuple[str, int], ...]
    members: tuple[Member, ...]
    reference: tuple[tuple[Step, ...], ...]
    notify: tuple[tuple[Step, ...], ...]
    unique_reference: bool
    sample: Any
    method: str
    events: Mapping[str, EventFact]

    def allows(self, start: str, end: str) -> bool:
        """Return whether a state may follow another."""
        return (start, end) in self.transitions

    def path(self, start: str, end: str) -> list[str]:
        """Return the states on the shortest way from one to another; empty if there is none."""
        ways: list[list[str]] = [[start]]
        for way in ways:
            for before, after in self.transitions:
                if before == way[-1] and after not in way:
                    if after == end:
                        return [*way[1:], after]
                    ways.append([*way, after])
        return []


class Page(_Fact):
    """How a list is paged and filtered."""

    items: str
    has_more: str
    following: str
    limit: str
    cursor: str
    most: int
    filters: Mapping[str, str]
    required: tuple[str, ...]


class Action(_Fact):
    """What the sandbox does for an operation; a move leads to `state`, with a body of `direction` if it takes one.

    The `target` is the arguments of path and query: a repetition has the same. If it `is_example`, nothing states more
    than an example of the answer, or the record as it was before. Arguments that it `identifies` are those of records
    of state machines, which must exist.
    """

    handler: str
    is_example: bool
    kind: Literal["create", "move", "read", "list", "choices", "show"]
    record: str
    machine: str
    state: str
    direction: str
    argument: str
    target: tuple[str, ...]
    key: str
    identifies: Mapping[str, str]
    page: Page | None
    choices: tuple[Mapping[str, Any], ...]
    example: Any
    headers: Mapping[str, str]


class Course(_Fact):
    """What happens to a record if its request asks for nothing else."""

    moves: tuple[str, ...]
    after_seconds: float


class Outcome(_Fact):
    """What a request asks for: without `moves` those of its course, without `times` without end.

    It asks by its reference, or by a value of the reference or of what is at a path.
    """

    state_machine: str | None = None
    path: tuple[Step, ...] | None = None
    value: Any = None
    moves: tuple[str, ...] | None = None
    failure: str | None = None
    problem: str | None = None
    times: int | None = None
    delay_seconds: int | None = None
    answer_lost: bool = False

    def is_asked(self, name: str, reference: str, payload: Any) -> bool:
        """Return whether a request asks for the outcome of a name."""
        if self.value is None:
            return reference == name or reference.startswith(f"{name}-")
        sent = reference if self.path is None else at(payload, self.path)
        return _is_same(sent, self.value)


class Declared(_Fact):
    """What the catalogue declares of the sandbox."""

    secret_key: str
    key_id: str
    courses: Mapping[str, Course]
    outcomes: Mapping[str, Outcome]

    def outcome(self, machine: str, reference: str, payload: Any) -> Outcome | None:
        """Return the outcome that a request asks for: by a value, or else by how its reference begins."""
        for name, outcome in sorted(
            self.outcomes.items(), key=lambda one: one[1].value is None
        ):
            is_for_it = outcome.state_machine in (None, machine)
            if is_for_it and outcome.is_asked(name, reference, payload):
                return outcome
        return None

    def known(self, machine: str) -> list[str]:
        """Return the references that name the outcomes of a state machine."""
        return [
            name
            for name, outcome in self.outcomes.items()
            if outcome.state_machine in (None, machine) and outcome.value is None
        ]

    def looks_like_one(self, reference: str) -> bool:
        """Return whether a reference is the name of an outcome, or a misspelling of one, or begins with it."""
        named = (name for name, one in self.outcomes.items() if one.value is None)
        return any(_is_meant(name, reference) for name in named)

    def failure(self, machine: str, state: str) -> str | None:
        """Return a failure code that outcomes state for a state; None if it has none."""
        for outcome in self.outcomes.values():
            last = (outcome.moves or ())[-1:]
            if last == (state,) and outcome.state_machine in (None, machine):
                return outcome.failure
        return None


def at(payload: Any, path: Sequence[Step]) -> Any:
    """Return what a payload has at a path; None if it has nothing there."""
    for step in path:
        if isinstance(step, str) and isinstance(payload, Mapping):
            payload = cast("Mapping[str, Any]", payload).get(step)
        elif isinstance(step, int) and isinstance(payload, list) and payload:
            items = cast(Any, payload)
            payload = items[min(step, len(items) - 1)]
        else:
            return None
    return payload


def _is_same(sent: Any, value: Any) -> bool:
    """Return whether JSON values are the same; numbers are if they are equal."""
    numbers = [
        Decimal(str(one))
        for one in (sent, value)
        if isinstance(one, int | float | Decimal) and not isinstance(one, bool)
    ]
    if numbers:
        return len(numbers) == 2 and numbers[0] == numbers[1]
    return bool(sent == value)


def _is_meant(name: str, reference: str) -> bool:
    """Return whether a reference begins with a name that has one slip, or with all of it but the last part."""
    *family, _ = name.split("-")
    if len(family) > 1 and reference.split("-")[: len(family)] == family:
        return True
    meant, parts = _parts(name), _parts(reference)
    if len(parts) < len(meant):
        return False
    wrong = [pair for pair in zip(meant, parts, strict=False) if len(set(pair)) > 1]
    return not wrong or (len(wrong) == 1 and _has_one_slip(*wrong[0]))


def _has_one_slip(meant: str, part: str) -> bool:
    """Return whether a letter is missing, added or another one, or two are exchanged."""
    pairs = zip(meant, part, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    left, right = meant[same:], part[same:]
    exchanged = left[:2] == right[:2][::-1] and left[2:] == right[2:]
    slipped = left[1:] in (right, right[1:]) or left == right[1:] or exchanged
    return slipped and not part.isdecimal()  # In test-1500 the number counts something.


def _parts(name: str) -> list[str]:
    return name.lower().replace("_", "-").split("-")


class Repetition(_Fact):
    """How a request is repeated safely."""

    retention_hours: int
    header: str
    replayed: str


class Delivery(_Fact):
    """How notifications are delivered, and signed: by default by Standard Webhooks."""

    schedule_seconds: tuple[int, ...]
    timeout_seconds: int
    signing: SignatureForm | None = None

    def secret(self, kept: str) -> str:
        """Return the secret that signs, of the one that a database keeps."""
        return kept.removeprefix("whsec_") if self.signing else kept


class Facts(_Fact):
    """All that the sandbox knows of the catalogue."""

    title: str
    version: str
    api_version: str
    operations: Mapping[str, Action]
    machines: Mapping[str, Machine]
    problems: Mapping[str, str]
    failure_codes: Mapping[str, str]
    violation_codes: Mapping[str, str]
    visible: tuple[tuple[Step, ...], ...]
    unstructured: tuple[tuple[Step, ...], ...]
    idempotency: Repetition
    delivery: Delivery
    sandbox: Declared


def read_facts(package: str) -> Facts:
    """Return what the catalogue states, from `facts.json` in a package."""
    text = files(package).joinpath("facts.json").read_text(encoding="utf-8")
    return Facts.model_validate_json(text)
