"""A request to an ASGI application of this process.

httpx.ASGITransport does the same, but with its responses it takes longer than the application. tests/conformance
compares the two.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote


@dataclass(frozen=True, slots=True)
class AppAnswer:
    """What an application answered; names of headers are in lower case."""

    status_code: int
    headers: Mapping[str, str]
    content: bytes

    def json(self) -> Any:
        """Return the body as JSON data. Raises ValueError and RecursionError."""
        return json.loads(self.content)


async def exchange(
    application: Any, http_method: str, target: str, headers: Sequence[tuple[str, str]], body: bytes
) -> AppAnswer:
    """Return the answer of an application to a request. Raises whatever the application raises.

    `target` is the path and the query as they are sent; a header may be there several times. Without the header
    Content-Length the body is sent in pieces. Raises ValueError when no answer comes. Source: ASGI, HTTP & WebSocket
    message format 2.3, "HTTP".
    """
    path, _, query = target.partition("?")
    sent = [(b"host", b"stub"), *((name.lower().encode(), value.encode()) for name, value in headers)]
    if not any(name == b"content-length" for name, _ in sent):
        sent.append((b"transfer-encoding", b"chunked"))
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": http_method,
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": sent,
        "client": ("127.0.0.1", 123),
        "server": ("stub", None),
    }
    exchanged = _Exchange(body)
    await application(scope, exchanged.receive, exchanged.send)
    return exchanged.answer()


class _Exchange:
    """What the application receives, and what it sends."""

    def __init__(self, body: bytes) -> None:
        self._pieces = [
            {"type": "http.request", "body": b"", "more_body": False},
            {"type": "http.request", "body": body, "more_body": True},
        ]
        self._ended = asyncio.Event()
        self._status = 0
        self._headers: list[tuple[bytes, bytes]] = []
        self._body = b""

    async def receive(self) -> dict[str, Any]:
        if self._pieces:
            return self._pieces.pop()
        await self._ended.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self._status, self._headers = message["status"], list(message.get("headers", []))
        else:
            self._body += message.get("body", b"")
            if not message.get("more_body"):
                self._ended.set()

    def answer(self) -> AppAnswer:
        if not (self._status and self._ended.is_set()):
            raise ValueError("the server ended without an answer")
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in self._headers}
        return AppAnswer(self._status, headers, self._body)
