"""A vector: a body, the stage that decides on it, and the expected violations.

The models are the format: what `line` writes is what the schema made of them describes and what is read back.
"""

import base64
import json
from enum import Enum
from typing import Any, Literal, Self

from pydantic import ConfigDict, Field, model_validator
from pydantic.json_schema import SkipJsonSchema

from paycat.catalogue.statement import Reason, Value
from paycat.contract.model import Violation
from paycat.text.json_data import json_line

Stage = Literal["text", "dispatch", "fields", "schema"]
"""`schema` is for bodies that earlier stages keep from the fields, validated by the schema of one request type."""


class Absent(Enum):
    """The payload of a line without one, as None is JSON's null."""

    ABSENT = "absent"


def _as_written(*alternative_names: str, **extra: Any) -> ConfigDict:
    # Of the alternatives a line has one; they are named twice, which strict validators ask for.
    choices: Any = [{"properties": {name: True}, "required": [name]} for name in alternative_names]
    return ConfigDict(json_schema_serialization_defaults_required=True, json_schema_extra={"oneOf": choices, **extra})


_VALID_WITHOUT_VIOLATIONS: dict[str, Any] = {
    "if": {"properties": {"valid": {"const": True}}},
    "then": {"properties": {"violations": {"type": "array", "maxItems": 0}}},
    "else": {"properties": {"violations": {"type": "array", "minItems": 1}}},
}


ValueStage = Literal["record", "parameter", "header"]
"""Where a value is sent: in a body that the service answers or sends, a parameter, a header of an answer."""


def _is_none(value: object) -> bool:
    return value is None


class Part(Value):
    """A piece of a raw body: text or bytes, repeated."""

    model_config = _as_written("text", "base64")

    text: str | SkipJsonSchema[None] = Field(default=None, exclude_if=_is_none, description="Text, sent as UTF-8.")
    base64: str | SkipJsonSchema[None] = Field(
        default=None,
        exclude_if=_is_none,
        description="Bytes, in base64.",
        json_schema_extra={"contentEncoding": "base64"},
    )
    times: int = Field(
        default=1, ge=1, exclude_if=lambda times: times == 1, description="How often it is repeated; once if absent."
    )

    @model_validator(mode="after")
    def _text_or_base64(self) -> "Part":
        if (self.text is None) == (self.base64 is None):
            raise ValueError("a part is text or base64")
        return self

    def data(self) -> bytes:
        """Return the bytes of the piece."""
        piece_bytes = base64.b64decode(self.base64) if self.base64 else (self.text or "").encode()
        return piece_bytes * self.times


class _Line(Value):
    def line(self) -> str:
        """Return the vector as one line of a .jsonl file."""
        return json_line(self.model_dump(mode="json"))


class Vector(_Line):
    """One request body with the verdict that it must get. `payload` is the body; where JSON cannot say it, `raw` is."""

    model_config = _as_written("payload", "raw", **_VALID_WITHOUT_VIOLATIONS)

    id: str = Field(description="Stable name: the rule or sample, then the variant.")
    direction: str = Field(description="Which operation takes the body.")
    method: str | None = Field(default=None, description="Method code; null where the request names none.")
    addressed: str | SkipJsonSchema[None] = Field(
        default=None,
        exclude_if=_is_none,
        description="Method code that the path of the request has, before it is encoded; absent where no path has one.",
    )
    stage: Stage = Field(
        description="The first stage that rejects, or that a valid body is about; `schema` is for schemas alone."
    )
    valid: bool = Field(description="Whether the body is accepted.")
    rule: str = Field(
        description="The rule that is tested: broken by a rejected body, kept at its edge by a valid one."
    )
    source: str | None = Field(default=None, description="Section of the specification that the rule comes from.")
    decisions: tuple[str, ...] = Field(default=(), description="Decisions that the rule comes from.")
    origin: str = Field(description="The sample that it is, or `derived`.")
    limitations: tuple[str, ...] = Field(default=(), description="Artefacts that cannot express the rule, and accept.")
    violations: tuple[Violation, ...] = Field(
        default=(), description="Exactly what is rejected; by pointer, then code."
    )
    headers: dict[str, str] = Field(
        default_factory=dict,
        exclude_if=lambda headers: not headers,
        description="Headers that differ from the usual ones; one with an empty value is not sent.",
        json_schema_extra={"minProperties": 1},
    )
    payload: Any = Field(
        default=Absent.ABSENT,
        exclude_if=lambda payload: payload is Absent.ABSENT,
        description="The body as JSON; any value, null too.",
    )
    raw: tuple[Part, ...] = Field(
        default=(),
        exclude_if=lambda pieces: not pieces,
        description="The body in pieces, one after the other, instead of payload.",
        json_schema_extra={"minItems": 1},
    )

    @model_validator(mode="after")
    def _consistent(self) -> "Vector":
        if (self.payload is Absent.ABSENT) == (not self.raw):
            raise ValueError("a vector has a payload or a raw body")
        if self.valid != (not self.violations):
            raise ValueError("a vector is valid, or it has violations")
        return self

    @classmethod
    def of(cls, id: str, rule: str, reason: Reason, violations: tuple[Violation, ...], **members: Any) -> Self:
        """Return a vector of a rule with a reason, derived unless `members` names a sample."""
        members = {"origin": "derived", "source": reason.source, "decisions": reason.decisions, **members}
        return cls(id=id, rule=rule, valid=not violations, violations=violations, **members)

    def body(self) -> bytes:
        """Return the body as it is sent."""
        if self.raw:
            return b"".join(piece.data() for piece in self.raw)
        return json_line(self.payload).encode()


class ValueVector(_Line):
    """A value beside request bodies, with its verdict: a `payload`, or the `texts` of a parameter or header as sent."""

    model_config = _as_written("payload", "texts")

    id: str = Field(description="Stable name: the rule, then the variant.")
    stage: ValueStage = Field(description="What the value is sent in.")
    name: str = Field(description="Name of the component: the record, the parameter or the header.")
    valid: bool = Field(description="Whether the value is accepted.")
    rule: str = Field(description="The rule that is tested: broken by a rejected value, kept by a valid one.")
    source: str | None = Field(default=None, description="Section of the specification that the rule comes from.")
    decisions: tuple[str, ...] = Field(default=(), description="Decisions that the rule comes from.")
    limitations: tuple[str, ...] = Field(default=(), description="Artefacts that cannot express the rule, and accept.")
    payload: Any = Field(
        default=Absent.ABSENT, exclude_if=lambda payload: payload is Absent.ABSENT, description="The record as JSON."
    )
    texts: tuple[str, ...] | SkipJsonSchema[None] = Field(
        default=None,
        exclude_if=_is_none,
        description="The text as it is sent, before it is encoded; once, twice or not at all.",
    )

    @model_validator(mode="after")
    def _consistent(self) -> "ValueVector":
        if (self.payload is Absent.ABSENT) == (self.texts is None) or (self.texts is None) != (self.stage == "record"):
            raise ValueError("the vector of a record has a payload, and any other has texts")
        return self

    @property
    def violations(self) -> tuple[Violation, ...]:
        """What the value must get; only whether it is rejected counts."""
        return () if self.valid else (REJECTED,)


def read_head(vector_line: str) -> dict[str, Any]:
    """Return what a line says of the vector of a payload, without the payload, which is last and mostly long."""
    head_text, _, _ = vector_line.partition(',"payload":')  # No text holds this: JSON escapes its quotes.
    members: dict[str, Any] = json.loads(f"{head_text}}}")
    return members


REJECTED = Violation(code="rejected", pointer="#")
"""The violation of any value that is rejected."""
