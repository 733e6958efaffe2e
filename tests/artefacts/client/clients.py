"""The published clients, called in one way: each makes a call, and reports in one form what the call ends with.

An operation is called by its id, and so are the methods beside it: `wait_for_payout`, `iterate_payouts`.

Names are those of Python: `create_payout`, `longest_pause`, `outcome_unknown`. Whatever the call, no error shows the
key, and its message is short, printable, and names the key if and only if the outcome is unknown.
"""

import asyncio
import json
import re
import resource
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from decimal import Decimal
from functools import reduce
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


_RESOURCES = {"bank": "banks", "pay_in": "payins", "payout": "payouts"}
_OPERATION = re.compile(r"(create|get|iterate|list|wait)_(?:for_)?([a-z_]+?)s?")


def called(operation: str) -> list[str]:
    """Return the names by which a client calls an operation: those of its resource and its method."""
    names = _OPERATION.fullmatch(operation)
    return [_RESOURCES[names[2]], names[1]] if names else [operation]


PAY = Request()
_FIRST = {"create_payout": [PAY], "create_pay_in": [Request("pay_in")]}


class Call(NamedTuple):
    """A call of an operation: its arguments, how often one client makes it, and the answers if no network is used."""

    operation: str
    arguments: list[Any]
    named: dict[str, Any]
    answers: Sequence[Answer] | None
    times: int


class Client(ABC):
    """A published client."""

    language: str
    memory: int
    """Most bytes that one call may take, whatever is answered."""
    advice: str
    """How an error names the key with which a call can be repeated."""

    def call(
        self,
        operation: str,
        *arguments: Any,
        answers: Sequence[Answer] | None = None,
        named: dict[str, Any] | None = None,
        times: int = 1,
        **options: Any,
    ) -> Found:
        """Return what a call ends with, or the last of several; without `answers` it goes to the network."""
        first = _FIRST.get(operation, ["x"] if operation.startswith(("get_", "wait_for_")) else [])
        call = Call(operation, [*(arguments or first)], named or {}, answers, times)
        found = self._ends(call, {"api_key": KEY, "base_url": BASE, **options})
        found["keys"] = [one["headers"].get("idempotency-key") for one in found["requests"]]
        assert KEY not in found["shown"] + found["held"]
        error = found.get("error", {})
        if error.get("outcome_unknown") is not None:
            message, key = error["message"], error.get("idempotency_key")
            assert (message + error.get("repr", "")).isprintable(), repr(message)
            assert len(message) < 10_000
            assert not key or (self.advice.format(key) in message) is error["outcome_unknown"]
            assert ("the outcome is unknown" in message) is error["outcome_unknown"]
        return found

    def spelled(self, name: str) -> str:
        """Return a name of Python as it is in the language."""
        return name

    @abstractmethod
    def without_key(self, method: str, answers: Sequence[Answer]) -> Found:
        """Return what a call ends with that changes something, and has no key; no operation of a package is one."""

    @abstractmethod
    def _ends(self, call: Call, options: dict[str, Any]) -> Found: ...


class PythonClient(Client):
    """A client of the Python package, which `kind` names."""

    language = "Python"
    memory = 48 * 2**20
    advice = "idempotency_key={!r}"

    def __init__(self, kind: str, loop: asyncio.Runner) -> None:
        self.kind = kind
        self._loop = loop
        modules()  # So that no call is measured with the memory that the package takes.

    def without_key(self, method: str, answers: Sequence[Answer]) -> Found:
        """Return what such a call ends with."""
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

    def _ends(self, call: Call, options: dict[str, Any]) -> Found:
        found: Found = {"requests": [], "pauses": [], "shown": "", "held": ""}
        if call.answers is not None:
            options["transport"] = httpx.MockTransport(_scripted(call.answers, found))
        if call.answers is not None or options.get("sleep") == "none":
            options["sleep"] = self._pause(found)
        given = [one.model if isinstance(one, Request) else one for one in call.arguments]

        def act(client: Any) -> Any:
            found["shown"] += repr(client) + str(client)
            found["held"] += repr(vars(client))
            method = reduce(getattr, called(call.operation), client)
            made = [method(*given, **call.named) for _ in range(call.times)]
            return made[0] if call.times == 1 else made[-1] if self.kind == "Client" else _last(made)

        before = _peak()
        try:
            found |= _ended(self.use(act, **options))
        except (modules()["client"].ClientError, ValueError, TypeError) as error:
            found["error"] = _error(error)
            found["shown"] += "".join(traceback.format_exception(error)) + repr(error)
            found["held"] += repr(vars(error))
        return {**found, "grown": _peak() - before}

    def _pause(self, found: Found) -> Any:
        async def pause(seconds: float) -> None:
            found["pauses"].append(seconds)

        return found["pauses"].append if self.kind == "Client" else pause


