"""The server of a preview: its page, the events, and the reference pages; it reads, and answers this machine alone.

Requests are answered only if they name the address that is served: else a site could let its own name lead here
(DNS rebinding) and read the catalogue. No path is that of a file: pages have names, and what belongs to this page is a
table.
"""

import asyncio
import os
import socket
from functools import partial
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paycat.cli.preview.board import Board
from paycat.cli.preview.working import Work
from paycat.diagnostics import FindingsError
from paycat.files.installed import GENERATORS, bundled
from paycat.files.reading import file_bytes
from paycat.reporting.findings import in_one_line

_OWN = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; "
_POLICY = f"{_OWN}connect-src 'self'; frame-src 'self'; frame-ancestors 'none'"
_POLICY_OF_PAGES = f"{_OWN}connect-src http://127.0.0.1:* http://localhost:*; frame-ancestors 'self'"
_HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_MEDIA_TYPES = {".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".txt": "text/plain"}
_PORT_OF_HTTP = "80"
"""The port that browsers leave out."""
_MOST_SECONDS_TO_END = 5
_HERE = Path(__file__).parent
_FILES = {"/": _HERE / "page.html", "/preview.css": _HERE / "page.css", "/preview.js": _HERE / "page.js"}


def address_of(listener: socket.socket) -> str:
    """Return the address that a socket serves."""
    host, port = listener.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def application(work: Work, board: Board, address: str) -> Starlette:
    """Return the application that serves a preview at an address."""
    port = address.rpartition(":")[2]
    hosts = {address.removeprefix("http://").removesuffix(f":{port}"), "localhost"}
    host_names = {f"{host}:{port}" for host in hosts} | (hosts if port == _PORT_OF_HTTP else set())
    assets_folder = bundled(GENERATORS) / "docs" / "assets"
    file_by_path = {**_FILES, **{f"/{name}": assets_folder / name for name in ("check.js", "style.css")}}

    async def events(_: Request) -> Response:
        return StreamingResponse(board.events(), media_type="text/event-stream")

    async def page(request: Request) -> Response:
        path = str(request.path_params["path"])
        try:
            text = await asyncio.wrap_future(work.page(path))
        except FindingsError as error:
            return PlainTextResponse("".join(f"{in_one_line(finding)}\n" for finding in error.diagnostics), 500)
        if text is None:
            return PlainTextResponse("There is no such page.\n", 404)
        headers = {"Content-Security-Policy": _POLICY_OF_PAGES}
        return Response(text, media_type=_media_type(path), headers=headers)

    routes = [Route(path, partial(_file, file), methods=["GET"]) for path, file in file_by_path.items()]
    routes += [
        Route("/events", events, methods=["GET"]),
        # The version makes a page and what belongs to it new to the browser after each save.
        Route("/pages/{version}/{path:path}", page, methods=["GET"]),
    ]
    return Starlette(routes=routes, middleware=[Middleware(_Guard, host_names)])


async def _file(file: Path, _: Request) -> Response:
    return Response(file_bytes(file), media_type=_media_type(file.name), headers={"Content-Security-Policy": _POLICY})


def _media_type(path: str) -> str:
    return _MEDIA_TYPES.get(Path(path).suffix, "text/plain")


class _Guard:
    """Answers only who names the address that is served, and puts the same headers on every answer."""

    def __init__(self, app: ASGIApp, host_names: set[str]) -> None:
        self._app, self._host_names = app, host_names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(_HEADERS)
                headers.setdefault("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
            await send(message)

        hosts = Headers(scope=scope).getlist("host")
        if len(hosts) == 1 and hosts[0] in self._host_names:
            await self._app(scope, receive, guarded)
        else:
            await PlainTextResponse("This is not the address of the preview.\n", 421)(scope, receive, guarded)


class PreviewServer(uvicorn.Server):
    """Serves an application until a signal ends it, and ends its streams then, which would never end by themselves."""

    def __init__(self, app: ASGIApp, board: Board) -> None:
        # Requests that are no HTTP are answered, and are not worth a line of the terminal.
        config = uvicorn.Config(app, log_config=None, log_level="error", lifespan="off", ws="none", server_header=False)
        config.timeout_graceful_shutdown = _MOST_SECONDS_TO_END
        super().__init__(config)
        self._board = board

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then all connections."""
        self._board.end()
        await super().shutdown(sockets)


def listening_at(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address; with port 0 at any that is free. Raises OSError."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        if os.name == "posix":  # Elsewhere it lets two programs listen at one port.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()
    except OSError:
        listener.close()
        raise
    return listener
