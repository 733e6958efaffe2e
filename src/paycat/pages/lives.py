"""What happens to a request from the first call to the last notification, in order, and how operations move records."""

from collections.abc import Iterator
from dataclasses import dataclass

from paycat.catalogue.interface import EventType, Notification, Operation, State, StateMachine
from paycat.catalogue.problems import CONFLICT, Problem
from paycat.contract.members import completed_states
from paycat.contract.model import Contract
from paycat.pages.quickstart import RecordReading, reading_of
from paycat.pages.snippets import Call, request_call


@dataclass(frozen=True, slots=True)
class Life:
    """The usual life of what the requests of a direction create.

    `entered` has each state after the first one, with the event that notifies of it. `notification` carries these
    events; without one, `reading` reads the record again. `replayed` is the header of an answer that is repeated, and
    `notify` the field with the address for notifications; "" if there is none.
    """

    call: Call
    entered: tuple[tuple[str, EventType | None], ...]
    notification: Notification | None
    reading: RecordReading | None
    replayed: str
    notify: str


def lives(contract: Contract) -> Iterator[Life]:
    """Yield the life of what each direction creates, in their order."""
    interface = contract.interface
    events = {(event.state_machine, event.state): event for event in interface.event_types}
    for direction in contract.direction_names:
        requests = list(contract.requests(direction))
        if not requests or interface.creating(direction) is None:
            continue
        call = request_call(contract, direction)
        machine = call.state_machine
        states = _usual_states(contract, machine) if machine else ()
        entered_states = tuple((state, events.get((machine.name, state))) for state in states) if machine else ()
        notifications = [carrier for carrier in interface.notifications if carrier.name == call.operation.notification]
        notify_field = requests[0].by_role("notify")
        yield Life(
            call=call,
            entered=entered_states,
            notification=notifications[0] if notifications and any(event for _, event in entered_states) else None,
            reading=reading_of(contract, call.operation),
            replayed=interface.repetition_headers[1],
            notify=notify_field.path if notify_field else "",
        )


def _usual_states(contract: Contract, machine: StateMachine) -> tuple[str, ...]:
    """Return the states after the first one: those of the sandbox's course, or else of the first moves to the end."""
    course = contract.interface.sandbox.course(machine.name)
    if course and course.moves:
        return tuple(course.moves)
    states, final_states = [machine.initial], completed_states(machine)
    while states[-1] not in final_states:
        transitions = [transition for transition in machine.transitions if transition.start == states[-1]]
        next_states = [transition.end for transition in transitions if transition.end not in states]
        if not next_states:
            break
        states.append(next_states[0])
    return tuple(states[1:])


@dataclass(frozen=True, slots=True)
class Move:
    """A move by an operation: the state machine, the states that it leads from, the end, and the problem in others."""

    machine: StateMachine
    starts: tuple[str, ...]
    end: State
    problem: Problem | None


def move_of(contract: Contract, operation: Operation) -> Move | None:
    """Return how an operation moves a record; None if it moves none."""
    interface = contract.interface
    for name, state in operation.moves.items():
        machine = interface.state_machine(name)
        starts = tuple(transition.start for transition in machine.transitions if transition.end == state)
        problems = (problem for problem in interface.problems if problem.cause == CONFLICT)
        return Move(machine, starts, machine.by_name[state], next(problems, None))
    return None


def moving_operations(contract: Contract, machine: StateMachine, state: str) -> list[Operation]:
    """Return the operations that move records of a state machine to a state."""
    operations = contract.interface.operations
    return [operation for operation in operations if operation.moves.get(machine.name) == state]
