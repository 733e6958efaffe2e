# Part of paycat's runtime, copied unchanged. Do not edit.

"""Requests are accepted once: by their idempotency key, and by their reference where it must be unique.

One transaction inserts or moves the record, and inserts the key and what follows. Two unique constraints decide:
whoever comes second reads what the first one wrote. So a repeated, simultaneous or interrupted request neither loses
nor doubles a record.
"""

import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, cast

from pydantic import BaseModel
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from .clock import Clock
from .facts import Action, Machine, Outcome
from .filling import Filling, first, new_id
from .lifecycle import IllegalMoveError, Lifecycle, StaleMoveError
from .service import Service
from .store import KEYS, PROVOKED, RECORDS, Store

_TRIES = 5
_RETRY_SECONDS = "1"


@dataclass(frozen=True, slots=True)
class Accepted:
    """The record that answers a request, whether it was accepted before, and when the answer is due, if it comes."""

    text: str
    replayed: bool
    ready_at: float
    is_lost: bool = False


@dataclass(frozen=True, slots=True)
class _Asked:
    """A request as it came."""

    operation: str
    machine_name: str
    machine: Machine
    method: str
    payload: Mapping[str, Any]
    key: str | None
    fingerprint: str

    @property
    def reference(self) -> str:
        found = first(self.payload, self.machine.reference)
        return found if isinstance(found, str) else ""

    @property
    def unique_reference(self) -> str | None:
        """The reference if no other record may have it; None if the request has none."""
        return (self.reference or None) if self.machine.unique_reference else None


class Accepting:
    """Accepts the requests of the operations that create or move records."""

    def __init__(
        self, service: Service, store: Store, clock: Clock, lifecycle: Lifecycle
    ) -> None:
        self._service = service
        self._facts = service.facts
        self._store = store
        self._clock = clock
        self._lifecycle = lifecycle
        self._secret = store.secret("fingerprint_key").encode()

    def accept(
        self,
        operation: str,
        request: BaseModel,
        target: Mapping[str, Any],
        key: str | None,
    ) -> Accepted:
        """Return the answer to a request; `target` has the arguments of its path and query.

        Raises ProblemError if it is rejected.
        """
        payload = request.model_dump(by_alias=True, exclude_unset=True)
        method = self._service.method_of(request)
        machine = self._facts.operations[operation].machine
        asked = _Asked(
            operation,
            machine,
            self._facts.machines[machine],
            method,
            payload,
            key,
            self._fingerprint(target, payload, method),
        )
        for _ in range(_TRIES):
            answer = self._answered(asked)
            if answer:
                return answer
            outcome = self._outcome(asked)
            if outcome and outcome.problem:
                self._provoke(asked, outcome)
            try:
                return self._insert(asked, outcome)
            except IntegrityError:
                # Another request has the key or the reference.
                answer = self._answered(asked)
                if answer:
                    return answer
                self._reject_duplicate(asked)
        raise self._service.error("service_unavailable", headers=_WAIT)

    def move(
        self,
        operation: str,
        request: BaseModel | None,
        target: Mapping[str, Any],
        key: str | None,
    ) -> Accepted:
        """Return the answer to a request that moves the record which its target names.

        Raises ProblemError if it is rejected.
        """
        payload = (
            request.model_dump(by_alias=True, exclude_unset=True) if request else {}
        )
        action = self._facts.operations[operation]
        id = str(target[action.argument])
        asked = _Asked(
            operation,
            action.machine,
            self._facts.machines[action.machine],
            "",
            payload,
            key,
            self._fingerprint(target, payload),
        )
        for _ in range(_TRIES):
            answer = self._answered(asked)
            if answer:
                return answer
            try:
                return self._moved(asked, action, id)
            except KeyError:
                raise self._service.error("not_found") from None
            except (StaleMoveError, IntegrityError):
                continue  # Another request moved the record, or has the key.
            except IllegalMoveError:
                answer = self._answered(asked)  # The same request may have moved it.
                if answer:
                    return answer
                raise self._service.error("state_conflict") from None
        raise self._service.error("service_unavailable", headers=_WAIT)

    def _fingerprint(
        self, target: Mapping[str, Any], payload: Mapping[str, Any], method: str = ""
    ) -> str:
        asked = {"target": target, "method": method, "payload": payload}
        return fingerprint(asked, self._secret)

    def _moved(self, asked: _Asked, action: Action, id: str) -> Accepted:
        ready_at = time.time()
        with self._store.transaction() as connection:
            now = self._clock.now(connection)
            body = self._lifecycle.move_by(connection, action, id, asked.payload)
            if action.record != asked.machine.record:
                example = action.example
                body = self._service.text_of(action.record, example) if example else ""
            if asked.key is not None:
                _keep(connection, asked, body, now, ready_at)
        return Accepted(body, False, ready_at)

    def _outcome(self, asked: _Asked) -> Outcome | None:
        """Return the outcome that a request asks for. Raises ProblemError if it means one that there is not."""
        declared, machine = self._facts.sandbox, asked.machine_name
        named = asked.reference
        outcome = declared.outcome(machine, named, asked.payload)
        if outcome is None and named and declared.looks_like_one(named):
            known = ", ".join(declared.known(machine))
            detail = f"The reference names none of these outcomes: {known}."
            raise self._service.error("invalid_fields", detail)
        return outcome

    def _insert(self, asked: _Asked, outcome: Outcome | None) -> Accepted:
        machine = asked.machine
        id = new_id(machine.spelling)
        plan = self._lifecycle.plan(asked.machine_name, outcome)
        ready_at = time.time() + (outcome.delay_seconds or 0 if outcome else 0)
        with self._store.transaction() as connection:
            now = self._clock.now(connection)
            filling = Filling(machine, asked.method, asked.payload, id, now)
            body = self._service.text_of(machine.record, filling.record())
            if asked.key is not None:
                _keep(connection, asked, body, now, ready_at)
            address = first(asked.payload, machine.notify)
            record = {
                "id": id,
                "reference": asked.reference,
                "unique_reference": asked.unique_reference,
                "address": str(address) if address else None,
                "body": body,
            }
            self._lifecycle.begin(connection, asked.machine_name, record, plan, now)
        return Accepted(body, False, ready_at, bool(outcome and outcome.answer_lost))

    def _answered(self, asked: _Asked) -> Accepted | None:
        """Return the answer that a key has; None if it has none, or none that is still kept."""
        if asked.key is None:
            return None
        where = (KEYS.c.operation == asked.operation, KEYS.c.key == asked.key)
        rows = self._store.rows(select(KEYS).where(*where))
        if not rows:
            return None
        [row] = rows
        kept_seconds = self._facts.idempotency.retention_hours * 3600
        if row["created_at"] + kept_seconds <= self._clock.now():
            with self._store.transaction() as connection:
                old = KEYS.c.created_at == row["created_at"]
                connection.execute(delete(KEYS).where(*where, old))
            return None
        if not hmac.compare_digest(row["fingerprint"], asked.fingerprint):
            raise self._service.error("idempotency_key_reused")
        if row["ready_at"] > time.time():
            raise self._service.error("idempotency_in_progress", headers=_WAIT)
        return Accepted(row["answer"], True, row["ready_at"])

    def _reject_duplicate(self, asked: _Asked) -> None:
        """Raise ProblemError if another record has the reference."""
        if asked.unique_reference is None:
            return
        rows = self._store.rows(
            select(RECORDS.c.id).where(
                RECORDS.c.machine == asked.machine_name,
                RECORDS.c.unique_reference == asked.unique_reference,
            )
        )
        if rows:
            made = {"existing_id": rows[0]["id"]}
            raise self._service.error("duplicate_reference", made=made)

    def _provoke(self, asked: _Asked, outcome: Outcome) -> None:
        """Raise the ProblemError that a reference asks for, unless it was raised as often as the outcome states."""
        with self._store.transaction() as connection:
            if not _counted(connection, asked, outcome.times):
                return
        slug = outcome.problem
        raise self._service.problem(slug, headers=_WAIT if self._waits(slug) else {})

    def _waits(self, slug: str | None) -> bool:
        waiting = ("service_unavailable", "rate_limited", "idempotency_in_progress")
        return slug in {self._facts.problems.get(cause) for cause in waiting}


