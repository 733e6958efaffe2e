# Part of paycat's runtime, copied unchanged. Do not edit.

"""Guards: of every path, which answers at known hosts alone, and of the control, which asks for its key."""

from collections.abc import Collection
from hmac import compare_digest
from ipaddress import ip_address

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ..server.credentials import pair_of

_PROBLEM = {
    "title": "Unauthorized",
    "status": 401,
    "detail": "Send the control key as the password of HTTP Basic authentication, with any user name.",
}


class HostGuard:
    """An application that passes requests for known hosts to another one.

    A page of another site whose name leads to this machine sends its own name. On a listener that other machines reach,
    every address is known, as no name can lead to one.
    """

    def __init__(
        self, app: ASGIApp, hosts: Collection[str], with_addresses: bool
    ) -> None:
        self._app = app
        self._hosts = hosts
        self._with_addresses = with_addresses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request as the other application does, or with 400."""
        is_request = scope["type"] == "http"
        header = Headers(scope=scope).get("host", "") if is_request else ""
        if not is_request or self._is_known(host_in(header)):
            await self._app(scope, receive, send)
            return
        message = (
            "This host name is not known here; start the sandbox with --allow-host."
        )
        await PlainTextResponse(message, 400)(scope, receive, send)

    def _is_known(self, host: str) -> bool:
        return host in self._hosts or (self._with_addresses and is_address(host))


def host_in(header: str) -> str:
    """Return the host in the header Host (RFC 9110, section 7.2), in lower case and without the port."""
    host, _, port = header.lower().rpartition(":")
    is_port = (
        bool(host)
        and (port.isdecimal() or not port)
        and not (":" in host and host[-1:] != "]")
    )
    return host if is_port else header.lower()


def is_address(host: str) -> bool:
    """Return whether a host is an IP address, of which that of version 6 is in brackets."""
    try:
        inner = host[1:-1] if host[:1] + host[-1:] == "[]" else host
        return ip_address(inner).version == (6 if inner != host else 4)
    except ValueError:
        return False


class KeyGuard:
    """An application that passes requests with the control key to another one."""

    def __init__(self, app: ASGIApp, key: str) -> None:
        self._app = app
        self._key = key.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request as the other application does, or with 401."""
        given = password_of(Headers(scope=scope).get("authorization", ""))
        if compare_digest(given, self._key):
            await self._app(scope, receive, send)
            return
        asking = {"WWW-Authenticate": 'Basic realm="sandbox", charset="UTF-8"'}
        kind = "application/problem+json"
        response = JSONResponse(_PROBLEM, 401, headers=asking, media_type=kind)
        await response(scope, receive, send)


def password_of(authorization: str) -> bytes:
    """Return the password of HTTP Basic authentication; empty if there is none."""
    pair = pair_of(authorization)
    return pair[1].encode() if pair else b""
