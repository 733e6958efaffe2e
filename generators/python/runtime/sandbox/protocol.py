# Part of paycat's runtime, copied unchanged. Do not edit.

"""HTTP/1.1 as uvicorn reads it, with a limit on how long the head of a request may take."""

import asyncio

import h11
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

CLOSE = "sandbox.close"
"""The extension of ASGI that ends the connection of a request."""

_HEAD_SECONDS = 10.0


class Protocol(H11Protocol):
    """A connection, which ends if the head of a request does not arrive in time."""

    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # uvicorn has this one
        """Begin to wait for the first head."""
        super().connection_made(transport)
        self._begin()
        served = self.app

        async def closing(scope: Scope, receive: Receive, send: Send) -> None:
            scope.setdefault("extensions", {})[CLOSE] = transport.close
            await served(scope, receive, send)

        self.app = closing

    def data_received(self, data: bytes) -> None:
        """Read data, and wait for the rest of a head."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._end()
        elif self.conn.trailing_data[0]:
            self._begin()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._end()
        super().connection_lost(exc)

    def _begin(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(_HEAD_SECONDS, self.transport.close)

    def _end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
