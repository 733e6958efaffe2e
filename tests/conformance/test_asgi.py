"""A request to an application of this process: it sees what httpx would send, and its answer is read as a whole."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from paycat.conformance.run.engines.stub import exchange

HEADERS = {"Authorization": "Bearer one", "Content-Type": "application/json"}
OF_HTTPX = {b"accept", b"accept-encoding", b"connection", b"user-agent"}


class Recorder:
    """An application that answers in two pieces, and keeps all that it was told."""

    def __init__(self) -> None:
        self.scope: dict[str, Any] = {}
        self.told: list[Any] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.scope = dict(scope)
        self.told.append(await receive())
        while self.told[-1]["more_body"]:
            self.told.append(await receive())
        await send({"type": "http.response.start", "status": 201, "headers": [(b"x-one", b"1")]})
        await send({"type": "http.response.body", "body": b"[1,", "more_body": True})
        await send({"type": "http.response.body", "body": b"2]"})
        self.told.append(await receive())


async def sent_by_httpx(application: Any, path: str, body: bytes, *, length: bool) -> httpx.Response:
    async def pieces() -> AsyncIterator[bytes]:
        yield body

    async with httpx.AsyncClient(transport=httpx.ASGITransport(application)) as client:
        return await client.post(f"http://stub{path}", content=body if length else pieces(), headers=HEADERS)


@pytest.mark.parametrize("length", [True, False], ids=["with its length", "in pieces"])
@pytest.mark.parametrize("path", ["/v1/pay-ins", "/", "/v1/(all):a;b=1,2/~@!", "/a%20b?c=d%2Fe&c=%C3%A9"])
def test_an_application_is_told_what_httpx_tells_it(path: str, length: bool) -> None:
    mine, other = Recorder(), Recorder()
    headers = {**HEADERS, "Content-Length": "2"} if length else HEADERS
    got = asyncio.run(exchange(mine, "POST", path, list(headers.items()), b"{}"))
    wanted = asyncio.run(sent_by_httpx(other, path, b"{}", length=length))
    sent = {name: value for name, value in other.scope.pop("headers") if name not in OF_HTTPX}
    assert dict(mine.scope.pop("headers")) == sent
    assert mine.scope == other.scope
    assert mine.told == other.told
    assert (got.status_code, got.headers["x-one"], got.json()) == (201, "1", [1, 2])
    assert (wanted.status_code, wanted.json()) == (201, [1, 2])


async def silent(_scope: Any, _receive: Any, _send: Any) -> None:
    """Answer nothing."""


async def torn(_scope: Any, _receive: Any, send: Any) -> None:
    """Begin an answer, and do not end it."""
    await send({"type": "http.response.start", "status": 200})
    await send({"type": "http.response.body", "body": b"{}", "more_body": True})


async def failing(_scope: Any, _receive: Any, _send: Any) -> None:
    raise ZeroDivisionError


@pytest.mark.parametrize(
    ("application", "error"), [(silent, ValueError), (torn, ValueError), (failing, ZeroDivisionError)]
)
def test_no_answer_is_an_error(application: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        asyncio.run(exchange(application, "POST", "/", list(HEADERS.items()), b""))
