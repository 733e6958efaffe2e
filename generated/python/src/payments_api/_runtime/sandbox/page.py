# Part of paycat's runtime, copied unchanged. Do not edit.

"""The page at `/`: requests and records, as they change, with what each of them is in full; buttons for the control."""

import asyncio
import html
import json
import time
from collections.abc import AsyncIterator, Mapping
from functools import cache
from importlib.resources import files
from string import Template
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
from .views import View, view_of

_SECONDS_BETWEEN = 1.0
_RESTING = 20
"""So many times as long as a stream reads it rests, so that a search in many records leaves the processor to others."""
_MOST_STREAMS = 20
_MOST_DIGITS = 9
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; connect-src 'self'; style-src 'self'; script-src 'self'; img-src data:;"
        " frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    ),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
}
_MEDIA_TYPES = {
    "page.css": "text/css",
    "page.js": "text/javascript",
    "lists.js": "text/javascript",
    "rows.js": "text/javascript",
    "parts.js": "text/javascript",
}


def page_routes(shown: Shown, guards: list[Middleware]) -> list[Route]:
    """Return the routes of the page and of what it shows, all of which the middleware guards."""

    hidden = "" if shown.has_reference else "hidden"
    title = html.escape(shown.title)
    front = Template(_text("page.html")).substitute(title=title, hidden=hidden)

    async def page(_: Request) -> Response:
        return Response(front, media_type="text/html", headers=_HEADERS)

    async def state(request: Request) -> Response:
        view = view_of(request.query_params)
        return _json(await to_thread.run_sync(shown.now, view))

    async def asked(request: Request) -> Response:
        text = request.path_params["number"]
        is_number = text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS
        number = int(text) if is_number else 0
        return _json(await to_thread.run_sync(shown.request, number))

    async def record(request: Request) -> Response:
        id = request.path_params["id"].replace("\0", "")
        return _json(await to_thread.run_sync(shown.record, id))

    endpoints: dict[str, Any] = {
        "/": page,
        **{f"/sandbox/{name}": _part for name in _MEDIA_TYPES},
        "/sandbox/state": state,
        "/sandbox/requests/{number}": asked,
        "/sandbox/records/{id}": record,
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
            request = Request(scope, receive)
            response = StreamingResponse(
                _changes(request, self._shown, view_of(request.query_params)),
                media_type="text/event-stream",
                headers=_HEADERS,
            )
            await response(scope, receive, send)
        finally:
            self._open -= 1


async def _part(request: Request) -> Response:
    name = request.url.path.rpartition("/")[2]
    return Response(_text(name), media_type=_MEDIA_TYPES[name], headers=_HEADERS)


def _json(found: Mapping[str, Any] | None) -> Response:
    if found is None:
        return PlainTextResponse("There is none.", 404, headers=_HEADERS)
    return JSONResponse(found, headers=_HEADERS)


@cache
def _text(name: str) -> str:
    folder = files(__name__.rpartition(".")[0])
    return folder.joinpath(name).read_text(encoding="utf-8")


async def _changes(request: Request, shown: Shown, view: View) -> AsyncIterator[str]:
    """Yield server-sent events: first all that a view shows, then what changed of it."""
    before: Mapping[str, Any] = {}
    while not await request.is_disconnected():
        started = time.monotonic()
        now = await to_thread.run_sync(shown.now, view)
        changed = changes(before, now)
        if changed:
            before = now
            yield f"data: {json.dumps({'time': now['time'], **changed})}\n\n"
        taken = time.monotonic() - started
        await asyncio.sleep(max(_SECONDS_BETWEEN, _RESTING * taken))


def changes(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """Return what changed of what is shown: of a list, the keys of all rows in order, and the rows that are new."""
    found: dict[str, Any] = {}
    if now["frame"] != before.get("frame"):
        found["frame"] = now["frame"]
    for name, key in (("requests", "number"), ("records", "id")):
        one, known = now[name], before.get(name)
        if one == known:
            continue
        rows = {row[key]: row for row in known["rows"]} if known else {}
        found[name] = {
            "keys": [row[key] for row in one["rows"]],
            "rows": [row for row in one["rows"] if rows.get(row[key]) != row],
            "of_page": one["of_page"],
            "has_older": one["has_older"],
        }
    return found
