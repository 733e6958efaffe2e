# Part of paycat's runtime, copied unchanged. Do not edit.

"""The HTTP response that a record came with."""

from dataclasses import dataclass, field

import httpx

from ..models import RecordModel
from ..texts import plain

_KEPT_AS = "__response__"
"""Beside the fields of a record, as a cached property is: equality and JSON do not see it."""


@dataclass(frozen=True, slots=True)
class Response:
    """The HTTP response that a record came with.

    Attributes:
        status: HTTP status.
        headers: The headers, whose names have no case.
        request_id: Identifier of the request, for questions to the service.
        replayed: True if the service repeated an earlier answer, because the request
            had the idempotency key of an earlier one. Nothing was done again.
    """

    status: int
    headers: httpx.Headers = field(repr=False)
    request_id: str
    replayed: bool


def response_of(record: RecordModel) -> Response:
    """Return the response that a record of the client came with.

    Raises LookupError for a record that the client did not return as an answer itself.
    """
    found: Response | None = vars(record).get(_KEPT_AS)
    if found is None:
        raise LookupError("the record did not come with a response of its own")
    return found


def keep_response(
    record: RecordModel,
    status: int,
    headers: httpx.Headers,
    request_id_header: str,
    replayed_header: str,
) -> None:
    """Keep the response beside its record; a header says whether the answer is an earlier one."""
    replayed = str(headers.get(replayed_header, "")).strip().lower() == "true"
    vars(record)[_KEPT_AS] = Response(
        status, headers, plain(headers.get(request_id_header)), replayed
    )
