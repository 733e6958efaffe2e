# Part of paycat's runtime, copied unchanged. Do not edit.

"""Records: filled from a request when it is accepted, and changed when their state changes."""

import math
import secrets
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from .clock import timestamp
from .facts import EventFact, Facts, Machine, Member, at
from .masking import without_long_numbers

_CLOCK_BITS, _MOST_RANDOM_BITS, _LEAST_RANDOM_BITS = 48, 80, 40
_TRIES = 100


class _AbsentError(Exception):
    """The request has no value for a member."""


def new_id(spelling: Iterable[tuple[str, int]]) -> str:
    """Return an identifier. Later ones are greater, by the clock of the machine, if there are enough for that.

    None has a long number if it may have letters: it would be hidden wherever it is repeated, as that of a card may be.
    """
    places = [signs for signs, count in spelling for _ in range(count)]
    most, text = math.prod(map(len, places)), ""
    bits = min(most.bit_length() - 1 - _CLOCK_BITS, _MOST_RANDOM_BITS)
    for _ in range(_TRIES):
        number = secrets.randbelow(most)
        if bits >= _LEAST_RANDOM_BITS:
            number = (time.time_ns() // 1_000_000 << bits) | secrets.randbits(bits)
        text = ""
        for signs in reversed(places):
            number, index = divmod(number, len(signs))
            text = signs[index] + text
        if without_long_numbers(text) == text:
            break
    return text


def first(payload: Any, paths: Iterable[Sequence[int | str]]) -> Any:
    """Return what a payload has at the first of some paths that leads to something; None if none does."""
    values = (at(payload, path) for path in paths)
    return next((value for value in values if value is not None), None)


class Filling:
    """Fills a record from one request of a method."""

    def __init__(
        self,
        machine: Machine,
        method: str,
        payload: Mapping[str, Any],
        id: str,
        now: float,
    ) -> None:
        self._machine = machine
        self._method = method
        self._payload = payload
        self._id = id
        self._now = now

    def record(self) -> dict[str, Any]:
        """Return the record in its first state."""
        return self._object(self._machine.members)

    def _object(self, members: Sequence[Member]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for member in members:
            try:
                found[member.name] = self._value(member)
            except _AbsentError:
                if not member.optional:
                    found[member.name] = None if member.nullable else member.otherwise
        return found

    def _value(self, member: Member) -> Any:
        match member.source:
            case "echo":
                return self._sent(member)
            case "mask":
                return self._masked(member)
            case "members":
                return self._inner(member)
            case _:
                return self._made(member)

    def _made(self, member: Member) -> Any:
        """Return a value that the request does not have."""
        machine = self._machine
        match member.source:
            case "id":
                return self._id
            case "state":
                return machine.initial
            case "created" | "changed":
                return timestamp(self._now)
            case "completed":
                return timestamp(self._now) if _is_completed(machine) else None
            case "method":
                return self._method
            case "country" | "variant":
                value = member.values.get(self._method, member.otherwise)
                return renamed(value, machine.example_id, self._id)
            case "failure" | "failure_code" | "failure_meaning":
                return None
            case _:
                return renamed(member.otherwise, machine.example_id, self._id)

    def _sent(self, member: Member) -> Any:
        if member.move:
            raise _AbsentError
        value = first(self._payload, member.paths)
        if value is None:
            raise _AbsentError
        return value

    def _inner(self, member: Member) -> dict[str, Any]:
        """Return an object of which the request has something, and all that must be there."""
        repeated = [one for one in member.members if one.source in ("echo", "mask")]
        sent = {one.name for one in repeated if self._has(one)}
        missing = [one for one in repeated if one.name not in sent and not one.optional]
        may_be_absent = member.optional or member.nullable
        if repeated and may_be_absent and (not sent or missing):
            raise _AbsentError
        return self._object(member.members)

    def _has(self, member: Member) -> bool:
        try:
            self._value(member)
        except _AbsentError:
            return False
        return True

    def _masked(self, member: Member) -> str:
        shown = mask(str(self._sent(member)), member.last)
        if not shown:
            raise _AbsentError
        return shown


def _is_completed(machine: Machine) -> bool:
    return machine.initial in machine.completed


def mask(text: str, last: int) -> str:
    """Return the last characters of a number, and never more than half of them."""
    return text[len(text) - min(last, len(text) // 2) :]


def moved(
    machine: Machine,
    record: Mapping[str, Any],
    state: str,
    now: float,
    failure: Mapping[str, Any] | None,
) -> dict[str, Any]:
    """Return a record after it moved to a state."""
    found = dict(record)
    for member in machine.members:
        if member.source == "state":
            found[member.name] = state
        elif member.source == "changed":
            found[member.name] = timestamp(now)
        elif member.source == "completed" and state in machine.completed:
            found[member.name] = found.get(member.name) or timestamp(now)
        elif member.source == "failure":
            found[member.name] = failure
        elif member.source == "variant":
            id = str(record.get(id_member(machine), ""))
            found[member.name] = renamed(member.later, machine.example_id, id)
    return found


def repeated(
    machine: Machine,
    record: Mapping[str, Any],
    direction: str,
    payload: Mapping[str, Any],
) -> dict[str, Any]:
    """Return a record with what it repeats of a body of a direction, which moves it, and of no earlier one."""
    echoes = [one for one in machine.members if one.move and one.move == direction]
    values = {one.name: first(payload, one.paths) for one in echoes}
    absent = {one.name for one in echoes if one.optional and values[one.name] is None}
    after = {**record, **values}
    return {name: value for name, value in after.items() if name not in absent}


def id_member(machine: Machine) -> str:
    """Return the member of a record that has its identifier."""
    return next((one.name for one in machine.members if one.source == "id"), "")


def failure_of(
    facts: Facts, machine: Machine, code: str | None
) -> dict[str, Any] | None:
    """Return why a record failed, as it states it; None without a code."""
    members = next(
        (one.members for one in machine.members if one.source == "failure"), ()
    )
    if code is None or not members:
        return None
    meaning = facts.failure_codes.get(code, code)
    return {
        one.name: code if one.source == "failure_code" else meaning for one in members
    }


def message_of(
    facts: Facts, event: EventFact, record: Mapping[str, Any], id: str, now: float
) -> dict[str, Any]:
    """Return the message that carries an event."""
    values = {
        "record": record,
        "event": event.name,
        "created": timestamp(now),
        "id": id,
        "api_version": facts.api_version,
    }
    sourced = {name: values[source] for name, source in event.sources.items()}
    return {**event.example, **sourced}


def renamed(value: Any, old: str, new: str) -> Any:
    """Return a value of an example with another identifier, wherever it occurs."""
    if isinstance(value, str):
        return value.replace(old, new) if old else value
    if isinstance(value, Mapping):
        members = cast("Mapping[str, Any]", value)
        return {name: renamed(inner, old, new) for name, inner in members.items()}
    if isinstance(value, list):
        return [renamed(inner, old, new) for inner in cast(Any, value)]
    return value
