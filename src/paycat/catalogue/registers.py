"""`decisions.yaml` and `errata.yaml`: what the specification leaves open, and what we chose."""

from typing import Annotated, Literal

from pydantic import Field

from paycat.catalogue import forms
from paycat.catalogue.annotations import Refers, Words
from paycat.catalogue.statement import Kept, Location, OwnKey, Statement
from paycat.catalogue.values import Choice, Flag, ListOf, Numbers, PayloadText, TableOf, Text, Whole

GapKind = Literal["missing", "ambiguous", "erratum"]
GapState = Literal["decided", "resolved", "open"]
DecisionStatus = Literal["default", "confirmed", "overridden"]
Reach = Literal["payload", "interface", "nothing"]

_Methods = ListOf[Annotated[Text, Refers("method")]]
_METHODS = "Methods that it is about; default: all. A subset with none of them leaves it out."


class Gap(Kept):
    """A question that the specification leaves open."""

    id: OwnKey = Field(description="Its id, such as G-37.")
    section: Text = Field(description="Where in the specification.")
    kind: Annotated[GapKind, Choice, Words.of("gap_kind")] = Field(description="missing, ambiguous or erratum.")
    state: Annotated[GapState, Choice, Words.of("gap_state")] = Field(
        description="decided by us, resolved by the specification itself, or open."
    )
    methods: _Methods = Field(default=(), description=_METHODS)
    quote: Text | None = Field(default=None, description="The specification's words, if it says anything.")
    question: Text = Field(description="What is left open, in one sentence.")
    decisions: ListOf[Annotated[Text, Refers("decision")]] = Field(
        default=(), description="Decisions that close the gap, or record that it is open."
    )
    location: Location = Field(description="Where it is stated.")


class Decision(Kept):
    """What we chose where the specification is silent."""

    id: OwnKey = Field(description="Its id, such as D-28.")
    title: Annotated[Text, forms.LINE] = Field(description="What is decided.")
    methods: _Methods = Field(default=(), description=_METHODS)
    chosen: Text = Field(description="What holds now, exactly.")
    values: TableOf[Text, Numbers] = Field(
        default_factory=dict,
        description="The numbers that it states, by the names that texts insert them by; the catalogue has the same.",
        examples=[{"limits.body_bytes": 65536}],
        exclude=True,
    )
    because: Text = Field(description="Why.")
    alternatives: ListOf[Text] = Field(default=(), description="What else could have been chosen.")
    risk: Text = Field(description="What happens if the owner of the service means something else.")
    status: Annotated[DecisionStatus, Choice, Words.of("decision_status")] = Field(
        description="default, confirmed or overridden."
    )
    answer: Annotated[Text, forms.ANSWER] | None = Field(
        default=None,
        description="Who confirmed the decision or decided otherwise, and when; required unless the status is default.",
        examples=["Product owner, 2026-11-20"],
        exclude=True,
    )
    shapes: Annotated[Reach, Choice, Words.of("reach")] = Field(
        description="payload, interface or nothing; a decision that shapes something is cited where it does."
    )
    semantic: Flag = Field(default=False, description="true when another choice changes meaning without shape.")
    confirm: Whole | None = Field(default=None, description="Rank in the order of questions to the owner.")
    location: Location = Field(description="Where it is stated.")


class Decisions(Statement):
    """What the specification leaves open (gaps), and how it is decided."""

    gaps: TableOf[Annotated[Text, forms.GAP_ID.by_rule()], Gap] = Field(
        default_factory=dict, description="Gaps by id, such as G-37."
    )
    decisions: TableOf[Annotated[Text, forms.DECISION_ID.by_rule()], Decision] = Field(
        default_factory=dict, description="Decisions by id, such as D-28."
    )


class Rename(Statement):
    """A field sent under a wrong name."""

    wrong: Annotated[Text, forms.SENT_PATH] = Field(alias="from", description="Dotted path as sent.")
    right: Annotated[Text, Refers("field")] = Field(alias="to", description="Dotted path that governs.")


class Replace(Statement):
    """A field sent with a wrong value."""

    field: Annotated[Text, Refers("field")] = Field(description="Dotted path.")
    right: PayloadText = Field(
        alias="with",
        description="The value that governs: text, or method.currency and the like.",
        examples=["method.method_code", "method.currency", "method.country"],
    )


class Correction(Statement):
    """How a payload that follows the erroneous words is corrected; exactly one key."""

    as_number: Annotated[Text, Refers("field")] | None = Field(
        default=None, description="Dotted path of a number that was sent as text."
    )
    rename: Rename | None = Field(default=None, description="A field sent under a wrong name.")
    replace: Replace | None = Field(default=None, description="A field sent with a wrong value.")


class Erratum(Kept):
    """A place where the specification contradicts itself, and what governs."""

    id: OwnKey = Field(description="Its id, such as E-01.")
    gap: Annotated[Text, Refers("gap")] = Field(description="The gap that records it.")
    section: Text = Field(description="Where in the specification.")
    methods: _Methods = Field(default=(), description=_METHODS)
    says: Text = Field(description="What the specification says or shows.")
    governs: Text = Field(description="What governs.")
    decision: Annotated[Text, Refers("decision")] | None = Field(
        default=None, description="The decision that records it."
    )
    correct: Correction | None = Field(
        default=None, description="How a payload that follows the erroneous words is corrected.", exclude=True
    )
    location: Location = Field(description="Where it is stated.")


class Errata(Statement):
    """Where the specification contradicts itself, and what governs."""

    errata: TableOf[Annotated[Text, forms.ERRATUM_ID.by_rule()], Erratum] = Field(
        default_factory=dict, description="Errata by id, such as E-01."
    )
