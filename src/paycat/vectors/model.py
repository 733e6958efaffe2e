"""A vector: a body, the stage that judges it, and the refusals that it must get."""

import base64
from typing import Any, Literal

from pydantic import Field

from paycat.catalogue.directions import Direction
from paycat.contract.model import Refusal
from paycat.contract.values import Value
from paycat.encoding import json_line

Stage = Literal["text", "dispatch", "fields"]


class Part(Value):
    """A piece of a raw body: text or bytes, repeated."""

    text: str | None = Field(default=None, description="Text, sent as UTF-8.")
    base64: str | None = Field(default=None, description="Bytes, in base64.")
    times: int = Field(default=1, description="How often the piece is repeated.")

    def data(self) -> bytes:
        """Return the bytes that the piece stands for."""
        piece = base64.b64decode(self.base64) if self.base64 else (self.text or "").encode()
        return piece * self.times


class Vector(Value):
    """One body with its verdict. `payload` is JSON; where JSON cannot say it, `raw` is the body in pieces."""

    id: str = Field(description="Stable name: the rule or sample, then the variant.")
    direction: Direction = Field(description="Which operation takes the body.")
    method: str | None = Field(default=None, description="Method code; absent where the body names none.")
    stage: Stage = Field(description="The first stage that refuses, or that a valid body is about.")
    valid: bool = Field(description="Whether the body is accepted.")
    rule: str = Field(description="The rule that is tested: broken by a refused body, kept at its edge by a valid one.")
    source: str | None = Field(default=None, description="Section of the specification that the rule comes from.")
    decisions: tuple[str, ...] = Field(default=(), description="Decisions that the rule comes from.")
    origin: str = Field(description="The sample that it is, or `derived`.")
    losses: tuple[str, ...] = Field(default=(), description="Artefacts that cannot express the rule, and accept.")
    refusals: tuple[Refusal, ...] = Field(default=(), description="Exactly what is refused; by pointer, then code.")
    headers: dict[str, str] = Field(default_factory=dict, description="Headers that differ from the usual ones.")
    payload: Any = Field(default=None, description="The body as JSON.")
    raw: tuple[Part, ...] = Field(default=(), description="The body in pieces, instead of payload.")

    def body(self) -> bytes:
        """Return the body as it is sent."""
        if self.raw:
            return b"".join(part.data() for part in self.raw)
        return json_line(self.payload).encode()

    def line(self) -> str:
        """Return the vector as one line of a .jsonl file: `payload` or `raw`, and `headers` where there are any."""
        document = self.model_dump(mode="json", exclude={"payload", "raw", *(() if self.headers else ("headers",))})
        if self.raw:
            document["raw"] = [part.model_dump(exclude_defaults=True) for part in self.raw]
        else:
            document["payload"] = self.payload
        return json_line(document)
