"""The published server stub under uvicorn, on a free port of this machine; what it is sent is remembered."""

import socket
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple, Protocol, TypeVar

import uvicorn
from ports import reserved_port
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response

from paycat.conformance.run.engines.models import Package
from paycat.contract.model import Contract
from paycat.contract.naming import snake

TOKEN = "sk_test_live_0123456789"
KEY = "Idempotency-Key"

Instead = Callable[[Headers], Response | None]
"""The headers of a request in, an answer in place of the stub's out; None: the stub answers."""
Scope = dict[str, Any]


class Ran(NamedTuple):
    """How a run against a server ended, and what it printed."""

    code: int
    out: str
    err: str

    @property
    def last(self) -> str:
        """The last line that was printed."""
        return self.out.splitlines()[-1]


Run = Callable[..., Ran]


class Handlers:
    """Answer every operation with its record's example; `payments` holds every request that got that far.

    The example is the only record that there is of a state machine: no path may name another one.
    """

    def __init__(self, contract: Contract, package: Package, check: Callable[[Any], None] | None) -> None:
        examples = {record.name: record.example for record in contract.interface.records}
        interface, self._error = contract.interface, package.module("problems").ProblemError
        self._not_found = interface.problem("not_found").slug
        ids = {machine.name: examples[machine.record]["id"] for machine in interface.state_machines}
        self._known_ids = {
            snake(one.id): {snake(name): ids[machine] for name, machine in one.identifies.items()}
            for one in interface.operations
        }
        records = package.module("records")
        successes = {snake(one.id): one.success.record for one in contract.interface.operations}
        self._answers = {
            name: getattr(records, record).model_validate(examples[record]) for name, record in successes.items()
        }
        self._check = check
        self.payments: list[Any] = []
        self.finds_anything = False

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        async def handler(request: Any = None, **arguments: Any) -> Any:
            known = self._known_ids[name].items()
            if not self.finds_anything and any(arguments[argument] != id for argument, id in known):
                raise self._error(self._not_found)
            if request is not None:
                self.payments.append(request)
                if self._check:
                    self._check(request)
            return self._answers[name]

        return handler


class Server:
    """A stub made of a folder of artefacts; `sent` holds the headers of every request."""

    def __init__(
        self,
        contract: Contract,
        generated: Path,
        *,
        instead: Instead = lambda headers: None,
        check: Callable[[Any], None] | None = None,
    ) -> None:
        self.package = Package(contract, generated)
        self.handlers = Handlers(contract, self.package, check)
        self.sent: list[Headers] = []
        self._makers: set[str] = set()
        self._last_key = ""
        self.instead = instead
        self.url = ""
        self._app = self.package.module("server").create_app(self.handlers, _known_caller)

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Answer a request, as an ASGI application."""
        headers = Headers(scope=scope)
        if scope["method"] == "GET" and "authorization" in headers:
            self._makers.add(self._last_key)
        self._last_key = headers.get(KEY, "")
        self.sent.append(headers)
        await (self.instead(headers) or self._app)(scope, receive, send)

    @property
    def keys(self) -> list[str]:
        """The idempotency keys of the requests that were vectors, not of those that make a record to read."""
        return [headers[KEY] for headers in self.sent if KEY in headers and headers[KEY] not in self._makers]


async def _known_caller(credential: str) -> str | None:
    return credential if credential == TOKEN else None


class Torn(PlainTextResponse):
    """An answer that ends before it is whole, because the connection does."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Send the head alone."""
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"9")]})


class Served(Protocol):
    """An ASGI application that is told where it is served."""

    url: str

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request."""


App = TypeVar("App", bound=Served)


@contextmanager
def running(server: App) -> Iterator[App]:
    """Serve over HTTP for as long as the block lasts, and tell the application where."""
    with serving(server) as server.url:
        yield server


@contextmanager
def serving(app: Any, **options: Any) -> Iterator[str]:
    """Serve any ASGI application over HTTP during the block, with options of uvicorn; yield the address."""
    # Clients close an idle connection after five seconds; a server that does so too would lose a request now and then.
    config = uvicorn.Config(app, log_config=None, lifespan="off", ws="none", timeout_keep_alive=75, **options)
    uvicorn_server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0), backlog=128) as listening:
        thread = Thread(target=uvicorn_server.run, kwargs={"sockets": [listening]})
        thread.start()  # A client that connects before uvicorn has started waits in the backlog.
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            uvicorn_server.should_exit = True
            thread.join()


@contextmanager
def nowhere() -> Iterator[str]:
    """Yield an address of this machine where nothing listens."""
    with reserved_port() as port:
        yield f"http://127.0.0.1:{port}"


def calls_about_records(contract: Contract) -> int:
    """Return how many calls name a record that exists, or none."""
    naming = [one for one in contract.interface.operations if one.identifies]
    return sum(len(one.identifies) + (one.http_method == "GET") for one in naming)


def calls_about_credentials(contract: Contract) -> Counter[bool]:
    """Return how many calls are about the key that the service knows, by whether they have an idempotency key."""
    operations = contract.interface.operations
    has_key = [contract.interface.repetition_key in operation.parameters for operation in operations]
    return Counter([*has_key * 3, True])  # Without, right and wrong for each, and without the scheme for the first.
