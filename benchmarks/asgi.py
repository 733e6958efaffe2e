"""Servers over ASGI, without a network: the generated stub, one that validates nothing, and FastAPI as a peer."""

import asyncio
import importlib
from collections.abc import Awaitable, Callable
from typing import Any

from measuring import Repeat
from pydantic import RootModel
from starlette.applications import Starlette
from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from paycat.catalogue.interface import Operation
from paycat.conformance.run.engines.models import Package
from paycat.conformance.run.engines.problem import taking
from paycat.contract.model import Contract, Request
from paycat.contract.naming import pascal, snake
from paycat.text.json_data import json_line

App = Callable[[Any, Any, Any], Awaitable[None]]

_HEADERS = [(b"authorization", b"Bearer benchmark"), (b"content-type", b"application/json")]


def _taking(contract: Contract) -> list[Operation]:
    return [taking(contract, direction) for direction in contract.direction_names]


def _examples(contract: Contract) -> dict[str, Any]:
    return {record.name: record.example for record in contract.interface.records}


def _records(contract: Contract, package: Package) -> dict[str, Any]:
    examples, records = _examples(contract), package.module("records")
    names = [operation.success.record for operation in _taking(contract)]
    return {name: getattr(records, name).model_validate(examples[name]) for name in names}


def stub_app(contract: Contract, package: Package) -> App:
    """Return the generated stub; its handlers answer with the records' examples."""
    records = _records(contract, package)
    answers = {snake(operation.id): records[operation.success.record] for operation in _taking(contract)}

    class Handlers:
        def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
            async def handler(**_: Any) -> Any:
                return answers[name]

            return handler

    async def known_caller(credential: str) -> str:
        return credential

    app: App = package.module("server").create_app(Handlers(), known_caller)
    return app


def bare_app(contract: Contract) -> App:
    """Return a server that reads JSON and answers with the record's example, whatever was sent."""
    examples = _examples(contract)

    def route(operation: Operation) -> Route:
        async def endpoint(request: HttpRequest) -> Response:
            await request.json()
            return JSONResponse(examples[operation.success.record], operation.success.status)

        return Route(operation.path, endpoint, methods=[operation.http_method])

    return Starlette(routes=list(map(route, _taking(contract))))


def fastapi_app(contract: Contract, package: Package) -> App:
    """Return FastAPI with the generated models as bodies and answers; it asks for no credential."""
    app: Any = importlib.import_module("fastapi").FastAPI()  # It need not be installed.
    records = _records(contract, package)

    def add(operation: Operation) -> None:
        async def endpoint(request: Any) -> Any:
            return records[operation.success.record]

        union = getattr(package.module("requests"), f"{pascal(operation.request or '')}Request")
        # FastAPI takes an annotated union apart, and then tries every model; a root model keeps it whole.
        endpoint.__annotations__["request"] = RootModel[union]  # type: ignore[valid-type]  # a union of classes
        app.add_api_route(
            *(operation.path, endpoint), methods=[operation.http_method], status_code=operation.success.status
        )

    for operation in _taking(contract):
        add(operation)
    served: App = app
    return served


def posting(runner: asyncio.Runner, app: App, contract: Contract, request: Request) -> Repeat:
    """Return what posts the full sample of a request type, which must be accepted."""
    operation = taking(contract, request.direction)
    body = json_line(request.sample("full").payload).encode()

    async def post(times: int) -> None:
        for _ in range(times):
            status = await _posted(app, operation, body)
            assert status == operation.success.status, f"{request.direction} {request.method} is answered {status}"

    return lambda times: runner.run(post(times))


async def _posted(app: App, operation: Operation, body: bytes) -> int:
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": operation.http_method,
        "scheme": "http",
        "path": operation.path,
        "raw_path": operation.path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [*_HEADERS, (b"content-length", str(len(body)).encode())],
        "server": ("localhost", 80),
        "client": None,
    }
    await app(scope, receive, send)
    status: int = sent[0]["status"]
    return status
