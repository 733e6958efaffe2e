# Part of paycat's runtime, copied unchanged. Do not edit.

"""The application: every operation is routed, read strictly, handled, and answered as documented.

A body passes its stages in one order: credential, size, media type, text, method code,
availability, fields. What one stage rejects no later stage sees.
"""

import asyncio
import re
from collections.abc import Mapping
from functools import partial
from http import HTTPStatus
from secrets import token_hex
from types import NoneType
from typing import Any
from urllib.parse import quote

from pydantic import BaseModel
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from ..body import BodyError
from ..media_types import is_of
from ..problems import ProblemError
from .causes import Cause, RejectedError
from .credentials import ReadBody, caller_of, challenges
from .failures import log_failure, raise_if_cancelled
from .heads import (
    BODY_SECONDS,
    Head,
    check_body_headers,
    check_path_value,
    sendable,
)
from .parameters import Parameter
from .service import Context, Operation, Service
from .tokens import token_routes
from .waiting import within

_LETTERS = str.maketrans("0123456789", "ghijklmnop")
_TAG = re.compile('"[^"]*"')
_VARIABLE = re.compile(r"\{[^{}]*\}")


def create_app(service: Service, handlers: object, authenticate: object) -> Starlette:
    """Return the ASGI application that serves the handlers of a service to authenticated callers.

    `authenticate` has a method for each credential, or is one for the only key.
    """
    paths: dict[str, dict[str, Operation]] = {}
    for operation in service.operations.values():
        paths.setdefault(operation.path, {})[operation.http_method] = operation
    routes: list[Route] = []
    # As OpenAPI says, a path without parameters is matched before one with them.
    for path, operations in sorted(paths.items(), key=lambda one: "{" in one[0]):
        endpoint = _Endpoint(service, operations, handlers, authenticate)
        routes.append(Route(path, endpoint, methods=list(operations)))
    routes += token_routes(service, authenticate)
    unrouted = {HTTPException: partial(_unrouted, service)}
    app = Starlette(routes=routes, exception_handlers=unrouted)
    app.router.redirect_slashes = False  # another path is another path, not a redirect
    return app


class _Endpoint:
    """The ASGI application of a path: it answers the requests of some operations."""

    def __init__(
        self,
        service: Service,
        operations: Mapping[str, Operation],
        handlers: object,
        authenticate: object,
    ) -> None:
        self._service = service
        self._operations = operations
        self._handlers = handlers
        self._authenticate = authenticate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self._response(scope, receive)
        await response(scope, receive, send)

    async def _response(self, scope: Scope, receive: Receive) -> Response:
        head, request_id = Head(scope), _new_request_id()
        http_method = "GET" if scope["method"] == "HEAD" else scope["method"]
        operation, service = self._operations[http_method], self._service
        try:
            try:
                body = _Body(head, receive, service.largest).read
                caller = await caller_of(
                    head, operation.alternatives, self._authenticate, body
                )
                arguments = await _arguments(service, operation, head, body)
                handler = getattr(self._handlers, operation.handler)
                context = Context(request_id, caller)
                record = await handler(**arguments, context=context)
                return _answer(service, head, operation, record, context)
            except RejectedError as error:
                response = _rejected(service, head, error, request_id)
            except service.problem as error:
                response = _problem(service, head, error, request_id)
            for challenge in challenges(operation.alternatives, response):
                response.headers.append("WWW-Authenticate", challenge)
            return response
        except ClientDisconnect:
            return Response(status_code=400)
        except asyncio.CancelledError as error:
            raise_if_cancelled(error)
            return _failed(service, head, error, request_id)
        except Exception as error:  # noqa: BLE001 - whatever fails is answered, as a problem
            return _failed(service, head, error, request_id)


def _new_request_id() -> str:
    """Return an identifier without digits: whoever hides the numbers of cards from logs would hide a long one."""
    return f"req_{token_hex(16).translate(_LETTERS)}"


class _Body:
    """The body of a request, received once, when it is first read: a signature may cover it."""

    def __init__(self, head: Head, receive: Receive, largest: int) -> None:
        self._head, self._receive, self._largest = head, receive, largest
        self._received: bytes | None = None

    async def read(self) -> bytes:
        if self._received is None:
            check_body_headers(self._head, self._largest)
            reading = _read(self._receive, self._largest)
            try:
                self._received = await within(BODY_SECONDS, reading)
            except TimeoutError:
                raise RejectedError(
                    "malformed_body", "The body did not arrive in time."
                ) from None
        return self._received


