"""A change: something that a contract states differently than an older one, without a verdict.

Verdicts are a policy's (`paycat.changes.rating`), so that another policy can rate the same changes.
"""

from dataclasses import dataclass
from typing import Any, Literal

from paycat.catalogue.directions import Direction
from paycat.catalogue.statement import Location, Reason
from paycat.changes.taxonomy import ChangeType, Verdict
from paycat.contract.model import Violation
from paycat.contract.nodes import FieldNode

Part = Literal["request", "response", "event", "interface", "catalogue"]
"""What a change is about: bodies that integrators send, bodies that they read, what is around them, or registers."""

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
    old_location: Location | None = None
    new_location: Location | None = None

    @property
    def location(self) -> Location | None:
        """The line in the new catalogue, or of something removed in the old one."""
        return self.new_location or self.old_location

    @property
    def name(self) -> str:
        """The site in words, such as `pay_in BACS_DEBIT mandate.reference`."""
        return " ".join(word for word in (self.direction, self.method, self.path) if word)


@dataclass(frozen=True, slots=True)
class Change:
    """One change. `old` and `new` are JSON values; None where nothing was or is.

    `narrows` are the violations that a body may get because of it, `widens` those that a body may no longer get; they
    tie a change to the payloads that show it. `values` are both versions of the field whose values changed.
    `field_type` is the type that both fields have. `decides` are the paths of members whose requirement a condition
    decides. `consequences` are changes that follow from this one; `is_echo`: the verdict of a consequence is that of
    its cause.
    """

    type: ChangeType
    site: Site
    old: Any = None
    new: Any = None
    reason: Reason = _NO_REASON
    narrows: tuple[Violation, ...] = ()
    widens: tuple[Violation, ...] = ()
    values: tuple[FieldNode, FieldNode] | None = None
    field_type: str | None = None
    decides: tuple[str, ...] = ()
    consequences: "tuple[Change, ...]" = ()
    is_echo: bool = False

    @property
    def is_read(self) -> bool:
        """Whether integrators read what changed: a body, or a header of a response or an event."""
        return self.site.part in ANSWERS or self.type.element == "header"

    def by_rule(self, audience: Literal["sender", "reader"]) -> Verdict | None:
        """Return the verdict by the rules of the change and of the constraints that changed with it, or None."""
        parts = (one for one in self.consequences if one.is_echo and one.type.aspect)
        found = [verdict for one in (self, *parts) if (verdict := getattr(one.type, audience)) is not None]
        return max(found, key=lambda verdict: verdict.rank, default=None)
