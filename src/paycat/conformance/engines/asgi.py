"""A request to an ASGI application of this process, and its answer.

httpx has a transport for it, too; a run sends tens of thousands of requests, and its client takes longer than the stub.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from typing import Any
from urllib.parse import unquote

import httpx

Message = MutableMapping[str, Any]
Application = Callable[
    [Message, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]], Awaitable[None]
]
_HOST = "stub"


async def exchange(
    application: Application, http_method: str, target: str, headers: Sequence[tuple[str, str]], body: bytes
) -> httpx.Response:
    """Return what an application answers to a request. Raises whatever the application raises.

    `target` is the path and the query as they are sent; a header may be there several times.
    Without the header Content-Length the body is sent in pieces. Raises ValueError when no answer comes.
    """
    exchanged = _Exchange(body)
    is_counted = any(name == "Content-Length" for name, _ in headers)
    sent = [("Host", _HOST), *([] if is_counted else [("Transfer-Encoding", "chunked")]), *headers]
    path, _, query = target.partition("?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": http_method,
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode("ascii"),
        "query_string": query.encode("ascii"),
        "root_path": "",
        "headers": [(name.lower().encode("ascii"), value.encode("ascii")) for name, value in sent],
        "server": (_HOST, None),
        "client": ("127.0.0.1", 123),
    }
    await application(scope, exchanged.receive, exchanged.send)
    return exchanged.answer()


class _Exchange:
    """The messages between an application and its server about one request."""

    def __init__(self, body: bytes) -> None:
        self._unsent = [body, b""]
        self._start: Message | None = None
        self._body = b""
        self._ended = asyncio.Event()

    async def receive(self) -> Message:
        """Return the next piece of the body, and an empty one as its end; then wait for the answer."""
        if self._unsent:
            piece = self._unsent.pop(0)
            return {"type": "http.request", "body": piece, "more_body": bool(self._unsent)}
        await self._ended.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        """Take a part of the answer."""
        if message["type"] == "http.response.start":
            self._start = message
        else:
            self._body += message.get("body", b"")
            if not message.get("more_body", False):
                self._ended.set()

    def answer(self) -> httpx.Response:
        """Return the answer. Raises ValueError when it has no beginning or no end."""
        if self._start is None or not self._ended.is_set():
            raise ValueError("the server ended without an answer")
        return httpx.Response(self._start["status"], headers=self._start.get("headers", []), content=self._body)
