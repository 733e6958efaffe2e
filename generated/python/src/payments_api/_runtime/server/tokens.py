# Part of paycat's runtime, copied unchanged. Do not edit.

"""The address that gives tokens for the id and the secret of a client (RFC 6749, section 4.4)."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import parse_qsl, unquote_plus

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ..credentials import Credential
from ..media_types import parsed
from .credentials import pair_of
from .failures import log_failure
from .heads import BODY_SECONDS, Head
from .service import Service
from .waiting import within

_LARGEST = 4096
_FORM = "application/x-www-form-urlencoded"
_NEVER_KEPT = {"Cache-Control": "no-store", "Pragma": "no-cache"}
_BASIC = {"WWW-Authenticate": 'Basic realm="tokens", charset="UTF-8"'}


@dataclass(frozen=True, slots=True)
class Token:
    """A token for a client, and how many seconds it is valid."""

    text: str = field(repr=False)
    seconds: int


def token_routes(service: Service, asked: object) -> Iterator[Route]:
    """Yield a route for each credential whose tokens the service gives; `asked` makes them."""
    for credential in service.credentials:
        if credential.token_path:
            answer = partial(_answer, service, credential, asked)
            yield Route(credential.token_path, answer, methods=["POST"])


async def _answer(
    service: Service, credential: Credential, asked: object, request: Request
) -> Response:
    try:
        body = await within(BODY_SECONDS, _form_in(request))
        return await _answer_to(credential, asked, request, body)
    except ClientDisconnect:
        return Response(status_code=400)
    except TimeoutError:
        return _failed("invalid_request")
    except Exception as error:  # noqa: BLE001 - whatever fails is answered, as a client of RFC 6749 reads it
        log_failure(service.logger, error, credential.token_path)
        return _failed("server_error", 500)


async def _form_in(request: Request) -> bytes:
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > _LARGEST:
            break
    return bytes(body)


async def _answer_to(
    credential: Credential, asked: object, request: Request, body: bytes
) -> Response:
    if len(body) > _LARGEST:
        return _failed("invalid_request", 413)
    media_type, _ = parsed(request.headers.get("content-type", ""))
    pairs = parse_qsl(body.decode("latin-1"), keep_blank_values=True)
    values = dict(pairs)
    is_form = media_type == _FORM and len(values) == len(pairs)
    given = _client_in(Head(request.scope), values)
    if not is_form or given is None or "grant_type" not in values:
        return _failed("invalid_request")
    if values["grant_type"] != "client_credentials":
        return _failed("unsupported_grant_type")
    make_token: Any = getattr(asked, f"{credential.name}_token")
    token: Token | None = await make_token(*given) if given and all(given) else None
    if token is None:
        return _failed("invalid_client", 401)
    answer = {
        "access_token": token.text,
        "token_type": "Bearer",  # nosec B105 - how it is sent
        "expires_in": token.seconds,
    }
    return JSONResponse(answer, headers=_NEVER_KEPT)


def _client_in(head: Head, values: dict[str, str]) -> tuple[str, ...] | None:
    """Return id and secret of a client, from the header or the form; None if both or half have them."""
    names = ("client_id", "client_secret")
    in_form = [values[name] for name in names if name in values]
    if b"authorization" not in head:
        return tuple(in_form) if len(in_form) != 1 else None
    if in_form or head.repeated(b"authorization"):
        return None
    return tuple(map(unquote_plus, pair_of(head.value(b"authorization"))))


def _failed(error: str, status: int = 400) -> Response:
    challenge = _BASIC if status == 401 else {}
    return JSONResponse({"error": error}, status, {**_NEVER_KEPT, **challenge})
