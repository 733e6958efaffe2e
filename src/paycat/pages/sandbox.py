"""What happens in the sandbox, for its page: the states that a transaction enters, and the events of these."""

from collections.abc import Iterator
from dataclasses import dataclass

from paycat.catalogue.interface import EventType, StateMachine
from paycat.catalogue.sandbox import Course, Outcome
from paycat.contract.model import Contract


@dataclass(frozen=True, slots=True)
class Happening:
    """What happens to a transaction: its states, the first one included, and the events that follow from them."""

    state_machine: StateMachine
    states: tuple[str, ...]
    events: tuple[EventType, ...]


def happenings(contract: Contract, stated: Course | Outcome) -> Iterator[Happening]:
    """Yield what the moves of a course or an outcome make of a transaction of each state machine that they are for."""
    if stated.moves is None:
        return
    for machine in contract.interface.state_machines:
        if stated.state_machine in (None, machine.name):
            states = (machine.initial, *stated.moves)
            yield Happening(machine, states, tuple(_events(contract, machine, stated.moves)))


def _events(contract: Contract, machine: StateMachine, moves: tuple[str, ...]) -> Iterator[EventType]:
    events = {(one.state_machine, one.state): one for one in contract.interface.event_types}
    yield from (events[machine.name, state] for state in moves if (machine.name, state) in events)


def reference_fields(contract: Contract) -> list[str]:
    """Return the paths of the fields that name an outcome, each once."""
    fields = (request.by_role("reference") for request in contract.requests())
    return list(dict.fromkeys(field.path for field in fields if field))
