# Part of paycat's runtime, copied unchanged. Do not edit.

"""What is particular to a service, and the same for all of its operations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..credentials import Credential
from ..models import RecordModel
from ..problems import Form, Kind
from .errors import ApiError


@dataclass(frozen=True, slots=True)
class Service:
    """A service, as the client of a package knows it.

    Attributes:
        base_url: Its address, unless another is named.
        base_path: What the paths of all operations begin with.
        credentials: The credentials that any operation takes.
        needs_key: Whether every operation needs some.
        url_variable: The environment variable with the address.
        agent: What the client calls itself.
        key_header: The header with the idempotency key.
        replayed_header: The header of an answer that was given before.
        request_id_header: The header with the identifier of the request.
        form: How the body of an error is made.
        problem_media_type: The media type of problems.
        problem_record: The record of a problem.
        problems: Each kind of problem by its slug.
        errors: The exception for each problem, by its slug.
        error: The exception for a problem of a newer version.
        still_running: The slug of the problem that an earlier request is not done.
        waiting: The slugs of the problems that say when to repeat the request.
    """

    base_url: str
    base_path: str
    credentials: Sequence[Credential]
    needs_key: bool
    url_variable: str
    agent: str
    key_header: str
    replayed_header: str
    request_id_header: str
    form: Form
    problem_media_type: str
    problem_record: type[RecordModel]
    problems: Mapping[Any, Kind]
    errors: Mapping[str, type[ApiError[Any]]]
    error: type[ApiError[Any]]
    still_running: str
    waiting: frozenset[str]
