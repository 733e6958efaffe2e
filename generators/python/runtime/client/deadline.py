# Part of paycat's runtime, copied unchanged. Do not edit.

"""How long a call may take in all, however slowly the service sends its answer."""

import math
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import httpx


def check_seconds(name: str, seconds: float) -> None:
    """Raises ValueError unless a number of seconds is one that can be waited for."""
    if not 0 < seconds < math.inf:
        raise ValueError(f"{name} must be a number of seconds above 0")


class Deadline:
    """The moment, on the monotonic clock, by which a call has ended.

    Within the block of another deadline it is that one, if that is earlier.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds
        outer = _CURRENT.get()
        if outer is not None and outer._end < self._end:
            self.seconds, self._end = outer.seconds, outer._end

    def left(self) -> float:
        """Return the seconds that are left; 0 or less when the time is up."""
        return self._end - time.monotonic()

    def check(self) -> float:
        """Return the seconds that are left. Raises httpx.ReadTimeout when there are none."""
        left = self.left()
        if left <= 0:
            raise too_late()
        return left

    def limit(self, request: httpx.Request) -> None:
        """Shorten the timeouts of a request to what is left. Raises httpx.ReadTimeout."""
        left = self.check()
        # To connect takes two steps, TCP and TLS, and each may take that long.
        most = {"connect": left / 2}
        timeouts: Mapping[str, float | None] = request.extensions["timeout"]
        request.extensions["timeout"] = {
            name: min(most.get(name, left), left if seconds is None else seconds)
            for name, seconds in timeouts.items()
        }

    @contextmanager
    def limits_reads(self) -> Generator[None, None, None]:
        """Within the block, no read or call of this thread or task lasts beyond it."""
        token = _CURRENT.set(self)
        try:
            yield
        finally:
            _CURRENT.reset(token)


_CURRENT: ContextVar[Deadline | None] = ContextVar("deadline", default=None)
_OPENED = (".connect_tcp.complete", ".start_tls.complete")


def watch(event: str, info: Mapping[str, Any]) -> None:
    """Make a new connection keep to the deadline of the call that reads from it.

    This is a `trace` of HTTPX. The timeout of HTTPX begins again with every byte, so a
    service that sends its answer byte by byte would keep plain code for hours.
    """
    stream = info.get("return_value")
    if stream is not None and event.endswith(_OPENED):
        stream.read = _limited(stream.read)


def _limited(read: Callable[..., bytes]) -> Callable[..., bytes]:
    def limited(max_bytes: int, timeout: float | None = None) -> bytes:
        deadline = _CURRENT.get()
        if deadline is None:
            return read(max_bytes, timeout=timeout)
        left = deadline.check()
        return read(max_bytes, timeout=left if timeout is None else min(left, timeout))

    return limited


def too_late() -> httpx.ReadTimeout:
    """Return the error of an attempt that the deadline ended."""
    return httpx.ReadTimeout("the deadline of the call has passed")
