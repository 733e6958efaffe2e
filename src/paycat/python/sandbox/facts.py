"""All that the sandbox of the generated package knows of a catalogue, as one JSON document."""

from dataclasses import asdict
from typing import Any

from paycat.catalogue.interface import EventType, Notification, StateMachine
from paycat.contract.members import completed_states, made_by, members_of_record
from paycat.contract.model import Contract, Request
from paycat.contract.nodes import FieldNode
from paycat.contract.paths import steps_of
from paycat.python.sandbox.operations import handling


def sandbox_facts(contract: Contract) -> dict[str, Any]:
    """Return the facts of a catalogue: operations, records, states, events, problems and what may be asked for."""
    interface = contract.interface
    return {
        "title": contract.service.title,
        "version": contract.service.version,
        "api_version": interface.versioning.api_version,
        "operations": {one.id: handling(contract, one) for one in interface.operations},
        "machines": {one.name: _machine(contract, one) for one in interface.state_machines},
        "problems": {one.cause: one.slug for one in interface.problems},
        "failure_codes": {one.code: one.meaning for one in interface.failure_codes},
        "idempotency": {
            "retention_hours": interface.idempotency.retention_hours,
            "header": interface.parameter(interface.idempotency.parameter).name,
            "replayed": interface.response_header(interface.idempotency.replayed).name,
        },
        "delivery": {
            "schedule_seconds": interface.delivery.schedule_seconds,
            "timeout_seconds": interface.delivery.timeout_seconds,
        },
        "sandbox": _declared(contract),
    }


def _machine(contract: Contract, state_machine: StateMachine) -> dict[str, Any]:
    interface = contract.interface
    creating = interface.creating(state_machine.direction)
    duplicate = next((one.slug for one in interface.problems if one.cause == "duplicate_reference"), "")
    requests = list(contract.requests(state_machine.direction))
    record = interface.record(state_machine.record)
    return {
        "direction": state_machine.direction,
        "operation": creating.id if creating else "",
        "collection": creating.path.rstrip("/").rpartition("/")[2] if creating else "",
        "record": state_machine.record,
        "member": state_machine.member,
        "initial": state_machine.initial,
        "states": {one.name: one.final for one in state_machine.states},
        "transitions": [[one.start, one.end] for one in state_machine.transitions],
        "completed": completed_states(state_machine),
        "example_id": _at(record.example, made_by(record, "id")),
        "members": [asdict(one) for one in members_of_record(contract, state_machine)],
        "reference": _path(requests, "reference"),
        "method": _path(requests, "method"),
        "notify": _path(requests, "notify"),
        "unique_reference": bool(creating and duplicate in creating.problems),
        "names_existing": any(one.name == "existing_id" for one in interface.record(interface.problem_record).members),
        "sample": requests[0].sample("full").payload if requests else None,
        "events": {
            one.state: message_facts(contract, one)
            for one in interface.event_types
            if one.state_machine == state_machine.name
        },
    }


def message_facts(contract: Contract, event: EventType) -> dict[str, Any]:
    """Return the name of an event, and, where a notification carries it, how the message is filled."""
    carrying = (one for one in contract.interface.notifications if one.state_machine == event.state_machine)
    notification = next(carrying, None)
    return {"name": event.name, **(_message(contract, notification, event) if notification else {})}


def _message(contract: Contract, notification: Notification, event: EventType) -> dict[str, Any]:
    """Return how the message of an event is filled: where each member comes from that an example cannot state."""
    interface = contract.interface
    record = interface.record(notification.record)
    machine = next(one for one in interface.state_machines if one.name == event.state_machine)
    sources = {name: by for by in ("id", "created", "event", "api_version") if (name := made_by(record, by))}
    sources |= {
        one.name: "record" for one in record.members if isinstance(one, FieldNode) and one.record == machine.record
    }
    headers = {one.name: one.example for one in map(interface.parameter, notification.headers)}
    return {
        "record": record.name,
        "sources": sources,
        "example": {name: value for name, value in record.example.items() if name not in sources},
        "example_id": _at(record.example, made_by(record, "id")) or str(headers.get("webhook-id") or "evt_1"),
    }


def _at(example: Any, name: str) -> str:
    return str(example.get(name, "")) if isinstance(example, dict) else ""


def _path(requests: list[Request], role: str) -> list[str | int]:
    found = (one.by_role(role) for one in requests)
    return next((list(steps_of(one.path)) for one in found if one), [])


def _declared(contract: Contract) -> dict[str, Any]:
    """Return what `sandbox.yaml` declares; without it a record moves only on demand."""
    sandbox = contract.interface.sandbox
    courses = {one.state_machine: {"moves": one.moves, "after_seconds": one.after_seconds} for one in sandbox.courses}
    outcomes = {one.reference: one.model_dump(exclude={"reference", "location", "meaning"}) for one in sandbox.outcomes}
    return {"secret_key": sandbox.secret_key, "courses": courses, "outcomes": outcomes}
