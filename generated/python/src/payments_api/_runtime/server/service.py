# Part of paycat's runtime, copied unchanged. Do not edit.

"""What a service is to a server: its operations, and what reads its requests and states its problems."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from logging import Logger
from typing import Any

from pydantic import BaseModel

from ..credentials import Alternatives, Credential
from ..problems import ProblemError
from .causes import Cause
from .parameters import Parameter


@dataclass(frozen=True, slots=True)
class Context:
    """What a handler may need beside parameters and body."""

    request_id: str
    """Identifier of the call, which the answer repeats."""
    caller: Any
    """Whatever `authenticate` returned for the credential."""
    answer_headers: dict[str, str] = field(default_factory=dict[str, str])
    """Headers that the handler adds to its answer, such as those of a replay."""


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation; `direction` is set when it takes a request body, and `record` is None if its answer has no content.

    `method_parameter` is the name of the parameter by which the path names the method of the request, if it does.
    `reading_path` is the path that reads what the operation creates, if it is not one below its own.
    `located_by` is the attribute of the record whose value ends its address, if the
    answer has one. `alternatives` are the credentials of its requests.
    """

    http_method: str
    path: str
    handler: str
    status: int
    record: type[BaseModel] | None
    direction: str | None = None
    path_parameters: tuple[Parameter, ...] = ()
    query_parameters: tuple[Parameter, ...] = ()
    header_parameters: tuple[Parameter, ...] = ()
    located_by: str = ""
    method_parameter: str = ""
    reading_path: str = ""
    alternatives: Alternatives = ()
    media_type: str = "application/json"
    answer_media_type: str = "application/json"


@dataclass(frozen=True, slots=True)
class Service:
    """A service: its operations, how its requests are read, and how its problems are stated."""

    operations: Mapping[str, Operation]
    credentials: Sequence[Credential]
    """The credentials of all requests."""
    parse: Callable[[Any, dict[str, Any], str | None], BaseModel]
    """Returns the request of a direction that a body holds, or raises a problem. The path may name its method."""
    read_object: Callable[[bytes], dict[str, Any]]
    """Returns the JSON object that a body holds, or raises BodyError."""
    largest: int
    """Largest body, in bytes."""
    problem: type[ProblemError[Any]]
    """Made of the slug of a problem."""
    slugs: Mapping[Cause, str]
    """The slug of the problem that states a cause."""
    media_type: str
    """Media type of problems."""
    request_id_header: str
    """The header with the identifier of the call."""
    tagged: bool
    """Whether answers have the header ETag."""
    logger: Logger
    """Logs the failures of handlers."""