_WAIT = {"Retry-After": _RETRY_SECONDS}


def _keep(
    connection: Connection, asked: _Asked, answer: str, now: float, ready_at: float
) -> None:
    """Keep an answer for the key of its request; it is empty if it has no content."""
    connection.execute(
        insert(KEYS).values(
            operation=asked.operation,
            key=asked.key,
            fingerprint=asked.fingerprint,
            answer=answer,
            created_at=now,
            ready_at=ready_at,
        )
    )


def _counted(connection: Connection, asked: _Asked, most: int | None) -> bool:
    """Return whether a problem is raised again, and count that it is."""
    if most is None:
        return True
    counted_by = asked.reference or asked.fingerprint
    digest = hashlib.sha256(counted_by.encode()).hexdigest()
    where = (PROVOKED.c.operation == asked.operation, PROVOKED.c.reference == digest)
    one_more = update(PROVOKED).where(*where, PROVOKED.c.times < most)
    counted = connection.execute(one_more.values(times=PROVOKED.c.times + 1))
    if counted.rowcount:
        return True
    if connection.execute(select(PROVOKED.c.times).where(*where)).first():
        return False
    connection.execute(
        insert(PROVOKED).values(operation=asked.operation, reference=digest, times=1)
    )
    return True


def fingerprint(value: Mapping[str, Any], secret: bytes) -> str:
    """Return what is the same for the same JSON values; nobody without the secret can guess one."""
    text = json.dumps(_canonical(value), sort_keys=True, ensure_ascii=False)
    return hmac.new(secret, text.encode(), hashlib.sha256).hexdigest()


def _canonical(value: Any) -> Any:
    if isinstance(value, Mapping):
        members = cast("Mapping[str, Any]", value)
        return {name: _canonical(inner) for name, inner in members.items()}
    if isinstance(value, list | tuple):
        return [_canonical(inner) for inner in cast("list[Any]", value)]
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float | Decimal):
        number = value if isinstance(value, Decimal) else Decimal(repr(value))
        return ["number", str(number.normalize())]
    return str(value)
