"""`interface/problems.yaml`: the errors of the interface, and the codes in them."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from paycat.catalogue import forms
from paycat.catalogue.annotations import Refers, Words
from paycat.catalogue.shapes import RecordName
from paycat.catalogue.statement import Always, Derived, Kept, Location, OwnKey, Reasoned
from paycat.catalogue.values import Choice, Json, ListOf, Status, TableOf, Text, Whole

CAUSES = Words.of("cause")
DUPLICATE = "duplicate_reference"
"""The cause of the problem that makes references unique: a catalogue without unique references has none."""
CONFLICT = "state_conflict"
"""The cause of the problem of a move that no transition allows: a catalogue without operations that move has none."""
OF_CAUSES: Mapping[str, tuple[str, ...]] = {
    "invalid_fields": ("violations",),
    "unavailable_direction": ("method", "direction", "availability", "available_directions"),
    DUPLICATE: ("existing_id",),
}
"""What only errors of a cause say, by the words of `made`."""
NEEDED = (
    *("malformed_body", "payload_too_large", "unsupported_media_type", "unauthenticated"),
    *("not_found", "http_method", "invalid_fields", "internal_error"),
)
"""Causes that every service has a problem for."""
OF_BODY = ("malformed_body", "payload_too_large", "unsupported_media_type")
"""Causes that only a request with a body has."""
OF_REPETITION = ("idempotency_key_invalid", "idempotency_key_reused", "idempotency_in_progress")
"""Causes that a service has a problem for where it promises idempotency."""
UNPROVOKED = ("forbidden", "idempotency_in_progress", "rate_limited", "internal_error", "service_unavailable")
"""Causes that no single request has by itself: the sandbox answers with their problems if an outcome states one."""

_Line = Annotated[Text, forms.LINE]
_ResponseHeader = Annotated[Text, Refers("response header")]


class Problem(Kept, Reasoned):
    """A kind of violation or failure, answered as the record of problems states it, such as RFC 9457."""

    slug: OwnKey = Field(description="What its address ends in.")
    cause: Annotated[str, CAUSES, Choice] = Field(description="The situation in which the server answers it.")
    status: Annotated[Whole, Status()] = Field(ge=400, le=599, description="HTTP status.")
    title: _Line = Field(description="The same for every occurrence.")
    when: Text = Field(description="When it is answered.")
    headers: Always[ListOf[_ResponseHeader]] = Field(
        default=(),
        description="Response headers, by their name in operations.yaml. Default: those of the problem "
        "of its cause that comes with paycat, or else `RequestId`.",
    )
    example: TableOf[Annotated[Text, forms.MEMBER], Json] = Field(
        default_factory=dict,
        description="Example of what only documents of this problem have, by the word of `made` or the member.",
    )
    location: Location = Field(description="Where it is stated.")


class Code(Kept, Reasoned):
    """What a code of an open or closed list says."""

    short = "meaning"
    code: OwnKey = Field(description="The code.")
    meaning: Text = Field(description="What it says.")


class ViolationCode(Code):
    """What the code of a rejected field says, and the word that errors have for it."""

    meaning: Derived[Text] = Field(description="What it says; default: what the code of paycat says, else its words.")
    sent: Annotated[Text, forms.SENT_CODE] | None = Field(
        default=None, description="What errors have in place of the code; several codes may have the same."
    )

    @property
    def word(self) -> str:
        """What errors have for the code."""
        return self.sent or self.code


class Problems(Reasoned):
    """Problems, which are the errors of the interface, and the codes in them."""

    base: Annotated[Text, forms.URL] | None = Field(
        default=None,
        description="Address that a problem's slug is appended to, where errors have one (`made: type`); default: "
        "/problems/ below the server's address.",
    )
    record: RecordName = Field(description="Record that problem bodies follow.")
    media_type: Annotated[Text, forms.JSON_MEDIA_TYPE] = Field(description="Media type of problem bodies.")
    problems: TableOf[Annotated[Text, forms.SLUG], Problem] = Field(
        description="Problems by slug; one replaces the shipped one of its cause."
    )
    violation_codes: TableOf[Annotated[Text, forms.CODE], ViolationCode] = Field(
        description="Codes of rejected fields."
    )
    failure_codes: TableOf[Annotated[Text, forms.CODE], Code] = Field(
        default_factory=dict, description="Codes of failures after acceptance; an open list."
    )
