"""What happens in the sandbox, for its page: the states that a transaction enters, and the events of these."""

from collections.abc import Iterator

from paycat.catalogue.interface import EventType, StateMachine
from paycat.catalogue.sandbox import Course, Outcome
from paycat.contract.model import Contract


def happenings(
    contract: Contract, stated: Course | Outcome
) -> Iterator[tuple[StateMachine, tuple[str, ...], list[EventType]]]:
    """Yield each state machine that a course or an outcome is for, the states of a transaction, and their events."""
    if stated.moves is None:
        return
    events = {(one.state_machine, one.state): one for one in contract.interface.event_types}
    for machine in contract.interface.state_machines:
        if stated.state_machine in (None, machine.name):
            states = (machine.initial, *stated.moves)
            sent = (events.get((machine.name, state)) for state in stated.moves)
            yield machine, states, [event for event in sent if event]


def role_fields(contract: Contract, role: str) -> list[str]:
    """Return the paths of the fields with a role, each once; those with the role `reference` name an outcome."""
    fields = (request.by_role(role) for request in contract.requests())
    return list(dict.fromkeys(field.path for field in fields if field))


def open_end(contract: Contract, machine: StateMachine) -> tuple[str, list[str]] | None:
    """Return the state in which a transaction usually remains, and the states that it may enter from there.

    None if that state is final, or if the sandbox has no course for the state machine.
    """
    course = contract.interface.sandbox.course(machine.name)
    if course is None or not course.moves or machine.by_name[course.moves[-1]].final:
        return None
    last = course.moves[-1]
    return last, [move.end for move in machine.transitions if move.start == last]
