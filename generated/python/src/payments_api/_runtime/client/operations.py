# Part of paycat's runtime, copied unchanged. Do not edit.

"""An operation of the client, and one call of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar
from uuid import uuid4

from ..credentials import Alternatives
from ..models import RecordModel, RequestModel

Answer = TypeVar("Answer", bound=RecordModel | None)
Value = int | str | None


@dataclass(frozen=True, slots=True)
class ClientOperation(Generic[Answer]):
    """An operation: its HTTP method and path, whether it takes a request, and the status and record of its answer.

    The record is NoneType if the answer has no content. `alternatives` are the credentials of its requests.
    """

    id: str
    http_method: str
    path: str
    status: int
    record: type[Answer]
    takes_request: bool = False
    media_type: str = "application/json"
    answer_media_type: str = "application/json"
    alternatives: Alternatives = ()


@dataclass(frozen=True, slots=True)
class Call(Generic[Answer]):
    """One call of an operation; values of None are not sent."""

    operation: ClientOperation[Answer]
    path: Mapping[str, int | str] = field(default_factory=dict[str, "int | str"])
    query: Mapping[str, Value] = field(default_factory=dict[str, Value])
    header: Mapping[str, Value] = field(default_factory=dict[str, Value])
    body: RequestModel | None = None
    idempotency_key: str | None = None

    @property
    def changes(self) -> bool:
        """Whether the call may change something."""
        return self.operation.http_method != "GET"

    @property
    def repeatable(self) -> bool:
        """Whether the call may be sent again without being done twice."""
        return not self.changes or self.idempotency_key is not None


def key_or_fresh(key: str | None) -> str:
    """Return the given idempotency key, or a new one."""
    return str(uuid4()) if key is None else key
