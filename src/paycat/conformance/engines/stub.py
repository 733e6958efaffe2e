"""The generated server stub over ASGI: whole requests, from the credential to the answer."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx

from paycat.conformance.engine import Engine, in_order
from paycat.conformance.engines.package import Package
from paycat.conformance.engines.problem import answered, creating
from paycat.contract.model import Contract, Refusal
from paycat.models.operations import method_name
from paycat.vectors.model import Vector

_HEADERS = {"Authorization": "Bearer conformance", "Content-Type": "application/json"}


class StubEngine(Engine):
    """Posts bodies to the stub, whose handlers answer with the records' examples."""

    name = "stub"
    artefact = "stub"
    stages = ("text", "dispatch", "fields")

    def __init__(self, contract: Contract, generated: Path) -> None:
        package = Package(contract, generated)
        app = package.module("server").create_app(_Examples(contract, package), _known_caller)
        self._contract = contract
        self._client = httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://stub")
        self._loop = asyncio.new_event_loop()

    def refusals(self, vector: Vector) -> tuple[Refusal, ...]:
        """Return what the stub refuses. Raises ValueError for an answer that the interface does not have."""
        operation = creating(self._contract, vector.direction)
        headers = {name: value for name, value in {**_HEADERS, **vector.headers}.items() if value}
        body: bytes | AsyncIterator[bytes] = vector.body()
        if vector.headers.get("Content-Length") == "":
            body = _in_pieces(vector.body())
        answer = self._loop.run_until_complete(
            self._client.request(operation.http_method, operation.path, content=body, headers=headers)
        )
        return in_order(answered(self._contract, vector.direction, answer))

    def close(self) -> None:
        """Close the event loop, and what still runs in it."""
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()


async def _in_pieces(body: bytes) -> AsyncIterator[bytes]:
    yield body


class _Examples:
    """Handlers that answer every operation with its record's example."""

    def __init__(self, contract: Contract, package: Package) -> None:
        examples = {record.name: record.example for record in contract.interface.records}
        records = package.module("records")
        self._answers: dict[str, Any] = {
            method_name(operation): getattr(records, operation.success.record).model_validate(
                examples[operation.success.record]
            )
            for operation in contract.interface.operations
        }

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        async def handler(**_: Any) -> Any:
            return self._answers[name]

        return handler


async def _known_caller(credential: str) -> str:
    return credential
