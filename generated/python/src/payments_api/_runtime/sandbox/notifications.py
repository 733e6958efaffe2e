# Part of paycat's runtime, copied unchanged. Do not edit.

"""Notifications: signed, and sent until they arrive or the schedule ends.

Each attempt is a workflow of the engine. If it fails, the next one is enqueued with the delay of the schedule, in the
transaction that keeps its result.
"""

import asyncio
import random
import ssl
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from functools import cache
from http import HTTPStatus
from typing import Any

import httpx
from sqlalchemy import func, insert, select, update
from sqlalchemy.exc import IntegrityError

from ..webhooks import STANDARD, signed_headers
from .addresses import ForbiddenAddressError, destination_of
from .clock import Clock
from .facts import Facts
from .lifecycle import Lifecycle
from .store import ATTEMPTS, EVENTS, RECORDS, Store

_JITTER = 0.1
_RANDOM = random.SystemRandom()
_LONGEST_WAIT_SECONDS = 86_400.0
_SLOWING = (
    HTTPStatus.TOO_MANY_REQUESTS,
    HTTPStatus.BAD_GATEWAY,
    HTTPStatus.SERVICE_UNAVAILABLE,
    HTTPStatus.GATEWAY_TIMEOUT,
)


@dataclass(frozen=True, slots=True)
class Attempt:
    """What became of an attempt: the status of the answer, or why there was none, and how long to wait."""

    status: int | None
    note: str = ""
    wait_seconds: float = 0

    @property
    def arrived(self) -> bool:
        """Whether the receiver has the notification."""
        return self.status is not None and 200 <= self.status < 300

    @property
    def ended(self) -> bool:
        """Whether the receiver wants no notification of the record any more."""
        return self.status == HTTPStatus.GONE


class MutedError(Exception):
    """The receiver wants no notification of the record any more."""


class Notifications:
    """Delivers events."""

    def __init__(
        self,
        facts: Facts,
        store: Store,
        clock: Clock,
        lifecycle: Lifecycle,
        forward_to: str,
    ) -> None:
        self._schedule = facts.delivery.schedule_seconds
        self._timeout = facts.delivery.timeout_seconds
        self._store = store
        self._clock = clock
        self._lifecycle = lifecycle
        self._forward_to = forward_to
        self._form = facts.delivery.signing or STANDARD
        self._secret = facts.delivery.secret(store.secret("signing_secret"))

    async def deliver(self, event: str, number: int) -> None:
        """Make one attempt, keep its result, and let the next one follow if it failed."""
        message = await asyncio.to_thread(self._message, event)
        if message is None:
            return
        attempt = await self._send(event, message["address"], message["body"])
        await asyncio.to_thread(
            self._keep, event, message["record_id"], number, attempt
        )

    def resend(self, event: str) -> None:
        """Let another attempt begin at once.

        Raises KeyError if there is no such event, or no address, and MutedError.
        """
        rows = self._rows(event)
        if not rows or not rows[0]["address"]:
            raise KeyError(event)
        if rows[0]["muted"]:
            raise MutedError
        latest = select(func.max(ATTEMPTS.c.number)).where(ATTEMPTS.c.event_id == event)
        with self._store.transaction() as connection:
            number = max(connection.scalar(latest) or 0, len(self._schedule)) + 1
            now = self._clock.now(connection)
            self._lifecycle.deliver(connection, event, number, now, 0)

    def _rows(self, event: str) -> list[dict[str, Any]]:
        return self._store.rows(
            select(EVENTS, RECORDS.c.muted)
            .join(RECORDS, RECORDS.c.id == EVENTS.c.record_id)
            .where(EVENTS.c.id == event)
        )

    def _message(self, event: str) -> dict[str, Any] | None:
        rows = self._rows(event)
        return rows[0] if rows and rows[0]["address"] and not rows[0]["muted"] else None

    async def _send(self, event: str, address: str, body: str) -> Attempt:
        try:
            async with asyncio.timeout(self._timeout):
                return await self._post(event, address, body)
        except TimeoutError:
            return Attempt(None, f"no answer within {self._timeout} s")
        except ForbiddenAddressError as error:
            return Attempt(None, str(error))
        except Exception as error:  # noqa: BLE001 - whatever fails is an attempt that failed
            return Attempt(None, type(error).__name__)

    async def _post(self, event: str, address: str, body: str) -> Attempt:
        destination = await destination_of(address, self._forward_to)
        content = body.encode()
        headers = {
            "content-type": "application/json",
            "host": destination.host,
            **signed_headers(self._form, content, self._secret, event, time.time()),
        }
        async with httpx.AsyncClient(
            verify=_certificates(), trust_env=False, timeout=self._timeout
        ) as client:
            request = client.build_request(
                "POST",
                destination.url,
                content=content,
                headers=headers,
                extensions={"sni_hostname": destination.server_name},
            )
            # The answer's body is not read: it might never end.
            answer = await client.send(request, stream=True, follow_redirects=False)
            await answer.aclose()
        wait = retry_after(answer) if answer.status_code in _SLOWING else 0.0
        return Attempt(answer.status_code, wait_seconds=wait)

    def _keep(self, event: str, record: str, number: int, attempt: Attempt) -> None:
        try:
            with self._store.transaction() as connection:
                now = self._clock.now(connection)
                connection.execute(
                    insert(ATTEMPTS).values(
                        event_id=event,
                        number=number,
                        at=now,
                        status=attempt.status,
                        note=attempt.note,
                    )
                )
                if attempt.ended:
                    muted = update(RECORDS).where(RECORDS.c.id == record)
                    connection.execute(muted.values(muted=True))
                elif not attempt.arrived and number < len(self._schedule):
                    delay = self._delay(number, attempt)
                    self._lifecycle.deliver(connection, event, number + 1, now, delay)
        except IntegrityError:
            return  # This attempt was interrupted after its result was kept.

    def _delay(self, number: int, attempt: Attempt) -> float:
        usual = self._schedule[number] * _RANDOM.uniform(1 - _JITTER, 1 + _JITTER)
        return max(usual, attempt.wait_seconds)


@cache
def _certificates() -> ssl.SSLContext:
    """Return the certificates to trust, which take longer to read than a notification takes."""
    return httpx.create_ssl_context(trust_env=False)


def retry_after(answer: httpx.Response) -> float:
    """Return how many seconds a receiver asks to wait; 0 if it does not."""
    text = answer.headers.get("retry-after", "").strip()
    if text.isascii() and text.isdecimal() and len(text) < 10:
        return min(float(text), _LONGEST_WAIT_SECONDS)
    try:
        seconds = parsedate_to_datetime(text).timestamp() - time.time()
    except (ValueError, OverflowError):
        return 0.0
    return min(max(0.0, seconds), _LONGEST_WAIT_SECONDS)
