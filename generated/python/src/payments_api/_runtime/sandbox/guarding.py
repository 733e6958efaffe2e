# Part of paycat's runtime, copied unchanged. Do not edit.

"""The guard of the page and the control: it asks for the control key, as browsers ask for a password."""

import base64
import binascii
from hmac import compare_digest

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

_PROBLEM = {
    "title": "Unauthorized",
    "status": 401,
    "detail": "Send the control key as the password of HTTP Basic authentication, with any user name.",
}


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
    scheme, _, credentials = authorization.partition(" ")
    try:
        decoded = base64.b64decode(credentials.encode(), validate=True)
    except (binascii.Error, UnicodeError):
        return b""
    return decoded.partition(b":")[2] if scheme.lower() == "basic" else b""
