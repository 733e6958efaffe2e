"""Problems (RFC 9457): every kind that this interface answers, and the error that leads to one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

BASE = "https://docs.payments.test/problems/"
MEDIA_TYPE = "application/problem+json"

Slug = Literal[
    "malformed-json",
    "idempotency-key-invalid",
    "unauthenticated",
    "forbidden",
    "not-found",
    "method-not-allowed",
    "duplicate-reference",
    "idempotency-in-progress",
    "payload-too-large",
    "unsupported-media-type",
    "validation-failed",
    "unknown-method",
    "method-direction-unavailable",
    "idempotency-key-reused",
    "rate-limited",
    "internal-error",
    "service-unavailable",
]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of problem: its HTTP status and its title, the same for each occurrence."""

    status: int
    title: str


PROBLEMS: dict[Slug, Kind] = {
    # The body is not JSON or not one object, is not UTF-8, names a member twice, is
    # nested too deeply, or holds NaN, Infinity or a number that an IEEE double cannot
    # keep.
    "malformed-json": Kind(
        400,
        "The body cannot be read as a JSON object",
    ),
    # The header Idempotency-Key is not 1 to 255 visible ASCII characters.
    "idempotency-key-invalid": Kind(
        400,
        "The Idempotency-Key is malformed",
    ),
    # The request carries no key, or one that is not known.
    "unauthenticated": Kind(
        401,
        "A valid key is required",
    ),
    # The key is valid, but not for this mode or this operation.
    "forbidden": Kind(
        403,
        "The key does not permit this",
    ),
    # No record has this identifier, or the path is not known.
    "not-found": Kind(
        404,
        "Nothing is found here",
    ),
    # The path is known, but not with this HTTP method; Allow names those that it takes.
    "method-not-allowed": Kind(
        405,
        "The path does not take this HTTP method",
    ),
    # A payout of the same merchant and mode carries the reference; `existing_id`
    # identifies it.
    "duplicate-reference": Kind(
        409,
        "A payout has this reference already",
    ),
    # The key was sent before, and that request has not been answered yet. Wait, then
    # repeat.
    "idempotency-in-progress": Kind(
        409,
        "The first request with this Idempotency-Key is still running",
    ),
    # The body has more than 65536 bytes.
    "payload-too-large": Kind(
        413,
        "The body is too large",
    ),
    # The body has a media type other than application/json, or a Content-Encoding other
    # than identity.
    "unsupported-media-type": Kind(
        415,
        "The body is not application/json",
    ),
    # A field or a query parameter is missing, unknown or wrong; `errors` lists them all.
    "validation-failed": Kind(
        422,
        "The request is not valid",
    ),
    # The catalogue holds no method with this code.
    "unknown-method": Kind(
        422,
        "The method_code is not known",
    ),
    # The catalogue holds the method, but not in this direction. `availability` tells why,
    # and `available_directions` where it can be used.
    "method-direction-unavailable": Kind(
        422,
        "The method is not available in this direction",
    ),
    # A request with another payload was sent with the same key.
    "idempotency-key-reused": Kind(
        422,
        "The Idempotency-Key was used with another payload",
    ),
    # The client has sent too many requests; wait as long as Retry-After says.
    "rate-limited": Kind(
        429,
        "Too many requests",
    ),
    # The service met an error of its own. Repeat the request with the same
    # Idempotency-Key.
    "internal-error": Kind(
        500,
        "Something went wrong in the service",
    ),
    # The service cannot answer at the moment; wait as long as Retry-After says.
    "service-unavailable": Kind(
        503,
        "The service is not available for now",
    ),
}
"""Every kind of problem by its slug, the end of its `type`."""


class ProblemError(Exception):
    """Raise it in a handler to answer with a problem.

    `detail` is for people and must hold no value of the request. `members` are added to
    the problem document, `headers` to the answer.
    """

    def __init__(
        self,
        slug: Slug,
        detail: str = "",
        *,
        members: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.slug: Slug = slug
        self.detail = detail
        self.members = dict(members or {})
        self.headers = dict(headers or {})
        super().__init__(slug)

    @property
    def status(self) -> int:
        """The HTTP status of the answer."""
        return PROBLEMS[self.slug].status

    def document(self, instance: str = "", request_id: str = "") -> dict[str, Any]:
        """Return the problem document; empty members are left out."""
        members = {
            "type": BASE + self.slug,
            "title": PROBLEMS[self.slug].title,
            "status": self.status,
            "detail": self.detail,
            "instance": instance,
            "request_id": request_id,
            **self.members,
        }
        return {name: value for name, value in members.items() if value != ""}
