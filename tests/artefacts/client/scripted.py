"""Both clients over transports without a network: answers by a script, or the published stub."""

import asyncio
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.artefacts.published import contract, modules, sample
from tests.artefacts.serving import KEY, Handlers, application

KINDS = ("Client", "AsyncClient")
BASE = "https://service.test/base"
EXAMPLES = {one["name"]: one["example"] for one in contract()["interface"]["records"]}
PROBLEM = "application/problem+json"

Answer = httpx.Response | Exception
Act = Callable[[Any], Any]


@dataclass
class Script:
    """Answers, one for each request, the last one again and again; remembers requests and pauses."""

    answers: list[Answer]
    requests: list[httpx.Request] = field(default_factory=list)
    pauses: list[float] = field(default_factory=list)

    def answer(self, request: httpx.Request) -> httpx.Response:
        """Return or raise the next answer."""
        self.requests.append(request)
        found = self.answers[min(len(self.requests), len(self.answers)) - 1]
        if isinstance(found, Exception):
            raise found
        # A response can be read once, so each request gets one of its own.
        return httpx.Response(found.status_code, headers=found.headers, content=found.content)

    @property
    def keys(self) -> list[str | None]:
        """The idempotency keys that were sent."""
        return [request.headers.get("Idempotency-Key") for request in self.requests]


def scripted(*answers: Answer) -> Script:
    """Return a script of these answers."""
    return Script(list(answers))


def using(kind: str, script: Script, act: Act, **options: Any) -> Any:
    """Return what `act` makes of a client of this kind, which is called with the script's transport and clock."""
    options = {"base_url": BASE, "transport": httpx.MockTransport(script.answer), **options}

    async def sleep(seconds: float) -> None:
        script.pauses.append(seconds)

    if kind == "Client":
        with modules()["client"].Client(KEY, sleep=script.pauses.append, **options) as client:
            return act(client)

    async def run() -> Any:
        async with modules()["client"].AsyncClient(KEY, sleep=sleep, **options) as client:
            found = act(client)
            if hasattr(found, "__aiter__"):
                return [item async for item in found]
            return await found

    return asyncio.run(run())


def raised(kind: str, script: Script, act: Act, **options: Any) -> Any:
    """Return the ClientError that a call ends with."""
    try:
        using(kind, script, act, **options)
    except modules()["client"].ClientError as error:
        return error
    raise AssertionError("nothing was raised")


def request_of(direction: str, method: str, name: str = "minimal", **changes: Any) -> Any:
    """Return a sample as a request, with members changed."""
    model = modules()["requests"].model_of(direction, method)
    return model.model_validate({**sample(direction, method, name), **changes})


def record(name: str, http_status: int = 200, **changes: Any) -> httpx.Response:
    """Return the answer with the example of a record, with members changed."""
    return httpx.Response(http_status, json={**EXAMPLES[name], **changes})


def problem(status: int, slug: str, headers: dict[str, str] | None = None, **members: Any) -> httpx.Response:
    """Return the answer with a problem document."""
    document = {"type": modules()["problems"].BASE + slug, "title": "A problem", "status": status, **members}
    whole = {"Content-Type": PROBLEM, "Request-Id": "req_1", **(headers or {})}
    return httpx.Response(status, headers=whole, content=json.dumps(document).encode())


def stub_transport(handlers: Handlers) -> httpx.MockTransport:
    """Return a transport for plain code that asks the published stub."""
    app = application(handlers)

    def answer(request: httpx.Request) -> httpx.Response:
        async def ask() -> httpx.Response:
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app)) as client:
                return await client.send(
                    httpx.Request(request.method, request.url, headers=request.headers, content=request.read())
                )

        found = asyncio.run(ask())
        return httpx.Response(found.status_code, headers=found.headers, content=found.content)

    return httpx.MockTransport(answer)


def on_stub(kind: str, handlers: Handlers, act: Act) -> Any:
    """Return what `act` makes of a client of this kind that calls the published stub."""
    transport: Any = stub_transport(handlers)
    if kind == "AsyncClient":
        transport = httpx.ASGITransport(application(handlers))
    return using(kind, scripted(), act, base_url="http://localhost", transport=transport)


def operations() -> Iterable[str]:
    """Yield the names of the client's operations."""
    return (one.handler for one in modules()["server.routes"].OPERATIONS.values())
