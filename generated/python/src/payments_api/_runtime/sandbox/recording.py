# Part of paycat's runtime, copied unchanged. Do not edit.

"""The requests that callers sent, and how they were answered, for the page.

A worker collects them and writes many at once, so that no request waits for it. If a worker is killed, the page lacks
its requests of the last half second; their records are complete. The latest requests of all workers are kept.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..problems import Form
from .clock import Clock
from .exchanges import LARGEST, Exchange, Keeping
from .facts import Facts
from .logs import path_without_values
from .protocol import CLOSE
from .store import RECORDS, REQUESTS, Store

MOST_KEPT = 1_000
"""So many requests are kept."""

LOST = "Sandbox-Answer-Lost"
"""The header of an answer that is not sent: the connection ends in its place."""

_LOGGER = logging.getLogger("sandbox")
_SECONDS_BETWEEN = 0.5


class Recording:
    """An application that passes requests to another one, and keeps what is shown of them."""

    def __init__(
        self,
        app: ASGIApp,
        store: Store,
        clock: Clock,
        facts: Facts,
        form: Form,
        read_object: Callable[[bytes], dict[str, Any]],
    ) -> None:
        self._app = app
        self._store = store
        self._clock = clock
        self._headers = facts.idempotency
        self._keeping = Keeping(facts, form, read_object)
        self._collected: deque[Exchange] = deque(maxlen=MOST_KEPT)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request as the other application does."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        one = Exchange(
            at=time.time(),
            http_method=scope["method"],
            path=path_without_values(scope["path"]),
            key=headers.get(self._headers.header, ""),
            has_body=headers.get("content-length", "0") != "0"
            or "transfer-encoding" in headers,
        )

        async def note_sent() -> Message:
            message = await receive()
            one.sent = _longer(one.sent, message)
            return message

        async def note_answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                one.status = message["status"]
                answered = Headers(raw=message.get("headers", []))
                one.replayed = answered.get(self._headers.replayed) == "true"
                one.is_lost = LOST in answered
            one.answer = _longer(one.answer, message)
            if not one.is_lost:
                await send(message)

        try:
            await self._app(scope, note_sent, note_answer)
        finally:
            self._collected.append(one)
        if one.is_lost:
            scope["extensions"][CLOSE]()
            while (await receive())["type"] != "http.disconnect":
                pass

    async def write_often(self) -> None:
        """Write what was collected, again and again, until this task is cancelled."""
        while True:
            await asyncio.sleep(_SECONDS_BETWEEN)
            await self.write()

    async def write(self) -> None:
        """Write what was collected, and delete what is too old to be shown."""
        found, self._collected = self._collected, deque(maxlen=MOST_KEPT)
        if not found:
            return
        try:
            await asyncio.to_thread(self._write, [*found])
        except SQLAlchemyError:  # No database, none in time, or one that refuses.
            _LOGGER.warning("the page lacks %d requests: no database", len(found))

    def _write(self, found: list[Exchange]) -> None:
        rows = [self._keeping.row(one) for one in found]
        with self._store.transaction() as connection:
            ahead = self._clock.now(connection) - time.time()
            named = {one["record"] for one in rows if one["record"]}
            query = select(RECORDS.c.id, RECORDS.c.reference)
            known = connection.execute(query.where(RECORDS.c.id.in_(named)))
            references = {one.id: one.reference for one in known}
            for one in rows:
                one["at"] += ahead
                one["reference"] = references.get(one["record"], one["reference"])
                if one["record"] not in references:
                    one["record"] = ""
            connection.execute(insert(REQUESTS), rows)
            last = select(func.max(REQUESTS.c.number)).scalar_subquery()
            old = REQUESTS.c.number <= last - MOST_KEPT
            connection.execute(delete(REQUESTS).where(old))


def _longer(body: bytes, message: Message) -> bytes:
    """Return a body with what a message adds to it; no more of it than shows that it is too large."""
    more: bytes = message.get("body", b"")
    return (body + more)[: LARGEST + 1]
