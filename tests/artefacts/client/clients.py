"""The published clients, called in one way: each makes a call, and reports in one form what the call ends with.

Names are those of Python: `create_payout`, `longest_wait`, `outcome_unknown`. Whatever the call, no error shows the
credential, and its message is short, printable, and names the key if and only if the outcome is unknown.
"""

import asyncio
import json
import resource
import traceback
from abc import ABC, abstractmethod
from collections.abc import Coroutine, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from decimal import Decimal
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

import httpx

from tests.artefacts.published import modules, sample
from tests.artefacts.serving import KEY
from tests.artefacts.typescript.typescript_package import Driver

BASE = "https://service.test/base"

Answer = dict[str, Any]
"""Status, headers and body; or `failure`, if there is no answer; or `raises`, an error of the language itself."""

Found = dict[str, Any]
"""`record` and `response`, `items` or `error`; `requests`, `keys`, `pauses`; what is `shown`, and what is `held`."""


class Request(NamedTuple):
    """The request of a sample, with members changed."""

    direction: str = "payout"
    method: str = "UPI"
    name: str = "minimal"
    changes: tuple[tuple[str, Any], ...] = ()

    @property
    def payload(self) -> dict[str, Any]:
        """The request as JSON."""
        return {**sample(self.direction, self.method, self.name), **dict(self.changes)}

    @property
    def model(self) -> Any:
        """The request as a model of the Python package."""
        return modules()["requests"].model_of(self.direction, self.method).model_validate(self.payload)


PAY = Request()
_FIRST_ARGUMENTS = {"create_payout": [PAY], "create_pay_in": [Request("pay_in")]}


class Client(ABC):
    """A published client."""

    language: str
    memory: int
    """Most bytes that one call may take, whatever is answered."""

    def call(
        self,
        operation: str,
        *arguments: Any,
        answers: Sequence[Answer] | None = None,
        named: dict[str, Any] | None = None,
        times: int = 1,
        **options: Any,
    ) -> Found:
        """Return what a call ends with; without `answers` it goes to the network.

        `times` is how often one client makes the call; the last one is reported.
        """
        first = _FIRST_ARGUMENTS.get(operation, ["x"] if operation.startswith(("get_", "wait_for_")) else [])
        options = {"key": KEY, "base_url": BASE, **options}
        found = self._call(operation, [*(arguments or first)], named or {}, answers, options | {"times": times})
        return self._checked(found)

    @abstractmethod
    def without_key(self, method: str, answers: Sequence[Answer]) -> Found:
        """Return what a call ends with that changes something, and has no idempotency key."""

    @abstractmethod
    def spelled(self, name: str) -> str:
        """Return a name of Python as it is in the language."""

    @abstractmethod
    def _call(
        self,
        operation: str,
        arguments: list[Any],
        named: dict[str, Any],
        answers: Sequence[Answer] | None,
        options: dict[str, Any],
    ) -> Found: ...

    @abstractmethod
    def _advice(self, key: str) -> str:
        """Return how an error names the key with which a call can be repeated."""

    def _checked(self, found: Found) -> Found:
        found["keys"] = [one["headers"].get("idempotency-key") for one in found["requests"]]
        assert KEY not in found["shown"] + found["held"]
        error = found.get("error")
        if error and error.get("outcome_unknown") is not None:
            message, key = error["message"], error.get("idempotency_key")
            assert (message + error.get("repr", "")).isprintable(), repr(message)
            assert len(message) < 10_000
            assert not key or (self._advice(key) in message) is error["outcome_unknown"]
            assert ("the outcome is unknown" in message) is error["outcome_unknown"]
        return found


@dataclass
class _Script:
    """Answers, one for each request, the last one again and again; remembers requests and pauses."""

    answers: Sequence[Answer]
    requests: list[Found] = field(default_factory=list)
    pauses: list[float] = field(default_factory=list)

    def answer(self, request: httpx.Request) -> httpx.Response:
        """Return or raise the next answer."""
        headers = dict(request.headers.items())
        self.requests.append(_request(request.method, str(request.url), headers, request.content.decode()))
        found = self.answers[min(len(self.requests), len(self.answers)) - 1]
        if "status" not in found:
            raise getattr(httpx, _FAILURES[found["failure"]] if "failure" in found else found["raises"])("x")
        return httpx.Response(found["status"], headers=found["headers"], content=found["body"].encode())

    async def pause(self, seconds: float) -> None:
        """Remember a pause of `async` code."""
        self.pauses.append(seconds)


_FAILURES = {"connection": "ConnectError", "answer": "ReadTimeout"}


