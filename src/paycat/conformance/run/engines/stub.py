"""The generated server stub over ASGI: whole requests, from the credential to the answer."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from paycat.catalogue.interface import Operation
from paycat.conformance.derive.model import ValueVector, Vector
from paycat.conformance.run.engine import Engine, in_order
from paycat.conformance.run.engines.asgi import AppAnswer, exchange
from paycat.conformance.run.engines.package import Package
from paycat.conformance.run.engines.problem import answered, creating, problem_in
from paycat.conformance.run.engines.values import operations_with, parameter_request, problem_of
from paycat.contract.model import Contract, Violation
from paycat.python.operations import method_name

_HEADERS = {"Authorization": "Bearer conformance", "Content-Type": "application/json"}


class StubEngine(Engine):
    """Posts bodies to the stub, whose handlers answer with the records' examples."""

    name = "stub"
    artefact = "stub"
    stages = ("text", "dispatch", "fields", "parameter")

    def __init__(self, contract: Contract, generated: Path, *, loads_models: bool = True) -> None:
        package = Package(contract, generated, loads_models=loads_models)
        self._app = package.module("server").create_app(_Examples(contract, package), _known_caller)
        self._contract = contract
        self._loop = asyncio.new_event_loop()

    def violations(self, vector: Vector) -> tuple[Violation, ...]:
        """Return what the stub rejects. Raises ValueError for an answer that the interface does not have."""
        operation = creating(self._contract, vector.direction)
        body = vector.body()
        usual = {**_HEADERS, "Content-Length": str(len(body))}
        headers = {name: value for name, value in {**usual, **vector.headers}.items() if value}
        answer = self._exchange(operation, operation.path, list(headers.items()), body)
        return in_order(answered(self._contract, vector.direction, answer))

    def covers(self, vector: Vector | ValueVector) -> bool:
        """Tell whether a vector is about a request."""
        return super().covers(vector) and (isinstance(vector, Vector) or any(operations_with(self._contract, vector)))

    def accepts(self, vector: ValueVector) -> bool:
        """Tell whether every operation with a parameter accepts its texts.

        Raises ValueError for an answer that the interface does not have, and when operations differ.
        """
        verdicts = {self._accepts(operation, vector) for operation in operations_with(self._contract, vector)}
        if len(verdicts) != 1:
            raise ValueError("operations with the same parameter differ")
        return verdicts.pop()

    def _accepts(self, operation: Operation, vector: ValueVector) -> bool:
        request = parameter_request(self._contract, operation, vector)
        answer = self._exchange(operation, request.target, [*_HEADERS.items(), *request.headers], request.body)
        rejected = problem_in(self._contract, operation, answer)
        if rejected not in (None, problem_of(self._contract, vector.name)):
            raise ValueError(f"the parameter is answered with the problem {rejected}")
        return rejected is None

    def _exchange(self, operation: Operation, target: str, headers: list[tuple[str, str]], body: bytes) -> AppAnswer:
        return self._loop.run_until_complete(exchange(self._app, operation.http_method, target, headers, body))

    def close(self) -> None:
        """Close the event loop, and what still runs in it."""
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()


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
