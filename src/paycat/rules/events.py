"""Each state that a transaction can enter has exactly one event, and no event stands for anything else.

Why: receivers of notifications learn of a state by its event only. A state without one is never told, and one with two
is booked twice. The first state needs none: it is in the answer to the creation.

Example: in schemas/interface/events.yaml

    collection.charged_back: { machine: collection, state: chargedback, meaning: The money went back to the debtor. }

is found as

    schemas/interface/events.yaml:8:58 error unknown-event-state: the machine 'collection' has no state 'chargedback';
      did you mean 'charged_back'?

Fix: add the event type, remove it, or correct the state that it names.
"""

from collections.abc import Iterator

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.rules.states import is_sound

ID = "R-43"
UNKNOWN = "unknown-event-state"
MISSING = "missing-event"
REPEATED = "repeated-event"
NEVER = "event-never-sent"
NEEDS: tuple[str, ...] = ("interface/states.yaml", "interface/events.yaml")


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report events of unknown or never entered states, and states with no event or several."""
    events, machines = catalogue.events, catalogue.states.value.machines
    seen: dict[tuple[str, str], str] = {}
    certain = all(event.machine in machines for event in events.value.types.values())
    certain = certain and all(is_sound(machine) for machine in machines.values())
    for name, event in events.value.types.items():
        machine, place = machines.get(event.machine), events.at("types", name, "state")
        if machine is None or not is_sound(machine):
            continue  # An unknown machine, or one that names unknown states, was reported.
        first = seen.setdefault((event.machine, event.state), name)
        if event.state not in machine.states:
            certain = False
            hint = did_you_mean(event.state, machine.states)
            message = f"the machine {event.machine!r} has no state {event.state!r}"
            yield Diagnostic(UNKNOWN, place, message, hint)
        elif first != name:
            certain = False
            message = f"the event {first!r} stands for the state {event.state!r} already"
            yield Diagnostic(REPEATED, place, message, "keep one of the two")
    if certain:
        yield from _unmatched(catalogue, seen)


def _unmatched(catalogue: Catalogue, seen: dict[tuple[str, str], str]) -> Iterator[Diagnostic]:
    states, events = catalogue.states, catalogue.events
    for name, machine in states.value.machines.items():
        ends = {move.end for move in machine.transitions}
        for state in machine.states:
            if state in ends and state != machine.initial and (name, state) not in seen:
                message = f"no event says that the state {state!r} of {name!r} was entered"
                place = states.at("machines", name, "states", state, key=True)
                yield Diagnostic(MISSING, place, message, "add it to `types` in interface/events.yaml")
        event = seen.get((name, machine.initial))
        if event and machine.initial not in ends:
            message = f"{machine.initial!r} is the first state and no move enters it, so the event is never sent"
            yield Diagnostic(NEVER, events.at("types", event, "state"), message, "remove the event")
