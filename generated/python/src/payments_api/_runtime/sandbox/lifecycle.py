# Part of paycat's runtime, copied unchanged. Do not edit.

"""Moves: what changes the state of a record, and what follows from it, in one transaction."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType
from typing import Any

from dbos import DBOSClient
from sqlalchemy import Connection, insert, select, update

from ..reading import read_document
from .clock import Clock
from .engine import DELIVERIES, MOVES, enqueue
from .facts import Action, Machine, Outcome
from .filling import Filling, failure_of, message_of, moved, new_id, repeated
from .service import Service
from .store import EVENTS, RECORDS, Store

_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Plan:
    """What a record does by itself: the moves, how long it waits before each, and why the last one fails, if so."""

    moves: tuple[str, ...] = ()
    after_seconds: float = 0
    failure: str | None = None

    def behind(self, state: str) -> "Plan":
        """Return what is left of the plan once the record is in a state; nothing if the plan does not lead there."""
        if state not in self.moves:
            return Plan()
        return replace(self, moves=self.moves[self.moves.index(state) + 1 :])

    def text(self) -> str:
        """Return the plan as it is stored."""
        return json.dumps(asdict(self))


def plan_of(text: str) -> Plan:
    """Return a plan that was stored."""
    members = json.loads(text)
    moves = tuple(members["moves"])
    return Plan(moves, members["after_seconds"], members["failure"])


class IllegalMoveError(Exception):
    """The state machine of the record does not list the move."""


class StaleMoveError(IllegalMoveError):
    """Somebody else moved the record first."""


class Lifecycle:
    """Moves records through the states of their machine."""

    def __init__(
        self,
        service: Service,
        store: Store,
        clock: Clock,
        client: DBOSClient,
        forward_to: str,
    ) -> None:
        self._service = service
        self._facts = service.facts
        self._store = store
        self._clock = clock
        self._client = client
        self._forward_to = forward_to

    def plan(self, machine: str, outcome: Outcome | None) -> Plan:
        """Return what a new record does by itself, if its request asks for an outcome or for none."""
        declared = self._facts.sandbox
        course = declared.courses.get(machine)
        after = course.after_seconds if course else 0.0
        if outcome and outcome.moves is not None:
            return Plan(outcome.moves, after, outcome.failure)
        return Plan(course.moves, after) if course else Plan()

    def begin(
        self,
        connection: Connection,
        machine_name: str,
        record: Mapping[str, Any],
        plan: Plan,
        now: float,
    ) -> None:
        """Insert the row of a record in the first state of its machine, and let follow what does from that state."""
        machine = self._facts.machines[machine_name]
        row: dict[str, Any] = {
            **record,
            "machine": machine_name,
            "state": machine.initial,
            "version": 0,
            "plan": plan.text(),
            "muted": False,
            "created_at": now,
        }
        connection.execute(insert(RECORDS).values(row))
        self.schedule(connection, row["id"], 0, plan, now)
        self._lead(connection, row, now)

    def _lead(self, connection: Connection, row: Mapping[str, Any], now: float) -> None:
        """Make a record of each machine that follows the state which a record entered, and announce it."""
        for name, machine in self._facts.machines.items():
            if machine.follows.get(row["machine"]) != row["state"]:
                continue
            id, leader = new_id(machine.spelling), read_document(row["body"].encode())
            filling = Filling(machine, "", leader, id, now)
            body = self._service.text_of(machine.record, filling.record())
            own = {"id": id, "unique_reference": None, "body": body, "muted": False}
            record = {**row, **own}
            self.begin(connection, name, record, self.plan(name, None), now)
            self._announce(connection, machine, record, machine.initial, body, now)

    def schedule(
        self, connection: Connection, id: str, version: int, plan: Plan, now: float
    ) -> None:
        """Let a record make the first move of its plan after its delay."""
        if plan.moves:
            due = now + plan.after_seconds
            name = f"{id}:{version}"
            delay = plan.after_seconds
            enqueue(
                self._client,
                connection,
                MOVES,
                "advance",
                name,
                delay,
                id,
                version,
                due,
            )

    def advance(self, id: str, version: int) -> None:
        """Make the next move of a record's plan, unless it was moved otherwise."""
        with self._store.transaction() as connection:
            row = _row(connection, id)
            plan = plan_of(row["plan"]) if row else Plan()
            if row is None or row["version"] != version or not plan.moves:
                return
            last = len(plan.moves) == 1
            rest = replace(plan, moves=plan.moves[1:])
            self._move(
                connection, row, plan.moves[0], plan.failure if last else None, rest
            )

    def move(self, id: str, state: str, failure: str | None = None) -> str | None:
        """Move a record on demand, and end its plan. Return the identifier of the event, if there is one.

        Raises KeyError if there is no such record, and IllegalMoveError.
        """
        with self._store.transaction() as connection:
            row = _row(connection, id)
            if row is None:
                raise KeyError(id)
            if failure is None:
                failure = self._facts.sandbox.failure(row["machine"], state)
            return self._move(connection, row, state, failure, Plan())

    def move_by(
        self,
        connection: Connection,
        action: Action,
        id: str,
        payload: Mapping[str, Any],
    ) -> str:
        """Move a record as an operation does, with the payload of its body. Return the record as JSON.

        The record goes on with its plan behind the new state. Raises KeyError if there is no such record, and
        IllegalMoveError.
        """
        row = _row(connection, id)
        if row is None or row["machine"] != action.machine:
            raise KeyError(id)
        state, plan = action.state, plan_of(row["plan"])
        failure = plan.failure if plan.moves[-1:] == (state,) else None
        body = (action.direction, payload)
        self._move(connection, row, state, failure, plan.behind(state), body)
        return str(connection.scalar(select(RECORDS.c.body).where(RECORDS.c.id == id)))

    def _move(
        self,
        connection: Connection,
        row: Mapping[str, Any],
        state: str,
        failure: str | None,
        rest: Plan,
        moving_body: tuple[str, Mapping[str, Any]] = ("", _NOTHING),
    ) -> str | None:
        machine = self._facts.machines[row["machine"]]
        if not machine.allows(row["state"], state):
            raise IllegalMoveError(
                f"A move from {row['state']} to {state} is not listed."
            )
        now = self._clock.now(connection)
        version = row["version"] + 1
        before = read_document(row["body"].encode())
        reason = failure_of(self._facts, machine, failure)
        after = moved(machine, before, state, now, reason)
        after = repeated(machine, after, *moving_body)
        body = self._service.text_of(machine.record, after)
        changed = connection.execute(
            update(RECORDS)
            .where(RECORDS.c.id == row["id"], RECORDS.c.version == row["version"])
            .values(state=state, version=version, body=body, plan=rest.text())
        )
        if changed.rowcount != 1:
            raise StaleMoveError("The record was moved at the same time.")
        self.schedule(connection, row["id"], version, rest, now)
        event = self._announce(connection, machine, row, state, body, now)
        self._lead(connection, {**row, "state": state, "body": body}, now)
        return event

    def _announce(
        self,
        connection: Connection,
        machine: Machine,
        row: Mapping[str, Any],
        state: str,
        body: str,
        now: float,
    ) -> str | None:
        event = machine.events.get(state)
        if event is None or not event.record:
            return None
        id = new_id(event.spelling)
        record = read_document(body.encode())
        message = message_of(self._facts, event, record, id, now)
        body = self._service.text_of(event.record, message)
        address = self._forward_to or row["address"]
        connection.execute(
            insert(EVENTS).values(
                id=id,
                record_id=row["id"],
                name=event.name,
                at=now,
                address=address,
                body=body,
            )
        )
        if address and not row["muted"]:
            self.deliver(connection, id, 1, now, 0)
        return id

    def deliver(
        self, connection: Connection, event: str, number: int, now: float, delay: float
    ) -> None:
        """Let an attempt to deliver an event begin after a delay."""
        name = f"{event}:{number}"
        due = now + delay
        enqueue(
            self._client,
            connection,
            DELIVERIES,
            "deliver",
            name,
            delay,
            event,
            number,
            due,
        )


def _row(connection: Connection, id: str) -> dict[str, Any] | None:
    found = connection.execute(select(RECORDS).where(RECORDS.c.id == id)).mappings()
    row = found.first()
    return dict(row) if row else None
