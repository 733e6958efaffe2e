"""A change: one thing that a contract says otherwise than an older one, without a verdict.

What is judged, for whom and how it is known is a policy's business (`paycat.changes.judging`), so that another policy
judges the same changes.
"""

from dataclasses import dataclass
from typing import Any, Literal

from paycat.catalogue.directions import Direction
from paycat.catalogue.statement import Place, Reason
from paycat.contract.model import Refusal

Part = Literal["request", "response", "event", "interface", "catalogue"]
"""What a change is about: bodies that integrators send, bodies that they read, what is around them, or our books."""

ANSWERS: tuple[Part, ...] = ("response", "event")
"""Bodies that integrators read."""

_NO_REASON = Reason()


@dataclass(frozen=True, slots=True)
class Site:
    """Where a change is: in the contract by names, in both catalogues by lines.

    `path` is dotted within a request or a record (`mandate.reference`, `DebitRecord.status`); elsewhere it names the
    thing (`operation createRefund`, `decision D-101`).
    """

    part: Part
    path: str = ""
    method: str | None = None
    direction: Direction | None = None
    old_place: Place | None = None
    new_place: Place | None = None

    @property
    def place(self) -> Place | None:
        """The line to look at: in the new catalogue, or for what is gone in the old one."""
        return self.new_place or self.old_place

    @property
    def name(self) -> str:
        """The site in words, such as `pay_in BACS_DEBIT mandate.reference`."""
        return " ".join(word for word in (self.direction, self.method, self.path) if word)


@dataclass(frozen=True, slots=True)
class Change:
    """One change. `old` and `new` are JSON values: what was said, and what is; None where nothing was or is.

    `narrows` are the refusals that a body may get because of it, `widens` those that a body may no longer get; they
    tie a change to the payloads that show it. `field_type` is the type that both fields have. `consequences` are
    changes that follow from this one; `is_echo` says of one of them that its verdict is that of what it follows from.
    """

    kind: str
    site: Site
    old: Any = None
    new: Any = None
    reason: Reason = _NO_REASON
    narrows: tuple[Refusal, ...] = ()
    widens: tuple[Refusal, ...] = ()
    field_type: str | None = None
    consequences: "tuple[Change, ...]" = ()
    is_echo: bool = False
