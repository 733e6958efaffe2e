"""What is explained of an item: what it is, where, why, which generated files contain it, and which vectors test it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from paycat.catalogue.statement import Location, Reason
from paycat.contract.model import Contract
from paycat.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A line of a file."""

    path: str
    line: int
    note: str = ""

    def __str__(self) -> str:
        note = f" ({self.note})" if self.note else ""
        return f"{self.path}:{self.line}{note}"


@dataclass(frozen=True, slots=True)
class TestedRule:
    """A rule with the number of its vectors, and the id of the first."""

    rule: str
    vectors: int
    first: str

    def __str__(self) -> str:
        return self.first + (f" and {self.vectors - 1} more of the rule" if self.vectors > 1 else "")


@dataclass(frozen=True, slots=True)
class Tested:
    """How many vectors test something, and the rules that these are about."""

    accepted: int = 0
    rejected: int = 0
    rules: tuple[TestedRule, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """The page of an item. `kind` says what it is, such as `field type`; empty sections are not shown."""

    name: str
    kind: str
    title: str = ""
    what: tuple[str, ...] = ()
    defined: tuple[Occurrence, ...] = ()
    used: tuple[Occurrence, ...] = ()
    why: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    tested: Tested = Tested()
    example: tuple[str, ...] = ()
    fix: tuple[str, ...] = ()

    @property
    def heading(self) -> str:
        """The name, what kind of item has it, and its title."""
        article = "an" if self.kind[:1] in "aeio" else "a"
        return f"{self.name}, {article} {self.kind}" + (f": {self.title}" if self.title else "")


Named = Iterator[tuple[str, Callable[[], Explanation]]]
"""Names, each with a function that explains what has the name."""


def occurrence(location: Location | Span, note: str = "") -> Occurrence:
    """Return a location with a note."""
    return Occurrence(location.path, location.line, note)


def because(contract: Contract, reasons: Iterable[Reason], *, briefly: bool = False) -> tuple[str, ...]:
    """Return a line for each section and decision that reasons name; `briefly` leaves alternatives out."""
    stated = list(reasons)
    ids = {decision for reason in stated for decision in reason.decisions}
    lines = [f"{section} of the specification" for section in dict.fromkeys(one.source for one in stated) if section]
    for decision in contract.decisions:
        if decision.id in ids:
            lines.append(f"{decision.id} ({decision.status}): {decision.title}")
            lines += [] if briefly else [f"  instead: {other}" for other in decision.alternatives]
    return tuple(lines)
