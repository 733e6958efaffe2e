"""The register of gaps as JSON: `paycat gaps --format json`; docs/gaps.schema.json is the schema."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from paycat.catalogue.registers import DecisionStatus, GapKind
from paycat.encoding import json_text
from paycat.explaining.registers import STATUSES, GapEntry, GapStatus
from paycat.reporting.data import Shown, Text, Where


class ShownDecision(Shown):
    """A decision that answers a gap."""

    id: Text = Field(description="Id of the decision.")
    status: DecisionStatus = Field(description="default, confirmed or overridden.")
    title: Text = Field(description="What is decided.")


class ShownGap(Shown):
    """A gap, and how much depends on its decisions."""

    id: Text = Field(description="Id of the gap.")
    state: GapStatus = Field(description="`confirmed` when the owner of the service answered all of its decisions.")
    kind: GapKind = Field(description="missing, ambiguous or erratum.")
    section: Text = Field(description="Section of the specification.")
    question: Text = Field(description="What is left open.")
    decisions: tuple[ShownDecision, ...] = Field(description="The decisions that answer it.")
    ask: int | None = Field(description="Position in the list of questions for the owner; null without one.")
    statements: int = Field(ge=0, description="Number of statements that cite its decisions.")
    vectors: int = Field(ge=0, description="Number of vectors that depend on its decisions.")
    location: Where = Field(description="Where it is defined.")


class Gaps(Shown):
    """The register of gaps. The shape is stable: an incompatible change raises `version`."""

    version: Literal[1] = Field(default=1, description="Version of this format.")
    gaps: tuple[ShownGap, ...] = Field(description="The gaps, in the order of the register.")
    counts: dict[GapStatus, int] = Field(description="Number of gaps in each state, whether they are listed or not.")


def gaps_json(entries: Sequence[GapEntry], shown: Sequence[GapEntry]) -> str:
    """Return the gaps to show as indented JSON, in the shape of docs/gaps.schema.json; `entries` are all gaps."""
    found = Counter(entry.status for entry in entries)
    counts = {status: found[status] for status in STATUSES}
    return json_text(Gaps(gaps=tuple(map(_gap, shown)), counts=counts).model_dump(mode="json"))


def _gap(entry: GapEntry) -> ShownGap:
    gap = entry.gap
    return ShownGap(
        id=gap.id,
        state=entry.status,
        kind=gap.kind,
        section=gap.section,
        question=gap.question,
        decisions=tuple(map(ShownDecision.model_validate, entry.decisions)),
        ask=entry.rank,
        statements=entry.statements,
        vectors=entry.vectors,
        location=Where.model_validate(entry.location),
    )
