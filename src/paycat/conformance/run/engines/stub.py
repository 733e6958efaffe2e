"""The generated server stub over ASGI: whole requests, from the credential to the answer."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from paycat.catalogue.interface import Operation
from paycat.conformance.derive.model import ValueVector, Vector
from paycat.conformance.derive.parameters import of_method
from paycat.conformance.run.credentials import Keyring, Message
from paycat.conformance.run.engine import Engine, in_order, operations_with, parameter_request, problem_of
from paycat.conformance.run.engines.models import Package
from paycat.conformance.run.engines.problem import ProblemReader, taking
from paycat.contract.model import Contract, Violation
from paycat.packages.operations.credentials import used_credentials
from paycat.packages.python.names import credential_method, method_name


@dataclass(frozen=True, slots=True)
class AppAnswer:
    """What an application answered; names of headers are in lower case."""

    status_code: int
    headers: Mapping[str, str]
    content: bytes

    def json(self) -> Any:
        """Return the body as JSON data. Raises ValueError and RecursionError."""
        return json.loads(self.content)


async def exchange(
    application: Any, http_method: str, target: str, headers: Sequence[tuple[str, str]], body: bytes
) -> AppAnswer:
    """Return the answer of an application to a request. Raises whatever the application raises.

    `target` is the path and the query as they are sent; a header may be there several times. Without the header
    Content-Length the body is sent in pieces. Raises ValueError when no answer comes. Source: ASGI, HTTP & WebSocket
    message format 2.3, "HTTP".
    """
    path, _, query_text = target.partition("?")
    sent_headers = [(b"host", b"stub"), *((name.lower().encode(), value.encode()) for name, value in headers)]
    if not any(name == b"content-length" for name, _ in sent_headers):
        sent_headers.append((b"transfer-encoding", b"chunked"))
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": http_method,
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query_text.encode(),
        "root_path": "",
        "headers": sent_headers,
        "client": ("127.0.0.1", 123),
        "server": ("stub", None),
    }
    request_messages = [
        {"type": "http.request", "body": b"", "more_body": False},
        {"type": "http.request", "body": body, "more_body": True},
    ]
    answer_messages: list[dict[str, Any]] = []
    end_event = asyncio.Event()

    async def receive() -> dict[str, Any]:
        if not request_messages:
            await end_event.wait()
        return request_messages.pop() if request_messages else {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        answer_messages.append(message)
        if message["type"] != "http.response.start" and not message.get("more_body"):
            end_event.set()

    await application(scope, receive, send)
    start = next((message for message in answer_messages if message["type"] == "http.response.start"), None)
    if start is None or not end_event.is_set():
        raise ValueError("the server ended without an answer")
    answer_headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in start.get("headers", [])}
    return AppAnswer(start["status"], answer_headers, b"".join(message.get("body", b"") for message in answer_messages))


_NAME = "conformance"


class StubEngine(Engine):
    """Posts bodies to the stub, whose handlers answer with the records' examples."""

    name = "stub"
    artefact = "stub"
    stages = ("text", "dispatch", "fields", "parameter")

    def __init__(self, contract: Contract, output_folder: Path, *, loads_models: bool = True) -> None:
        package = Package(contract, output_folder, loads_models=loads_models)
        server = package.module("server")
        self._app = server.create_app(_ExampleHandlers(contract, package), _AnyCaller(contract, server))
        self._contract, self._problems = contract, ProblemReader(contract)
        secrets = {credential.name: f"{_NAME}:{_NAME}" for credential in contract.interface.credentials}
        self._keyring = Keyring(contract.interface, secrets)
        self._loop = asyncio.new_event_loop()

    def violations(self, vector: Vector) -> tuple[Violation, ...]:
        """Return what the stub rejects. Raises ValueError for an answer that the interface does not have."""
        operation = taking(self._contract, vector.direction)
        body = vector.body()
        parameters = of_method(self._contract.interface, operation, vector.addressed)
        usual_headers = {**self._usual_headers(operation, parameters.target, body), **dict(parameters.headers)}
        usual_headers["Content-Length"] = str(len(body))
        headers = {header_name: value for header_name, value in {**usual_headers, **vector.headers}.items() if value}
        answer = self._exchange(operation, parameters.target, list(headers.items()), body)
        return in_order(self._problems.answered(vector.direction, answer))

    def expected(self, violations: tuple[Violation, ...]) -> tuple[Violation, ...]:
        """Return what the form of errors says of violations."""
        return in_order(self._problems.expected(violations))

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
        usual_headers = self._usual_headers(operation, request.target, request.body)
        answer = self._exchange(operation, request.target, [*usual_headers.items(), *request.headers], request.body)
        problem_code = self._problems.problem_in(operation, answer)
        if problem_code not in (None, self._problems.code_of(problem_of(self._contract, vector.name))):
            raise ValueError(f"the parameter is answered with the problem {problem_code}")
        return problem_code is None

    def _usual_headers(self, operation: Operation, target: str, body: bytes) -> dict[str, str]:
        alternative = self._keyring.alternative(operation) or ()
        proof = self._keyring.proof(alternative, Message(operation.http_method, target, body))
        return {**proof, "Content-Type": operation.media_type}

    def _exchange(self, operation: Operation, target: str, headers: list[tuple[str, str]], body: bytes) -> AppAnswer:
        return self._loop.run_until_complete(exchange(self._app, operation.http_method, target, headers, body))

    def close(self) -> None:
        """Close the event loop, and what still runs in it."""
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()


class _ExampleHandlers:
    """Handlers that answer every operation with its record's example, or without content."""

    def __init__(self, contract: Contract, package: Package) -> None:
        example_by_record = {record.name: record.example for record in contract.interface.records}
        records_module = package.module("records")
        self._answers: dict[str, Any] = {
            method_name(operation): getattr(records_module, record_name).model_validate(example_by_record[record_name])
            for operation in contract.interface.operations
            if (record_name := operation.success.record)
        }

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        async def handler(**_: Any) -> Any:
            return self._answers.get(name)

        return handler


class _AnyCaller:
    """Takes any credential, and any signature that the secret of the engine makes, as those of one caller."""

    def __init__(self, contract: Contract, server: Any) -> None:
        signed = [credential for credential in used_credentials(contract) if credential.scheme == "signed"]
        self._answers = {str(credential_method(credential)): server.Signer(_NAME, [_NAME]) for credential in signed}

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        async def answer(*_: Any) -> Any:
            return self._answers.get(name, _NAME)

        return answer
