"""A request to an ASGI application of this process, and its answer."""

from collections.abc import AsyncIterator, Sequence
from typing import Any

import httpx


async def exchange(
    application: Any, http_method: str, target: str, headers: Sequence[tuple[str, str]], body: bytes
) -> httpx.Response:
    """Return the answer of an application to a request. Raises whatever the application raises.

    `target` is the path and the query as they are sent; a header may be there several times.
    Without the header Content-Length the body is sent in pieces. Raises ValueError when no answer comes.
    """

    async def pieces() -> AsyncIterator[bytes]:
        yield body

    is_counted = any(name == "Content-Length" for name, _ in headers)
    content = body if is_counted else pieces()
    request = httpx.Request(http_method, f"http://stub{target}", headers=list(headers), content=content)
    try:
        # The transport alone: a client of httpx takes longer than the application.
        answer = await httpx.ASGITransport(application).handle_async_request(request)
    except AssertionError as error:
        raise ValueError("the server ended without an answer") from error
    await answer.aread()
    return answer
