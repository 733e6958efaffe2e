"""The application: every operation is routed, read strictly, handled, and answered as documented.

A body passes its stages in one order: credential, size, media type, text, method code,
availability, fields. What one stage refuses no later stage sees.
"""

import logging
import traceback
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Any
from uuid import uuid4

from pydantic import BaseModel
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ..body import LARGEST, BodyError, read_object
from ..parsing import parse
from ..problems import MEDIA_TYPE, ProblemError, Slug
from .handlers import Authenticate, Context, Handlers
from .parameters import Parameter
from .routes import OPERATIONS, Operation

_LOGGER = logging.getLogger(__name__)
_REQUEST_ID = "Request-Id"

_HTTP_METHOD: Slug = "method-not-allowed"
_INTERNAL: Slug = "internal-error"
_MALFORMED: Slug = "malformed-json"
_MEDIA_TYPE: Slug = "unsupported-media-type"
_NOT_FOUND: Slug = "not-found"
_TOO_LARGE: Slug = "payload-too-large"
_UNKNOWN_CALLER: Slug = "unauthenticated"

Endpoint = Callable[[Request], Awaitable[Response]]


def create_app(handlers: Handlers, authenticate: Authenticate) -> Starlette:
    """Return the ASGI application that serves the handlers to authenticated callers."""
    paths: dict[str, dict[str, Operation]] = {}
    for operation in OPERATIONS.values():
        paths.setdefault(operation.path, {})[operation.http_method] = operation
    routes: list[Route] = []
    for path, operations in paths.items():
        endpoint = _endpoint(operations, handlers, authenticate)
        routes.append(Route(path, endpoint, methods=list(operations)))
    return Starlette(routes=routes, exception_handlers={HTTPException: _unrouted})


def _endpoint(
    operations: Mapping[str, Operation], handlers: Handlers, authenticate: Authenticate
) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        request_id = f"req_{uuid4().hex}"
        operation = operations["GET" if request.method == "HEAD" else request.method]
        try:
            caller = await _caller(request, authenticate)
            arguments = await _arguments(request, operation)
            handler = getattr(handlers, operation.handler)
            record = await handler(**arguments, context=Context(request_id, caller))
            return _answer(request, operation, record, request_id)
        except ProblemError as error:
            return _problem(request, error, request_id)
        except ClientDisconnect:
            return Response(status_code=400)
        except Exception as error:  # noqa: BLE001 - whatever fails is answered, as a problem
            _log(error, request_id)
            return _problem(request, ProblemError(_INTERNAL), request_id)

    return endpoint


async def _caller(request: Request, authenticate: Authenticate) -> Any:
    scheme, _, credential = request.headers.get("authorization", "").partition(" ")
    caller = None
    if scheme.lower() == "bearer" and credential.strip():
        caller = await authenticate(credential.strip())
    if caller is None:
        raise ProblemError(_UNKNOWN_CALLER, headers={"WWW-Authenticate": "Bearer"})
    return caller


async def _arguments(request: Request, operation: Operation) -> dict[str, Any]:
    arguments: dict[str, Any] = {}
    for parameter in operation.path_parameters:
        arguments[parameter.argument] = _path_value(request, parameter)
    for parameter in operation.query_parameters:
        arguments[parameter.argument] = parameter.read(request.query_params)
    for parameter in operation.header_parameters:
        arguments[parameter.argument] = parameter.read(request.headers)
    if operation.direction:
        arguments["request"] = parse(operation.direction, await _body(request))
    return arguments


def _path_value(request: Request, parameter: Parameter) -> int | str | None:
    try:
        return parameter.read(request.path_params)
    except ProblemError as error:
        raise ProblemError(_NOT_FOUND) from error


async def _body(request: Request) -> dict[str, Any]:
    declared = request.headers.get("content-length", "0")
    if declared.isdecimal() and int(declared[:20]) > LARGEST:
        raise ProblemError(_TOO_LARGE)
    if not _is_json(request.headers.get("content-type", "")):
        raise ProblemError(_MEDIA_TYPE, "Send application/json in UTF-8.")
    encoding = request.headers.get("content-encoding", "identity")
    if encoding.strip().lower() != "identity":
        raise ProblemError(_MEDIA_TYPE, "Send the body without a content encoding.")
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST:
            raise ProblemError(_TOO_LARGE)
    try:
        return read_object(bytes(body))
    except BodyError as error:
        detail = str(error)
    raise ProblemError(_MALFORMED, detail[:1].upper() + detail[1:] + ".")


def _is_json(media_type: str) -> bool:
    kind, _, options = media_type.lower().partition(";")
    charset = options.strip().replace('"', "")
    return kind.strip() == "application/json" and charset in ("", "charset=utf-8")


def _answer(
    request: Request, operation: Operation, record: BaseModel, request_id: str
) -> Response:
    headers = {_REQUEST_ID: request_id}
    if operation.located:
        identifier = getattr(record, "id", "")
        headers["Location"] = f"{request.url.path.rstrip('/')}/{identifier}"
    return Response(
        record.model_dump_json(by_alias=True),
        status_code=operation.status,
        headers=headers,
        media_type="application/json",
    )


def _problem(request: Request, error: ProblemError, request_id: str) -> Response:
    document = error.document(instance=request.url.path, request_id=request_id)
    headers = {**error.headers, _REQUEST_ID: request_id}
    return JSONResponse(
        document, status_code=error.status, headers=headers, media_type=MEDIA_TYPE
    )


async def _unrouted(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    wrong_method = error.status_code == HTTPStatus.METHOD_NOT_ALLOWED
    slug = _HTTP_METHOD if wrong_method else _NOT_FOUND
    problem = ProblemError(slug, headers=error.headers)
    return _problem(request, problem, f"req_{uuid4().hex}")


def _log(error: Exception, request_id: str) -> None:
    # The exception's own text may hold a value of the request, so it is not logged.
    places = "".join(traceback.format_tb(error.__traceback__))
    _LOGGER.error("%s failed with %s\n%s", request_id, type(error).__name__, places)
