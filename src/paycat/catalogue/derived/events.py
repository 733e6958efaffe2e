"""What follows from state machines and from requests that say where notifications go: events, and what carries them."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from paycat.catalogue.defaults import statement_of
from paycat.catalogue.derived.value import Derivation, field_tables, first_of_each_name, in_words, unstated
from paycat.catalogue.interface import Events, Signing, StateMachine, leading
from paycat.text.counting import listed
from paycat.yaml.nodes import Scalar, json_value, node_at
from paycat.yaml.reading import shipped_data

if TYPE_CHECKING:
    from paycat.catalogue.reading import Catalogue

_TEXTS: dict[str, str] = shipped_data(__package__, "signature_texts.yaml")


def events(catalogue: "Catalogue") -> Iterator[Derivation]:
    """Yield an event for each state but the first of machines without any, and a notification with its record."""
    types, notifications = catalogue.events.value.types, catalogue.events.value.notifications
    file, states, records, operations = catalogue.events.name, catalogue.states, catalogue.records, catalogue.operations
    parameters = first_of_each_name(operations.value.parameters)
    signing = catalogue.events.value.signing
    sent_names = [name.lower() for name in signing.sent_headers.values()] if signing else []
    headers = [key for key, parameter in parameters if parameter.name.lower() in sent_names]
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


def signatures(catalogue: "Catalogue") -> Iterator[Derivation]:
    """Yield how notifications are signed, in words, and a parameter for each header of a form that is stated."""
    source, signing, operations = catalogue.events, catalogue.events.value.signing, catalogue.operations
    if signing is None or not signing.parts:
        shipped = statement_of("standard_webhooks", "signing", Events)
        if signing and shipped and signing.scheme is None:
            yield from unstated(source, ("signing",), signing, **json_value(shipped))
        return
    words = _words_of(signing)
    texts = {subject: text.format_map(words) for subject, text in _TEXTS.items()}
    yield from unstated(source, ("signing",), signing, scheme="HMAC-SHA256", description=texts["signing"])
    delivery = node_at(source.node, ("delivery", "description"))
    if isinstance(delivery, Scalar) and delivery.span.is_shipped:
        text = delivery.text.replace("`webhook-id`", words["nonce"] or "body")
        yield Derivation(source.name, ("delivery", "description"), text, delivery.span)
    parameters = operations.value.parameters
    taken_names = {parameter.name.lower() for parameter in parameters.values() if parameter.location == "header"}
    for word, value in _header_values(signing).items():
        if word in signing.headers and signing.headers[word].lower() not in taken_names:
            key = f"Notification{word.title()}"
            while key in parameters:
                key += "Header"
            names = {"in": "header", "name": signing.headers[word], "requirement": "required"}
            parameter = {**names, "description": texts[word], **value}
            yield Derivation(operations.name, ("parameters", key), parameter, source.at("signing", "headers", word))


def _words_of(signing: Signing) -> dict[str, str]:
    """Return what texts about a signature insert."""
    joint, headers = signing.joined_by, {word: f"`{header}`" for word, header in signing.headers.items()}
    parts = ["the raw body" if part == "body" else headers.get(part, part) for part in signing.parts]
    joints = {"": ", with nothing between them", "\n": ", joined by line feeds"}
    return {
        **dict.fromkeys(_TEXTS, ""),
        **headers,
        "parts": listed(parts),
        "joint": joints.get(joint, f", joined by {_code(json.dumps(joint)[1:-1])}") if len(parts) > 1 else "",
        "prefix": f", after {_code(signing.prefix)}" if signing.prefix else "",
        "code": "hexadecimal digits" if signing.encoding == "hex" else "base64",
        "unit": signing.timestamp,
    }


def _code(text: str) -> str:
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def _header_values(signing: Signing) -> dict[str, dict[str, Any]]:
    """Return what the parameters of the headers have beside a name and a description."""
    units = signing.units
    signature = (signing.prefix or "") + ("0" * 64 if signing.encoding == "hex" else "A" * 43 + "=")
    return {
        "nonce": {"shape": "text", "length": "..64", "example": "evt_01TEST0000000000000000001"},
        "timestamp": {"shape": "integer", "minimum": 0, "maximum": 10**11 * units - 1, "example": 1767323100 * units},
        "signature": {"shape": "text", "length": len(signature), "example": signature},
    }


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