async def _arguments(
    service: Service, operation: Operation, head: Head, read: ReadBody
) -> dict[str, Any]:
    arguments: dict[str, Any] = {}
    for parameter in operation.path_parameters:
        arguments[parameter.argument] = _path_value(head, parameter)
    if operation.direction:
        body = await _body(service, head, read, operation.media_type)
        naming = operation.method_parameter
        method = head.path_value(naming) if naming else None
        arguments["request"] = service.parse(operation.direction, body, method)
    if operation.query_parameters:
        query = head.query()
        for parameter in operation.query_parameters:
            given = query.getlist(parameter.name)
            arguments[parameter.argument] = parameter.read(given)
    for parameter in operation.header_parameters:
        given = head.values(parameter.name.lower().encode())
        arguments[parameter.argument] = parameter.read(given)
    return arguments


def _path_value(head: Head, parameter: Parameter) -> int | str | None:
    text = head.path_value(parameter.name)
    check_path_value(text)
    try:
        return parameter.read([text])
    except RejectedError as error:
        raise RejectedError("not_found") from error


async def _body(
    service: Service, head: Head, read: ReadBody, media_type: str
) -> dict[str, Any]:
    body = await read()
    if not is_of(head.value(b"content-type"), media_type):
        raise RejectedError("unsupported_media_type", f"Send {media_type} in UTF-8.")
    encoding = head.value(b"content-encoding", "identity")
    if encoding.strip().lower() != "identity":
        raise RejectedError(
            "unsupported_media_type", "Send the body without a content encoding."
        )
    try:
        return service.read_object(body)
    except BodyError as error:
        detail = error.sentence
    raise RejectedError("malformed_body", detail)


async def _read(receive: Receive, largest: int) -> bytes:
    body, is_complete = bytearray(), False
    while not is_complete:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        if len(body) > largest:
            raise RejectedError("payload_too_large")
        is_complete = not message.get("more_body", False)
    return bytes(body)


def _answer(
    service: Service,
    head: Head,
    operation: Operation,
    record: BaseModel | None,
    context: Context,
) -> Response:
    if not isinstance(record, operation.record or NoneType):
        raise TypeError("the handler returned no record of its operation")
    own = {service.request_id_header: context.request_id}
    if operation.located_by:
        identifier = quote(str(getattr(record, operation.located_by)), safe="")
        own["Location"] = _location(head, operation, identifier)
    given = context.answer_headers
    if service.tagged and operation.http_method == "GET" and _is_known(head, given):
        headers = {**sendable(_others(given, own)), **own}
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    headers = {**sendable(_others(given, own)), **own} if given else own
    if record is None:
        return Response(status_code=operation.status, headers=headers)
    return Response(
        # What `model_dump_json` calls, without the look at its options.
        record.__pydantic_serializer__.to_json(record, by_alias=True),
        status_code=operation.status,
        headers=headers,
        media_type=operation.answer_media_type,
    )


def _location(head: Head, operation: Operation, identifier: str) -> str:
    if not operation.reading_path:
        return f"{head.path().rstrip('/')}/{identifier}"
    path = _VARIABLE.sub(lambda _: identifier, operation.reading_path)
    return head.mounted_at() + path


def _is_known(head: Head, given: Mapping[str, str]) -> bool:
    """Return whether the client has this answer: `If-None-Match` names its tag, weak or not (RFC 9110, 13.1.2)."""
    tag = next((value for name, value in given.items() if name.lower() == "etag"), "")
    known = ",".join(head.values(b"if-none-match"))
    return bool(tag) and (
        known.strip() == "*" or tag.removeprefix("W/") in _TAG.findall(known)
    )


def _others(given: Mapping[str, str], taken: Mapping[str, str]) -> dict[str, str]:
    names = {name.lower() for name in taken}
    return {name: value for name, value in given.items() if name.lower() not in names}


def _problem(
    service: Service, head: Head, error: ProblemError[Any], request_id: str
) -> Response:
    document = error.document(instance=head.path(), request_id=request_id)
    own = {service.request_id_header: request_id}
    headers = {**sendable(_others(error.headers, own)), **own}
    return JSONResponse(
        document,
        status_code=error.status,
        headers=headers,
        media_type=service.media_type,
    )


def _rejected(
    service: Service, head: Head, error: RejectedError, request_id: str
) -> Response:
    slug = service.slugs[error.cause]
    problem = service.problem(slug, error.detail, headers=error.headers)
    return _problem(service, head, problem, request_id)


def _failed(
    service: Service, head: Head, error: BaseException, request_id: str
) -> Response:
    log_failure(service.logger, error, request_id)
    return _rejected(service, head, RejectedError("internal_error"), request_id)


async def _unrouted(service: Service, request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    wrong_method = error.status_code == HTTPStatus.METHOD_NOT_ALLOWED
    cause: Cause = "http_method" if wrong_method else "not_found"
    rejected = RejectedError(cause, headers=error.headers)
    return _rejected(service, Head(request.scope), rejected, _new_request_id())
