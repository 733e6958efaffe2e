"""Answers of an untrusted server, read within a limit on the size and a deadline.

The timeout of HTTPX restarts with every byte, so a server that sends its answer byte by byte would delay a run for
hours. Each connection therefore reads until the deadline of its request.
"""

import time
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from typing import Any

import httpx

MOST_BYTES = 1_048_576
_OPENED = (".connect_tcp.complete", ".start_tls.complete")

_deadline: ContextVar[float] = ContextVar("deadline")


class AnswerTooLargeError(Exception):
    """The answer is larger than any answer of the interface, or compressed, though it was to come as it is."""


def receive(client: httpx.Client, request: httpx.Request, seconds: float) -> httpx.Response:
    """Return the answer to a request, read whole. Raises httpx.TransportError and AnswerTooLargeError."""
    request.headers["Accept-Encoding"] = "identity"
    request.extensions["trace"] = _watch
    token = _deadline.set(time.monotonic() + seconds)
    try:
        answer = client.send(request, stream=True)
        try:
            body = _read(answer)
        finally:
            answer.close()
    finally:
        _deadline.reset(token)
    return httpx.Response(answer.status_code, headers=answer.headers, content=body, request=request)


def _read(answer: httpx.Response) -> bytes:
    if answer.headers.get("Content-Encoding", "identity").strip().lower() != "identity":
        raise AnswerTooLargeError("the answer is compressed, though the request accepts none of that")
    body = bytearray()
    for piece in answer.iter_raw():
        body += piece
        if len(body) > MOST_BYTES:
            raise AnswerTooLargeError(f"the answer is larger than {MOST_BYTES:,} bytes")
        _seconds_left()
    return bytes(body)


def _seconds_left() -> float:
    left = _deadline.get() - time.monotonic()
    if left <= 0:
        raise httpx.ReadTimeout("the whole answer did not arrive in time")
    return left


def _watch(event: str, info: Mapping[str, Any]) -> None:
    stream = info.get("return_value")
    if stream is not None and event.endswith(_OPENED):
        stream.read = _limited(stream.read)


def _limited(read: Callable[..., bytes]) -> Callable[..., bytes]:
    def limited(max_bytes: int, timeout: float | None = None) -> bytes:
        left = _seconds_left()
        return read(max_bytes, timeout=left if timeout is None else min(left, timeout))

    return limited
