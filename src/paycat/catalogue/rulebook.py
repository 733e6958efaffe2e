"""`interface/rules.yaml`: how requests are authenticated and repeated, limits, and how the interface changes."""

from typing import Annotated, ClassVar

from pydantic import Field

from paycat.catalogue import forms
from paycat.catalogue.annotations import Refers
from paycat.catalogue.credentials import Auth, Credential
from paycat.catalogue.statement import Kept, OwnKey, Reasoned, Statement
from paycat.catalogue.values import Quantity, TableOf, Text, Whole

_ResponseHeader = Annotated[Text, Refers("response header")]
_HeaderParameter = Annotated[Text, Refers("header parameter")]

_HOUR, _HOURS_OF_YEAR = 3600, 8760


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

    auth: Auth = Field(description="Credentials that a request has, unless its operation says otherwise.")
    credentials: TableOf[Annotated[Text, forms.SCHEME_NAME], Credential] = Field(
        default_factory=dict, description="Credentials by name; `bearer` and `basic` come with paycat."
    )
    idempotency: Idempotency | None = Field(
        default=None, description="How a request is repeated safely; default: nothing is promised."
    )
    limits: Limits = Field(description="Limits on what is sent.")
    versioning: Versioning | None = Field(
        default=None, description="How the interface changes; default: nothing is promised."
    )
