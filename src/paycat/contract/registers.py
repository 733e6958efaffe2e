"""The contract's registers: what the specification leaves open, what was chosen, and where it contradicts itself."""

from typing import Literal

from paycat.contract.values import Place, Value


class Gap(Value):
    """A question that the specification leaves open."""

    id: str
    section: str
    kind: Literal["missing", "ambiguous", "erratum"]
    state: Literal["decided", "settled", "open"]
    methods: tuple[str, ...] = ()
    quote: str | None = None
    question: str
    decisions: tuple[str, ...] = ()
    place: Place


class Decision(Value):
    """What was chosen where the specification is silent."""

    id: str
    title: str
    methods: tuple[str, ...] = ()
    chosen: str
    because: str
    alternatives: tuple[str, ...] = ()
    risk: str
    status: Literal["default", "confirmed", "overridden"]
    shapes: Literal["payload", "interface", "nothing"]
    semantic: bool = False
    confirm: int | None = None
    place: Place


class Erratum(Value):
    """A contradiction of the specification, and what governs."""

    id: str
    gap: str
    section: str
    methods: tuple[str, ...] = ()
    says: str
    governs: str
    decision: str | None = None
    place: Place
