"""What follows from state machines and from requests that say where notifications go: events, and what carries them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from paycat.catalogue.derived.value import Derivation, field_tables, first_of_each_name, in_words, unstated
from paycat.catalogue.interface import SIGNATURE_HEADERS, StateMachine, leading

if TYPE_CHECKING:
    from paycat.catalogue.reading import Catalogue


def events(catalogue: "Catalogue") -> Iterator[Derivation]:
    """Yield an event for each state but the first of machines without any, and a notification with its record."""
    types, notifications = catalogue.events.value.types, catalogue.events.value.notifications
    file, states, records, operations = catalogue.events.name, catalogue.states, catalogue.records, catalogue.operations
    parameters = first_of_each_name(operations.value.parameters)
    headers = [key for key, parameter in parameters if parameter.name.lower() in SIGNATURE_HEADERS]
    for name, machine in _notifying(catalogue):
        path = ("state_machines", name)
        place = states.at(*path, key=True)
        class_name = "".join(word.title() for word in name.split("_"))
        event_names = [event for event, event_type in types.items() if event_type.state_machine == name]
        for state in machine.states if not event_names else ():
            if state.name != machine.initial or machine.follows:
                state_place = states.at(*path, "states", state.name, key=True)
                event = {"state_machine": name, "state": state.name, "meaning": state.meaning}
                yield Derivation(file, ("types", f"{name}.{state.name}"), event, state_place)
        carrying = (key for key, notification in notifications.items() if notification.state_machine == name)
        if not (notification_name := next(carrying, None)):
            notification_name, record_name = f"{class_name[:1].lower()}{class_name[1:]}Changed", f"{class_name}Event"
            summary = f"{in_words(name)} changed"
            texts = {"summary": summary, "description": summary, "tag": _tag(catalogue, machine)}
            stated_reason = {"source": machine.reason.source, "decision": list(machine.reason.decisions)}
            reason = {key: value for key, value in stated_reason.items() if value}
            notification = {**texts, "record": record_name, "state_machine": name, "headers": headers, **reason}
            yield Derivation(file, ("notifications", notification_name), notification, place)
            if record_name not in records.value.records:
                entered = [state for state in machine.by_name if state != machine.initial or machine.follows]
                names = event_names or [f"{name}.{state}" for state in entered]
                record = {**_record(machine, names), **reason}
                yield Derivation(records.name, ("records", record_name), record, place)
        for key, operation in operations.value.operations.items():
            if machine.direction and operation.request == machine.direction:
                yield from unstated(operations, ("operations", key), operation, notification=notification_name)


def _notifying(catalogue: "Catalogue") -> Iterator[tuple[str, StateMachine]]:
    """Yield the state machines whose requests say where notifications go."""
    tables = field_tables(catalogue)
    directions = {direction for direction, fields in tables if any(field.role == "notify" for field in fields.values())}
    machines = catalogue.states.value.state_machines
    # What follows a record is told to the address that the request for that record has.
    return (
        (name, machine)
        for name, machine in machines.items()
        if machine.record in catalogue.records.value.records  # Else it is reported.
        if any(leader.direction in directions for leader in leading(machine, machines))
    )


def _tag(catalogue: "Catalogue", machine: StateMachine) -> str:
    """Return the tag of the operation that takes the requests of a machine; that of the first if none does."""
    direction = leading(machine, catalogue.states.value.state_machines)[-1].direction
    operations = catalogue.operations.value.operations.values()
    tags = [operation.tag for operation in sorted(operations, key=lambda operation: operation.request != direction)]
    return tags[0] if tags else catalogue.service.value.directions[catalogue.directions[0]].title


def _record(machine: StateMachine, event_names: list[str]) -> dict[str, Any]:
    event = {"shape": "choice", "open": True, "values": event_names, "made": "event", "meaning": "Name of the event."}
    time = {"shape": "date_time", "made": "created", "meaning": "When it happened."}
    record = {"record": machine.record, "meaning": "The record in its new state."}
    return {"meaning": "An event, and the record.", "members": {"type": event, "timestamp": time, "data": record}}
