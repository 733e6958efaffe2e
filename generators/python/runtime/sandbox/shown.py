# Part of paycat's runtime, copied unchanged. Do not edit.

"""What the page shows: the latest requests, and the newest records with their events and all attempts."""

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from .clock import Clock, timestamp
from .facts import Facts
from .recording import Recording
from .store import ATTEMPTS, EVENTS, RECORDS, Store

_MOST_SHOWN = 50


class Shown:
    """Reads what the page shows from the database."""

    def __init__(
        self,
        facts: Facts,
        store: Store,
        clock: Clock,
        recording: Recording,
        has_reference: bool,
    ) -> None:
        self._facts = facts
        self._store = store
        self._clock = clock
        self._recording = recording
        self._has_reference = has_reference

    def now(self) -> dict[str, Any]:
        """Return all of it."""
        records = self._store.rows(
            select(RECORDS).order_by(RECORDS.c.id.desc()).limit(_MOST_SHOWN)
        )
        ids = [one["id"] for one in records]
        events = self._store.rows(
            select(EVENTS).where(EVENTS.c.record_id.in_(ids)).order_by(EVENTS.c.id)
        )
        named = [one["id"] for one in events]
        attempts = self._store.rows(
            select(ATTEMPTS)
            .where(ATTEMPTS.c.event_id.in_(named))
            .order_by(ATTEMPTS.c.number)
        )
        return {
            "time": timestamp(self._clock.now()),
            "title": self._facts.title,
            "failure_codes": list(self._facts.failure_codes),
            "reference": self._has_reference,
            "requests": self._recording.shown(),
            "records": [self._record(one, events, attempts) for one in records],
        }

    def _record(
        self,
        row: Mapping[str, Any],
        events: list[dict[str, Any]],
        attempts: list[dict[str, Any]],
    ) -> dict[str, Any]:
        machine = self._facts.machines[row["machine"]]
        return {
            "id": row["id"],
            "machine": row["machine"],
            "collection": machine.collection,
            "state": row["state"],
            "reference": row["reference"],
            "created_at": timestamp(row["created_at"]),
            "moves": [
                end for start, end in machine.transitions if start == row["state"]
            ],
            "body": json.loads(row["body"]),
            "events": [
                {
                    "id": one["id"],
                    "name": one["name"],
                    "at": timestamp(one["at"]),
                    "address": one["address"],
                    "attempts": [
                        {
                            "at": timestamp(two["at"]),
                            "status": two["status"],
                            "note": two["note"],
                        }
                        for two in attempts
                        if two["event_id"] == one["id"]
                    ],
                }
                for one in events
                if one["record_id"] == row["id"]
            ],
        }
