"""The record with which the sandbox answers a request, as pages show it: with the identifier and time of an example.

It is what `filling.py` of the generated package makes; a test compares the page with what the sandbox answers.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from paycat.catalogue.interface import StateMachine
from paycat.contract.members import FilledMember
from paycat.text.json_data import holds_path, value_at


class _AbsentError(Exception):
    """The payload has no value for a member."""


def shown_record(
    members: Sequence[FilledMember], state_machine: StateMachine, method: str, payload: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the record of these members that a payload of a method leads to, in its first state."""
    found: dict[str, Any] = {}
    for member in members:
        try:
            found[member.name] = _value(member, state_machine, method, payload)
        except _AbsentError:
            if not member.optional:
                found[member.name] = None if member.nullable else member.otherwise
    return found


def _value(member: FilledMember, state_machine: StateMachine, method: str, payload: Mapping[str, Any]) -> Any:
    match member.source:
        case "state":
            return state_machine.initial
        case "completed" | "failure" | "failure_code" | "failure_meaning":
            return None
        case "country" | "variant":
            return member.values.get(method, member.otherwise)
        case "echo" | "mask":
            return _repeated(member, payload)
        case "members":
            return _inner(member, state_machine, method, payload)
        case _:
            return member.otherwise


def _repeated(member: FilledMember, payload: Mapping[str, Any]) -> Any:
    for path in member.paths:
        value = value_at(payload, path) if holds_path(payload, path) else None
        if value is not None and member.source == "echo":
            return value
        if value is not None and len(str(value)) > 1:
            return str(value)[len(str(value)) - min(member.last, len(str(value)) // 2) :]
    raise _AbsentError


def _inner(
    member: FilledMember, state_machine: StateMachine, method: str, payload: Mapping[str, Any]
) -> dict[str, Any]:
    repeated = [one for one in member.members if one.source in ("echo", "mask")]
    sent = [one for one in repeated if _is_sent(one, payload)]
    missing = [one for one in repeated if one not in sent and not one.optional]
    if repeated and (member.optional or member.nullable) and (not sent or missing):
        raise _AbsentError
    return shown_record(member.members, state_machine, method, payload)


def _is_sent(member: FilledMember, payload: Mapping[str, Any]) -> bool:
    try:
        _repeated(member, payload)
    except _AbsentError:
        return False
    return True