class PythonClient(Client):
    """A client of the Python package, which `kind` names."""

    language = "Python"
    memory = 48 * 2**20

    def __init__(self, kind: str, loop: asyncio.Runner) -> None:
        self.kind = kind
        self._loop = loop
        modules()  # So that no call is measured with the memory that the package takes.

    def spelled(self, name: str) -> str:
        """Return the name."""
        return name

    def without_key(self, method: str, answers: Sequence[Answer]) -> Found:
        """Return what such a call ends with; no operation of the package is one."""
        operation = replace(modules()["client.operations"].CREATE_PAYOUT, http_method=method)
        call = modules()["_runtime.client.operations"].Call(operation, body=PAY.model)
        return self.call("_answer", call, answers=answers)

    def use(self, act: Any, **options: Any) -> Any:
        """Return what `act` makes of a client."""
        package = modules()["client"]
        if self.kind == "Client":
            with package.Client(**options) as client:
                found = act(client)
                return list(found) if isinstance(found, Iterator) else found

        async def run() -> Any:
            async with package.AsyncClient(**options) as client:
                found = act(client)
                return [item async for item in found] if hasattr(found, "__aiter__") else await found

        return self.in_loop(run())

    def in_loop(self, found: Coroutine[Any, Any, Any]) -> Any:
        """Return what a coroutine returns."""
        return self._loop.run(found)

    def _call(
        self,
        operation: str,
        arguments: list[Any],
        named: dict[str, Any],
        answers: Sequence[Answer] | None,
        options: dict[str, Any],
    ) -> Found:
        shown: list[str] = []
        held: list[str] = []
        given = [one.model if isinstance(one, Request) else one for one in arguments]
        times, script = options.pop("times"), _Script(answers or ())
        options["credential"] = options.pop("key")
        if answers is not None:
            pause = script.pauses.append if self.kind == "Client" else script.pause
            options = {"transport": httpx.MockTransport(script.answer), "sleep": pause, **options}

        def act(client: Any) -> Any:
            shown.extend([repr(client), str(client)])
            held.append(repr(vars(client)))
            call = getattr(client, operation)
            return repeated(call) if times > 1 else call(*given, **named)

        def repeated(call: Any) -> Any:
            made = [call(*given, **named) for _ in range(times)]
            return made[-1] if self.kind == "Client" else _last(made)

        before = _peak()
        found: Found = {"requests": script.requests, "pauses": script.pauses}
        try:
            found |= _ended(self.use(act, **options))
        except (modules()["client"].ClientError, ValueError, TypeError) as error:
            found["error"] = _error(error)
            shown += [*traceback.format_exception(error), repr(error)]
            held.append(repr(vars(error)))
        return {**found, "shown": "".join(shown), "held": "".join(held), "grown": _peak() - before}

    def _advice(self, key: str) -> str:
        return f"idempotency_key={key!r}"


async def _last(made: list[Any]) -> Any:
    return [await one for one in made][-1]


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _ended(found: Any) -> Found:
    if isinstance(found, list):
        return {"items": [_document(one) for one in found]}
    response = modules()["client"].response_of(found)
    kept = {name: getattr(response, name) for name in ("status", "request_id", "replayed")}
    return {"record": _document(found), "response": kept}


def _document(model: Any) -> Any:
    return json.loads(model.model_dump_json(by_alias=True), parse_float=Decimal)


_OF_ERRORS = ("operation", "outcome_unknown", "idempotency_key", "status", "slug", "request_id", "retry_after")


def _error(error: Exception) -> Found:
    held = {name: getattr(error, name, None) for name in (*_OF_ERRORS, "title", "detail", "document")}
    found = {"name": type(error).__name__, "message": str(error), "repr": repr(error), **held}
    found["cause"] = type(error.__cause__).__name__
    found["errors"] = [_as_json(one) for one in getattr(error, "errors", ())]
    found["body"] = getattr(error, "body", b"").decode("latin-1")
    found["record"] = _document(error.record) if hasattr(error, "record") else None
    return found


def _as_json(violation: Any) -> Found:
    return {**asdict(violation), "accepted_combinations": [[*names] for names in violation.accepted_combinations]}


class TypeScriptClient(Client):
    """The client of the TypeScript package, in a process of node."""

    language = "TypeScript"
    memory = 3 * PythonClient.memory

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def spelled(self, name: str) -> str:
        """Return a name as TypeScript spells it."""
        first, *others = name.split("_")
        return first + "".join(map(str.capitalize, others))

    def without_key(self, method: str, answers: Sequence[Answer]) -> Found:
        """Return what such a call ends with; no operation of the package is one."""
        operation = {"id": "pay", "httpMethod": method, "path": "/v1/payouts", "status": 201, "record": "PayoutRecord"}
        return self.call("answer", {"operation": operation, "body": PAY.payload}, answers=answers, bare=True)

    def _call(
        self,
        operation: str,
        arguments: list[Any],
        named: dict[str, Any],
        answers: Sequence[Answer] | None,
        options: dict[str, Any],
    ) -> Found:
        driven = {name: options.pop(name) for name in ("times", *_OF_DRIVER) if name in options}
        given = [one.payload if isinstance(one, Request) else one for one in arguments]
        options_of_call = [self._spelled(named)] if named else []
        if answers is not None:
            driven["script"] = [_failure(one) for one in answers]
        made = {"call": self.spelled(operation), "args": given + options_of_call, "options": self._spelled(options)}
        found: Found = self._driver.ask(act="call", **made, **driven)
        found["shown"] = found["printed"] + found.get("error", {}).get("printed", "")
        found["sent"], found["held"] = found["requests"], found["printed"]
        found["requests"] = [
            _request(one["method"], one["url"], one["headers"], one.get("body", "")) for one in found["sent"]
        ]
        found["grown"] *= 1024
        return found

    def _spelled(self, named: dict[str, Any]) -> dict[str, Any]:
        return {self.spelled(name): value for name, value in named.items()}

    def _advice(self, key: str) -> str:
        return f"idempotencyKey: {json.dumps(key)}"


_OF_DRIVER = ("abort", "bare", "body", "sleep")
"""What the driver is told beside the options of the client."""


def _failure(answer: Answer) -> Answer:
    failures = {
        "connection": {"error": "ECONNREFUSED", "syscall": "connect"},
        "answer": {"error": "ECONNRESET", "syscall": "read"},
    }
    return failures[answer["failure"]] if "failure" in answer else answer.get("raises", answer)


def _request(method: str, url: str, headers: dict[str, str], body: str) -> Found:
    path, _, query = url.removeprefix(BASE).partition("?")
    lower = {name.lower(): value for name, value in headers.items()}
    return {"method": method, "path": path, "query": dict(parse_qsl(query)), "headers": lower, "body": body}
