"""The published server stub with handlers that remember what they saw and answer with a record of it."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx

from tests.artefacts.published import PATHS, modules, sample

KEY = "sk_test_artefacts"
HEADERS = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}

Act = Callable[[Any], Any]


def record_of(request: Any) -> Any:
    """Return the record of a request, in its first state."""
    direction = "payout" if "recipient" in type(request).model_fields else "payin"
    model = modules()["records"].PayoutRecord if direction == "payout" else modules()["records"].PayInRecord
    now = "2026-01-01T00:00:00Z"
    return model(
        id=f"{direction}_01TEST",
        object=direction,
        livemode=False,
        status="pending",
        amount=request.amount,
        currency=request.currency,
        method_code=request.method_code,
        country=None,
        reference=request.reference,
        metadata=request.metadata or {},
        next_action={"type": "none"},
        failure=None,
        created_at=now,
        updated_at=now,
        completed_at=None,
        expires_at=None,
    )


class Handlers:
    """Handlers of both creations; `seen` holds every request, `act` makes the answer of it."""

    def __init__(self, act: Act = record_of) -> None:
        self.seen: list[Any] = []
        self.act = act

    async def create_pay_in(self, *, request: Any, idempotency_key: str | None, context: Any) -> Any:
        """Answer with what `act` makes of the request."""
        self.seen.append(request)
        return self.act(request)

    create_payout = create_pay_in


def application(handlers: Handlers) -> Any:
    """Return the stub's ASGI application, which knows the caller of `HEADERS`."""

    async def authenticate(credential: str) -> str | None:
        return credential if credential == KEY else None

    return modules()["server"].create_app(handlers, authenticate)


class Stub:
    """A running stub: `post` sends a body to it."""

    def __init__(self, client: httpx.AsyncClient, handlers: Handlers) -> None:
        self._client = client
        self.handlers = handlers

    async def post(
        self, direction: str, body: bytes | AsyncIterator[bytes], headers: dict[str, str] | None = None
    ) -> httpx.Response:
        """Return the answer to a body that is sent to create a transaction."""
        return await self._client.post(PATHS[direction], content=body, headers={**HEADERS, **(headers or {})})


@asynccontextmanager
async def running(act: Act = record_of) -> AsyncIterator[Stub]:
    """Run the stub over ASGI; an exception that leaves the application fails the test."""
    handlers = Handlers(act)
    transport = httpx.ASGITransport(app=application(handlers), raise_app_exceptions=True)
    async with httpx.AsyncClient(transport=transport, base_url="http://stub") as client:
        yield Stub(client, handlers)


def body(direction: str, method: str, **changes: Any) -> bytes:
    """Return the minimal sample as a body, with members changed."""
    return json.dumps({**sample(direction, method, "minimal"), **changes}).encode()


def with_raw(direction: str, method: str, member: str, text: str) -> bytes:
    """Return the minimal sample as a body in which a member's value is written as it is given."""
    return body(direction, method, **{member: "\0"}).replace(b'"\\u0000"', text.encode())
