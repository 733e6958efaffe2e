# Part of paycat's runtime, copied unchanged. Do not edit.

"""Why a server rejects a request. Which problem states it to the client is for the service to say."""

from collections.abc import Mapping
from typing import Literal

Cause = Literal[
    "malformed_body",
    "payload_too_large",
    "unsupported_media_type",
    "unauthenticated",
    "forbidden",
    "not_found",
    "http_method",
    "invalid_fields",
    "unknown_method",
    "unavailable_direction",
    "duplicate_reference",
    "state_conflict",
    "idempotency_key_invalid",
    "idempotency_key_reused",
    "idempotency_in_progress",
    "rate_limited",
    "internal_error",
    "service_unavailable",
]
"""The situations that a service has a problem for."""


class RejectedError(Exception):
    """A request is rejected; `detail` holds no value of it, and `headers` are added to the answer."""

    def __init__(
        self,
        cause: Cause,
        detail: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.cause: Cause = cause
        self.detail = detail
        self.headers = headers
        super().__init__(cause)
