# Part of paycat's runtime, copied unchanged. Do not edit.

"""The requests that callers sent, and how they were answered, for the page.

A worker collects them and writes many at once, so that no request waits for it. If a worker is killed, the page lacks
its last ones. Nothing of a query or a body is kept, and of a path no long number.
"""

import asyncio
import json
import logging
import time
from collections import deque
from http import HTTPStatus
from typing import Any

from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import OperationalError
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .clock import Clock, timestamp
from .logs import path_without_values
from .store import REQUESTS, Store

_LOGGER = logging.getLogger("sandbox")
_KEPT = 500
_SHOWN = 50
_SECONDS_BETWEEN = 0.5
_LONGEST = 255


class Recording:
    """An application that passes requests to another one, and keeps what is shown of them."""

    def __init__(
        self, app: ASGIApp, store: Store, clock: Clock, key_header: str
    ) -> None:
        self._app = app
        self._store = store
        self._clock = clock
        self._key_header = key_header
        self._collected: deque[dict[str, Any]] = deque(maxlen=_KEPT)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request as the other application does."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        row: dict[str, Any] = {
            "at": time.time(),
            "http_method": _shown(scope["method"]),
            "path": path_without_values(_shown(scope["path"])),
            "key": _shown(Headers(scope=scope).get(self._key_header, "")),
            "status": 0,
            "problem": "",
        }
        problem = bytearray()

        async def note(message: Message) -> None:
            if message["type"] == "http.response.start":
                row["status"] = message["status"]
            elif row["status"] >= HTTPStatus.BAD_REQUEST:
                problem.extend(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, note)
        finally:
            row["problem"] = _slug(problem) if problem else ""
            self._collected.append(row)

    async def write_often(self) -> None:
        """Write what was collected, again and again, until this task is cancelled."""
        while True:
            await asyncio.sleep(_SECONDS_BETWEEN)
            rows, self._collected = self._collected, deque(maxlen=_KEPT)
            try:
                await asyncio.to_thread(self._write, [*rows])
            except OperationalError:
                _LOGGER.warning("the page lacks %d requests: no database", len(rows))

    def _write(self, rows: list[dict[str, Any]]) -> None:
        """Write requests, and delete those that are too old to be shown."""
        if not rows:
            return
        with self._store.transaction() as connection:
            ahead = self._clock.now(connection) - time.time()
            dated = [{**one, "at": one["at"] + ahead} for one in rows]
            connection.execute(insert(REQUESTS), dated)
            last = select(func.max(REQUESTS.c.number)).scalar_subquery()
            old = REQUESTS.c.number <= last - _KEPT
            connection.execute(delete(REQUESTS).where(old))

    def shown(self) -> list[dict[str, Any]]:
        """Return the latest requests, the last one first."""
        query = select(REQUESTS).order_by(REQUESTS.c.number.desc()).limit(_SHOWN)
        rows = self._store.rows(query)
        return [{**one, "at": timestamp(one["at"])} for one in rows]


def _shown(text: str) -> str:
    """Return a text as every database keeps it."""
    return text[:_LONGEST].replace("\0", "�")


def _slug(problem: bytearray) -> str:
    """Return which problem a document is; empty if it is none."""
    try:
        document = json.loads(problem)
    except ValueError:
        return ""
    return _shown(str(document["type"]).rpartition("/")[2])