def _scripted(answers: Sequence[Answer], found: Found) -> Callable[[httpx.Request], httpx.Response]:
    """Return what gives each request the next answer, the last one again and again."""

    def answer(request: httpx.Request) -> httpx.Response:
        body = request.read().decode()
        found["requests"].append(_request(request.method, str(request.url), request.headers, body))
        following = answers[min(len(found["requests"]), len(answers)) - 1]
        if "status" not in following:
            failure = {"connection": "ConnectError", "answer": "ReadTimeout"}.get(following.get("failure", ""))
            raise getattr(httpx, failure or following["raises"])("x")
        headers, content = following["headers"], following["body"].encode()
        return httpx.Response(following["status"], headers=headers, content=content)

    return answer


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
    advice = 'idempotencyKey: "{}"'

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def spelled(self, name: str) -> str:
        """Return a name as TypeScript spells it."""
        first, *others = name.split("_")
        return first + "".join(map(str.capitalize, others))

    def without_key(self, method: str, answers: Sequence[Answer]) -> Found:
        """Return what such a call ends with."""
        answered = {"status": 201, "record": "PayoutRecord"}
        operation = {"id": "pay", "httpMethod": method, "path": "/v1/payouts", **answered, "alternatives": []}
        return self.call("answer", {"operation": operation, "body": PAY.payload}, {}, [], answers=answers, bare=True)

    def _ends(self, call: Call, options: dict[str, Any]) -> Found:
        driven = {name: options.pop(name) for name in _OF_DRIVER if name in options}
        given = [one.payload if isinstance(one, Request) else one for one in call.arguments]
        if call.named:
            given.append(self._spelled(call.named))
        if call.answers is not None:
            driven["script"] = [_FAILURES.get(one.get("failure"), one.get("raises", one)) for one in call.answers]
        names = map(self.spelled, called(call.operation))
        made = {"call": ".".join(names), "args": given, "options": self._spelled(options)}
        found: Found = self._driver.ask(act="call", times=call.times, **made, **driven)
        sent = found["requests"]
        requests = [_request(one["method"], one["url"], one["headers"], one.get("body", "")) for one in sent]
        shown = found["printed"] + found.get("error", {}).get("printed", "")
        grown = found["grown"] * 1024
        return {**found, "sent": sent, "requests": requests, "shown": shown, "held": "", "grown": grown}

    def _spelled(self, named: dict[str, Any]) -> dict[str, Any]:
        return {self.spelled(name): value for name, value in named.items()}


_OF_DRIVER = ("abort", "bare", "body", "sleep")
"""What the driver is told beside the options of the client."""

_FAILURES: dict[Any, Answer] = {
    "connection": {"error": "ECONNREFUSED", "syscall": "connect"},
    "answer": {"error": "ECONNRESET", "syscall": "read"},
}


def _request(method: str, url: str, headers: Mapping[str, str], body: str) -> Found:
    path, _, query = url.removeprefix(BASE).partition("?")
    lower = {name.lower(): value for name, value in headers.items()}
    return {"method": method, "path": path, "query": dict(parse_qsl(query)), "headers": lower, "body": body}
