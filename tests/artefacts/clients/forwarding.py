"""What stands before a sandbox: it forwards each request, and keeps its body and what it was answered."""

import json
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import httpx
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response

from tests.artefacts.clients.remembering_stub import Answer, Seen
from tests.artefacts.sandbox.sandboxes import Sandbox

_OF_THE_CONNECTION = (
    "connection",
    "content-length",
    "expect",
    "host",
    "transfer-encoding",
    "upgrade",
    "http2-settings",
)


def created(answer: httpx.Response) -> Answer | None:
    """Return what a client tells of the record that a request created."""
    record = json.loads(answer.text, parse_float=Decimal, parse_int=Decimal)
    return Answer(record["id"], record["amount"]) if answer.is_success else None


class Forwarding:
    """An ASGI application before a sandbox; `seen` has every request, and `url` is where it is served.

    `auth` gives requests their credentials, in place of those of the client.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        kept: Callable[[httpx.Response], Any] = created,
        auth: httpx.Auth | None = None,
    ) -> None:
        self._kept, self._auth = kept, auth
        self.seen: list[Seen] = []
        self.url = ""
        self._sandbox = sandbox

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Forward a request, and answer as the sandbox does."""
        request = Request(scope, receive)
        body = await request.body()
        headers = {name: value for name, value in Headers(scope=scope).items() if name not in _OF_THE_CONNECTION}
        if self._auth:
            headers.pop("authorization", None)
        address = f"{self._sandbox.url}{request.url.path}"
        async with httpx.AsyncClient(auth=self._auth, trust_env=False) as http:
            answer = await http.request(request.method, address, headers=headers, content=body)
        self.seen.append(Seen(request.headers.get(self._sandbox.key_header(), ""), body, self._kept(answer)))
        media_type = answer.headers.get("content-type")
        await Response(answer.content, answer.status_code, media_type=media_type)(scope, receive, send)
