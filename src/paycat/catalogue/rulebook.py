"""`interface/rules.yaml`: how requests are authenticated and repeated, limits, and how the interface changes."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from paycat.catalogue import forms
from paycat.catalogue.annotations import Refers, Words
from paycat.catalogue.statement import Kept, OwnKey, Reasoned, Statement
from paycat.catalogue.values import Choice, Quantity, Text, Whole

_SCHEMES = Words({"bearer": "Authorization: Bearer <key>."})
_ResponseHeader = Annotated[Text, Refers("response header")]
_HeaderParameter = Annotated[Text, Refers("header parameter")]

_HOUR, _HOURS_OF_YEAR = 3600, 8760


class Auth(Kept, Reasoned):
    """How requests are authenticated."""

    words: ClassVar[dict[str, str]] = {"bearer": "By a secret key, as Authorization: Bearer <key>."}

    name: Annotated[Text, forms.SCHEME_NAME] = Field(description="Name of the security scheme in the documents.")
    scheme: Annotated[Literal["bearer"], Choice, _SCHEMES] = Field(description="HTTP authentication scheme.")
    description: Text = Field(description="What a caller sends; Markdown.")


class Idempotency(Kept, Reasoned):
    """How a request is repeated safely."""

    words: ClassVar[dict[str, str]] = {"standard": "By the header Idempotency-Key; an answer is kept for a day."}

    parameter: _HeaderParameter = Field(description="Header parameter, by its name in operations.yaml.")
    replayed: _ResponseHeader = Field(
        description="Response header that marks a replay, by its name in operations.yaml."
    )
    retention_hours: Annotated[Whole, Quantity("hour", 1, 10 * _HOURS_OF_YEAR)] = Field(
        description="How long an answer is kept."
    )
    description: Text = Field(description="The rules, for a reader; Markdown.")


class Limit(Kept, Reasoned):
    """A limit with its reason."""

    short = "value"
    name: OwnKey = Field(default="", description="Its name.")
    value: Whole = Field(description="The limit.")


class Limits(Statement):
    """Limits on what is sent."""

    body_bytes: Annotated[Limit, Quantity("byte", 2, 2**53 - 1)] = Field(description="Largest request body, in bytes.")
    body_depth: Annotated[Limit, Quantity("level", 1, 10_000)] = Field(description="Deepest nesting of a request body.")
    answer_seconds: Annotated[Limit, Quantity("second", 1, _HOUR)] = Field(
        description="How long the service takes to answer, at most."
    )


class Versioning(Kept, Reasoned):
    """How the interface changes."""

    description: Text = Field(description="The policy, for a reader; Markdown.")
    api_version: Annotated[Text, forms.API_VERSION] = Field(description="Version in paths and events, such as v1.")
    notice_months: Annotated[Whole, Quantity("month", 0, 120)] = Field(
        description="Notice before a deprecated part is removed."
    )


class Rulebook(Statement):
    """Authentication, idempotency, limits and versions of the interface."""

    auth: Auth = Field(description="How requests are authenticated.")
    idempotency: Idempotency | None = Field(
        default=None, description="How a request is repeated safely; default: nothing is promised."
    )
    limits: Limits = Field(description="Limits on what is sent.")
    versioning: Versioning | None = Field(
        default=None, description="How the interface changes; default: nothing is promised."
    )
