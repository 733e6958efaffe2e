"""`interface/problems.yaml`: the errors of the interface, and the codes in them."""

from typing import Annotated

from pydantic import Field

from paycat.catalogue import forms
from paycat.catalogue.annotations import Refers, Words
from paycat.catalogue.shapes import RecordName
from paycat.catalogue.statement import Always, Derived, Kept, Location, OwnKey, Reasoned
from paycat.catalogue.values import Choice, Json, ListOf, Status, TableOf, Text, Whole

CAUSES = Words(
    {
        "malformed_body": "The body cannot be read as a JSON object.",
        "payload_too_large": "The body is larger or deeper than the limits.",
        "unsupported_media_type": "The body is not of the type application/json.",
        "unauthenticated": "No valid key came with the request.",
        "forbidden": "The key does not permit the operation.",
        "not_found": "There is no such path or record.",
        "http_method": "The path does not take the HTTP method.",
        "invalid_fields": "Fields of the body are rejected; each is named.",
        "unknown_method": "There is no method with the code.",
        "unavailable_direction": "The method does not offer the direction.",
        "duplicate_reference": "The reference was used before.",
        "state_conflict": "No transition leads from the state of the record to the one that the operation moves it to.",
        "idempotency_key_invalid": "The idempotency key is malformed.",
        "idempotency_key_reused": "The idempotency key came before with another body.",
        "idempotency_in_progress": "The first request with the idempotency key is still running.",
        "rate_limited": "Too many requests came.",
        "internal_error": "The service failed.",
        "service_unavailable": "The service cannot answer for now.",
    }
)
DUPLICATE = "duplicate_reference"
"""The cause of the problem that makes references unique: a catalogue without unique references has none."""
CONFLICT = "state_conflict"
"""The cause of the problem of a move that no transition allows: a catalogue without operations that move has none."""
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
        default=(), description="Response headers, by their name in operations.yaml."
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
