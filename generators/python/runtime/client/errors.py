# Part of paycat's runtime, copied unchanged. Do not edit.

"""What is raised instead of an answer. Messages never hold a value of a request or record."""

from typing import Any, Generic, TypeVar

from ..models import RecordModel
from ..violations import Violation

Problem = TypeVar("Problem", bound=RecordModel)

_MOST_DIRECTIONS = 100


class ClientError(Exception):
    """An operation has no record to return.

    Attributes:
        operation: The operation's identifier.
        idempotency_key: The key that the request carried. Repeat the same request with
            it, and nothing is done twice.
        outcome_unknown: True if what was asked for may have been done, or may still be
            done: repeat with the key, or look for the record.
    """

    def __init__(
        self,
        message: str,
        *,
        operation: str,
        outcome_unknown: bool = False,
        idempotency_key: str | None = None,
    ) -> None:
        self.operation = operation
        self.outcome_unknown = outcome_unknown
        self.idempotency_key = idempotency_key
        text = f"{operation}: {message}"
        if outcome_unknown and idempotency_key:
            text += (
                "; the outcome is unknown, so repeat the same request with "
                f"idempotency_key={idempotency_key!r}"
            )
        elif outcome_unknown:
            text += "; the outcome is unknown, so look for the record before repeating"
        super().__init__(text)


class ApiError(ClientError, Generic[Problem]):
    """The service answered a problem.

    The attributes that are text hold one line each, without control characters; only
    `problem` and `document` hold what the service wrote, as it wrote it.

    Attributes:
        status: HTTP status.
        slug: The kind of problem; newer versions may bring new ones.
        title: The kind of problem in words.
        detail: What is particular to this answer, in words for people; may be empty.
        errors: The members that were rejected, at most 100, each with what the service
            says: pointer or path, code and detail. What does not have its form is empty.
        existing_id: Identifier of the record that has the reference already; may be empty.
        method: The method that is not available in the direction; may be empty.
        direction: The direction in which it is not; may be empty.
        availability: Why not, as a code; may be empty.
        available_directions: The directions in which the method is available.
        request_id: Identifier of the request, for questions to the service.
        retry_after: Seconds to wait before the request is repeated, if the service
            says so.
        problem: The problem as its record.
        document: The problem as it was answered.
    """

    def __init__(
        self,
        message: str,
        *,
        operation: str,
        outcome_unknown: bool = False,
        idempotency_key: str | None = None,
        status: int,
        slug: str,
        problem: Problem,
        document: dict[str, Any],
        title: str = "",
        detail: str = "",
        existing_id: str = "",
        method: str = "",
        direction: str = "",
        availability: str = "",
        available_directions: tuple[str, ...] = (),
        errors: tuple[Violation, ...] = (),
        request_id: str = "",
        retry_after: int | None = None,
    ) -> None:
        super().__init__(
            message,
            operation=operation,
            outcome_unknown=outcome_unknown,
            idempotency_key=idempotency_key,
        )
        self.status = status
        self.slug = slug
        self.title = title
        self.detail = detail
        self.errors = errors
        self.existing_id = existing_id
        self.method = method
        self.direction = direction
        self.availability = availability
        self.available_directions = available_directions
        self.request_id = request_id
        self.retry_after = retry_after
        self.problem = problem
        self.document = document


class StillWaitingError(ClientError):
    """A record did not enter any of the awaited states in time.

    Attributes:
        record: The record as it was read last.
    """

    def __init__(self, message: str, *, operation: str, record: RecordModel) -> None:
        super().__init__(message, operation=operation)
        self.record = record


class NetworkError(ClientError):
    """No whole answer arrived before the deadline; `__cause__` is what HTTPX says, without
    the request; or, after an attempt in doubt, whatever a later one was ended by.

    If `outcome_unknown` is false, the service cannot have seen the request.
    """


class AnswerError(ClientError):
    """The answer is not what this version of the interface says.

    Attributes:
        status: HTTP status.
        request_id: Identifier of the request, if the answer has one.
        body: The answer's bytes, as far as they were read. They may hold sensitive
            values: keep them out of logs.
    """

    def __init__(
        self,
        message: str,
        *,
        operation: str,
        outcome_unknown: bool = False,
        idempotency_key: str | None = None,
        status: int,
        request_id: str = "",
        body: bytes = b"",
    ) -> None:
        super().__init__(
            message,
            operation=operation,
            outcome_unknown=outcome_unknown,
            idempotency_key=idempotency_key,
        )
        self.status = status
        self.request_id = request_id
        self.body = body
