"""The generated server stub over ASGI: whole requests, from the credential to the answer."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx

from paycat.catalogue.directions import Direction
from paycat.conformance.engine import Engine, in_order
from paycat.conformance.engines.package import Package
from paycat.conformance.engines.problem import refusals_in
from paycat.contract.interface import Operation
from paycat.contract.model import Contract, Refusal
from paycat.contract.naming import snake
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
        answer = self._loop.run_until_complete(
            self._client.request(operation.http_method, operation.path, content=vector.body(), headers=headers)
        )
        if answer.status_code == operation.success.status:
            return ()
        if answer.headers["content-type"] != self._contract.interface.problem_media_type or answer.is_server_error:
            raise ValueError(f"the stub answered {answer.status_code} {answer.headers['content-type']}")
        return in_order(refusals_in(self._contract, vector.direction, answer.json()))

    def close(self) -> None:
        """Close the event loop."""
        self._loop.close()


def creating(contract: Contract, direction: Direction) -> Operation:
    """Return the operation that takes a direction's requests."""
    return next(operation for operation in contract.interface.operations if operation.request == direction)


class _Examples:
    """Handlers that answer every operation with its record's example."""

    def __init__(self, contract: Contract, package: Package) -> None:
        examples = {record.name: record.example for record in contract.interface.records}
        records = package.module("records")
        self._answers = {
            snake(operation.id): getattr(records, operation.success.record).model_validate(
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
