"""What happens to a request from the first call to the last notification, in order."""

from collections.abc import Iterator
from dataclasses import dataclass

from paycat.catalogue.interface import EventType, Notification, StateMachine
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
