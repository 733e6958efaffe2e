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
    pieces = [
        {"type": "http.request", "body": b"", "more_body": False},
        {"type": "http.request", "body": body, "more_body": True},
    ]
    messages: list[dict[str, Any]] = []
    ended = asyncio.Event()

    async def receive() -> dict[str, Any]:
        if not pieces:
            await ended.wait()
        return pieces.pop() if pieces else {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        messages.append(message)
        if message["type"] != "http.response.start" and not message.get("more_body"):
            ended.set()

    await application(scope, receive, send)
    start = next((one for one in messages if one["type"] == "http.response.start"), None)
    if start is None or not ended.is_set():
        raise ValueError("the server ended without an answer")
    answered = {name.decode("latin-1"): value.decode("latin-1") for name, value in start.get("headers", [])}
    return AppAnswer(start["status"], answered, b"".join(one.get("body", b"") for one in messages))
