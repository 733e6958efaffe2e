# Part of paycat's runtime, copied unchanged. Do not edit.

"""The page at `/`: requests, records with their timeline, and deliveries, as they change; buttons for the control."""

import asyncio
import json
from collections.abc import AsyncIterator
from functools import cache
from importlib.resources import files
from typing import Any

from anyio import to_thread
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import (
    JSONResponse,
    PlainTextResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from .shown import Shown

_SECONDS_BETWEEN = 1.0
_MOST_STREAMS = 20
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; connect-src 'self'; style-src 'self'; script-src 'self'; img-src data:;"
        " frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    ),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
}
_MEDIA_TYPES = {
    "page.html": "text/html",
    "page.css": "text/css",
    "page.js": "text/javascript",
}


def page_routes(shown: Shown, guards: list[Middleware]) -> list[Route]:
    """Return the routes of the page and of what it shows, all of which the middleware guards."""

    async def state(_: Request) -> Response:
        return JSONResponse(await to_thread.run_sync(shown.now))

    endpoints: dict[str, Any] = {
        "/": _page,
        "/sandbox/page.css": _page,
        "/sandbox/page.js": _page,
        "/sandbox/state": state,
        "/sandbox/stream": _Streams(shown),
    }
    return [
        Route(path, endpoint, methods=["GET"], middleware=guards)
        for path, endpoint in endpoints.items()
    ]


class _Streams:
    """The streams of events of a worker: each reads the database every second, so there are only so many."""

    def __init__(self, shown: Shown) -> None:
        self._shown = shown
        self._open = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream events, or answer with 503."""
        if self._open >= _MOST_STREAMS:
            detail = "Too many pages are open. Close one, and load this one again."
            response: Response = PlainTextResponse(detail, 503)
            await response(scope, receive, send)
            return
        self._open += 1
        try:
            response = StreamingResponse(
                _changes(Request(scope, receive), self._shown),
                media_type="text/event-stream",
                headers={"Cache-Control": "no-store"},
            )
            await response(scope, receive, send)
        finally:
            self._open -= 1


async def _page(request: Request) -> Response:
    name = request.url.path.rpartition("/")[2] or "page.html"
    return Response(_text(name), media_type=_MEDIA_TYPES[name], headers=_HEADERS)


@cache
def _text(name: str) -> str:
    folder = files(__name__.rpartition(".")[0])
    return folder.joinpath(name).read_text(encoding="utf-8")


async def _changes(request: Request, shown: Shown) -> AsyncIterator[str]:
    """Yield server-sent events: what the page shows, whenever it changes."""
    before: dict[str, object] = {}
    while not await request.is_disconnected():
        now = await to_thread.run_sync(shown.now)
        if {**now, "time": ""} != before:
            before = {**now, "time": ""}
            yield f"data: {json.dumps(now)}\n\n"
        await asyncio.sleep(_SECONDS_BETWEEN)
