# Part of paycat's runtime, copied unchanged. Do not edit.

"""What the page shows: a page of requests and one of records in short, and each of them in full on demand."""

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select

from ..problems import Form
from .clock import Clock, timestamp
from .facts import Facts
from .lifecycle import plan_of
from .masking import without_numbers_inside
from .recording import MOST_KEPT
from .referring import Referring, of_any_item
from .store import ATTEMPTS, EVENTS, RECORDS, REQUESTS, Store
from .views import View

_OF_A_PAGE = 50
_IN_SHORT = [
    one
    for one in REQUESTS.c
    if one.name not in ("sent", "sent_note", "answer", "answer_note")
]


class Shown:
    """Reads what the page shows from the database."""

    def __init__(
        self,
        facts: Facts,
        form: Form,
        store: Store,
        clock: Clock,
        has_reference: bool,
    ) -> None:
        self._facts = facts
        self._form = form
        self._store = store
        self._clock = clock
        self._referring = Referring(facts) if has_reference else None
        self.title = facts.title
        self.has_reference = has_reference
        self._frame = {
            "reference": has_reference,
            "most_requests": MOST_KEPT,
            "failure_codes": list(facts.failure_codes),
            "states": {name: list(one.states) for name, one in facts.machines.items()},
        }

    def now(self, view: View) -> dict[str, Any]:
        """Return what a reader sees who chose a view: each list has its rows, and whether older ones follow."""
        kinds = select(REQUESTS.c.http_method, REQUESTS.c.status).distinct()
        asked = self._store.rows(kinds)
        return {
            "time": timestamp(self._clock.now()),
            "frame": {
                **self._frame,
                "clock": self._clock.turned(),
                "http_methods": sorted({one["http_method"] for one in asked}),
                "statuses": sorted({one["status"] for one in asked}),
            },
            "requests": self._requests(view),
            "records": self._records(view),
        }

    def _requests(self, view: View) -> dict[str, Any]:
        query = select(*_IN_SHORT).where(*view.of_requests())
        rows = self._store.rows(_page(query, REQUESTS.c.number))
        found = [{**one, "at": timestamp(one["at"])} for one in rows[:_OF_A_PAGE]]
        more = len(rows) > _OF_A_PAGE
        return {"rows": found, "of_page": len(found), "has_older": more}

    def _records(self, view: View) -> dict[str, Any]:
        # The index has the identifiers; only the rows of the page are read.
        query = select(RECORDS.c.id).where(*view.of_records())
        found = [one["id"] for one in self._store.rows(_page(query, RECORDS.c.id))]
        ids = found[:_OF_A_PAGE]
        kept = [one for one in view.records_kept.split(",") if one and one not in ids]
        columns = (RECORDS.c[name] for name in _COLUMNS)
        chosen = self._store.rows(select(*columns).where(RECORDS.c.id.in_(ids + kept)))
        known = {one["id"]: one for one in chosen}
        rows = [known[id] for id in ids + kept if id in known]
        deliveries = self._deliveries([one["id"] for one in rows])
        shown = [
            {**_in_short(one), **deliveries.get(one["id"], _NOTHING)} for one in rows
        ]
        more = len(found) > _OF_A_PAGE
        return {"rows": shown, "of_page": len(ids), "has_older": more}

    def _deliveries(self, ids: list[str]) -> dict[str, dict[str, int]]:
        """Return how many events records have, and how many attempts were made and have arrived."""
        arrived = ATTEMPTS.c.status.between(200, 299)
        joined = EVENTS.outerjoin(ATTEMPTS, ATTEMPTS.c.event_id == EVENTS.c.id)
        counts = {
            "events": func.count(EVENTS.c.id.distinct()),
            "attempts": func.count(ATTEMPTS.c.number),
            "arrived": func.count(ATTEMPTS.c.event_id.distinct()).filter(arrived),
        }
        named = [number.label(name) for name, number in counts.items()]
        rows = self._store.rows(
            select(EVENTS.c.record_id, *named)
            .select_from(joined)
            .where(EVENTS.c.record_id.in_(ids))
            .group_by(EVENTS.c.record_id)
        )
        return {one.pop("record_id"): one for one in rows}

    def request(self, number: int) -> dict[str, Any] | None:
        """Return a request with its body, its answer and the rules that it broke; None if there is none."""
        rows = self._store.rows(select(REQUESTS).where(REQUESTS.c.number == number))
        if not rows:
            return None
        row = rows[0]
        shown = {name: _document(row[name]) for name in ("sent", "answer")}
        said = self._form.read(shown["answer"] or {}) if row["problem"] else {}
        violations = self._violations(row["path"], shown["sent"], said)
        at = timestamp(row["at"])
        words = {name: str(said.get(name, "")) for name in ("title", "detail")}
        return {**row, "at": at, **shown, **words, "violations": violations}

    def _violations(
        self, path: str, sent: Any, said: Mapping[str, Any]
    ) -> list[dict[str, Any]]:
        """Return the violations of a problem, what their codes mean and where their fields are described."""
        listed: list[dict[str, Any]] = said.get("violations", [])
        found = [
            {"detail" if word == "message" else word: one[word] for word in one}
            for one in listed
        ]
        meanings = self._facts.violation_codes
        fields = self._referring.fields(path, sent or {}) if self._referring else {}
        return [
            {
                **one,
                "meaning": meanings.get(str(one.get("code")), ""),
                "field": fields.get(of_any_item(str(one.get("pointer")))),
            }
            for one in found
        ]

    def record(self, id: str) -> dict[str, Any] | None:
        """Return a record with its body, moves, requests, events and their attempts; None if there is none."""
        rows = self._store.rows(select(RECORDS).where(RECORDS.c.id == id))
        if not rows:
            return None
        row = rows[0]
        machine = self._facts.machines[row["machine"]]
        plan = plan_of(row["plan"])
        ends = [end for start, end in machine.transitions if start == row["state"]]
        return {
            **_in_short(row),
            "collection": machine.collection,
            "moves": ends,
            "plan": {"moves": plan.moves, "after_seconds": plan.after_seconds},
            "muted": row["muted"],
            "body": without_numbers_inside(json.loads(row["body"]), [id]),
            "requests": self._requests_of(id),
            "events": self._events_of(id),
        }

    def _requests_of(self, id: str) -> list[dict[str, Any]]:
        """Return the latest requests about a record that are not only reads."""
        about = (REQUESTS.c.record == id, REQUESTS.c.http_method != "GET")
        query = select(*_IN_SHORT).where(*about)
        rows = self._store.rows(_page(query, REQUESTS.c.number))
        return [{**one, "at": timestamp(one["at"])} for one in reversed(rows)]

    def _events_of(self, id: str) -> list[dict[str, Any]]:
        rows = self._store.rows(
            select(EVENTS).where(EVENTS.c.record_id == id).order_by(EVENTS.c.id)
        )
        attempts = self._store.rows(
            select(ATTEMPTS)
            .where(ATTEMPTS.c.event_id.in_([one["id"] for one in rows]))
            .order_by(ATTEMPTS.c.number)
        )
        made: dict[str, list[dict[str, Any]]] = {one["id"]: [] for one in rows}
        for one in attempts:
            made[one["event_id"]].append({**one, "at": timestamp(one["at"])})
        return [
            {
                "id": one["id"],
                "name": one["name"],
                "at": timestamp(one["at"]),
                "address": without_numbers_inside(one["address"]),
                "body": without_numbers_inside(
                    json.loads(one["body"]), [id, one["id"]]
                ),
                "attempts": made[one["id"]],
            }
            for one in rows
        ]


_NOTHING = {"events": 0, "attempts": 0, "arrived": 0}
_COLUMNS = ("id", "machine", "state", "reference", "created_at")


def _in_short(row: Mapping[str, Any]) -> dict[str, Any]:
    short = {name: row[name] for name in _COLUMNS}
    return {**short, "created_at": timestamp(row["created_at"])}


def _page(query: Select[Any], key: ColumnElement[Any]) -> Select[Any]:
    """Return a query of the newest rows: those of a page, and one more if there is one."""
    return query.order_by(key.desc()).limit(_OF_A_PAGE + 1)


def _document(text: str) -> Any:
    return json.loads(text) if text else None
