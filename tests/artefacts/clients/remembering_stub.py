"""Requests of a client in, records made of them out; the bodies are remembered as they came."""

from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from paycat.changes.revisions import read_contract
from paycat.conformance.run.engines.models import Package
from paycat.contract.members import made_by
from paycat.contract.model import Contract
from paycat.contract.naming import snake

TOKEN = "sk_test_clients_0123456789"


class Seen(NamedTuple):
    """A request as it came over the wire: its idempotency key, its body, and the record that was answered, if any."""

    key: str
    body: bytes
    answer: Any


class RememberingStub:
    """The published server stub of an output folder, as an ASGI application; `url` is where it is served."""

    def __init__(self, generated: Path) -> None:
        contract = read_contract((generated / "contract" / "contract.json").read_bytes(), "contract.json")
        package = Package(contract, generated)
        self.seen: list[Seen] = []
        self.url = ""
        stated = contract.interface.idempotency.parameter
        self._key = next(one.name for one in contract.interface.parameters if one.key == stated)
        self._handlers = _Handlers(contract, package.module("records"))
        self._app = package.module("server").create_app(self._handlers, _known_caller)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        body = b""

        async def remembering() -> Message:
            nonlocal body
            message = await receive()
            body += message.get("body", b"")
            return message

        self._handlers.answer = None
        await self._app(scope, remembering, send)
        self.seen.append(Seen(Headers(scope=scope).get(self._key, ""), body, self._handlers.answer))


class Answer(NamedTuple):
    """What a client tells of the record that is answered: its identifier, and its amount if it has one."""

    id: str
    amount: Any


class _Handlers:
    """Answer every creation with its record's example, with what the request says in place of the example's words."""

    def __init__(self, contract: Contract, records: Any) -> None:
        self._records = records
        self._examples = {record.name: record.example for record in contract.interface.records}
        self._made = {snake(one.id): one.success.record for one in contract.interface.operations if one.request}
        self._ids = {record.name: made_by(record, "id") for record in contract.interface.records}
        self._numbers = count(1)
        self.answer: Any = None

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        record = self._made[name]

        async def handler(request: Any, **_: object) -> Any:
            example, id = dict(self._examples[record]), self._ids[record]
            told = {name: getattr(request, name, None) for name in example}
            simple = {name: value for name, value in told.items() if value is not None and _is_simple(example[name])}
            number = f"{next(self._numbers):04}"
            identity = example[id][: -len(number)] + number
            answer = getattr(self._records, record).model_validate({**example, **simple, id: identity})
            self.answer = Answer(identity, getattr(answer, "amount", None))
            return answer

        return handler


def _is_simple(value: Any) -> bool:
    return isinstance(value, (str, int, float))


async def _known_caller(credential: str) -> str | None:
    return credential if credential == TOKEN else None
