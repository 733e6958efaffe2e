"""What is explained of an item: what it is, where, why, which generated files contain it, and which vectors test it."""

from collections.abc import Callable, Iterable, Iterator
from typing import Literal

from pydantic import ConfigDict, Field
from pydantic.dataclasses import dataclass

from paycat.catalogue.statement import Reason, Value
from paycat.contract.model import Contract
from paycat.diagnostics import Span

_DOCUMENT = ConfigDict(extra="forbid", json_schema_serialization_defaults_required=True)


@dataclass(frozen=True, slots=True, config=_DOCUMENT)
class Occurrence:
    """A line of a file."""

    path: str = Field(description="File, relative to the project.")
    line: int = Field(description="Line, counted from 1.")
    note: str = Field(default="", description="What is there; mostly empty.")

    def __str__(self) -> str:
        note = f" ({self.note})" if self.note else ""
        return f"{self.path}:{self.line}{note}"


@dataclass(frozen=True, slots=True, config=_DOCUMENT)
class TestedRule:
    """A rule that vectors test."""

    rule: str = Field(description="Name of the rule.")
    vectors: int = Field(ge=1, description="Number of its vectors.")
    first: str = Field(description="Id of the first vector.")

    def __str__(self) -> str:
        return self.first + (f" and {self.vectors - 1} more of the rule" if self.vectors > 1 else "")


@dataclass(frozen=True, slots=True, config=_DOCUMENT)
class Tested:
    """The vectors that test an item."""

    accepted: int = Field(default=0, ge=0, description="Number of accepted vectors.")
    rejected: int = Field(default=0, ge=0, description="Number of rejected vectors.")
    rules: tuple[TestedRule, ...] = Field(default=(), description="The rules that they test.")


@dataclass(frozen=True, slots=True, config=_DOCUMENT)
class Explanation:
    """The page of an item. A terminal shows no empty section."""

    name: str = Field(description="Full name.")
    kind: str = Field(description="What kind of item it is, such as `field type`.")
    title: str = Field(default="", description="Title; empty without one.")
    what: tuple[str, ...] = Field(default=(), description="What it is, with its constraints.")
    defined: tuple[Occurrence, ...] = Field(default=(), description="Where it is defined.")
    used: tuple[Occurrence, ...] = Field(default=(), description="Where other statements name it.")
    why: tuple[str, ...] = Field(default=(), description="Sections and decisions behind it, or why it exists.")
    carried: tuple[str, ...] = Field(default=(), description="The generated files that contain it.")
    tested: Tested = Field(default=Tested(), description="The vectors that test it.")
    example: tuple[str, ...] = Field(default=(), description="Lines of an example.")
    fix: tuple[str, ...] = Field(default=(), description="How to fix the finding.")

    @property
    def heading(self) -> str:
        """The name, what kind of item has it, and its title."""
        article = "an" if self.kind[:1] in "aeio" else "a"
        return f"{self.name}, {article} {self.kind}" + (f": {self.title}" if self.title else "")


class Explanations(Value):
    """Everything that has a name. The shape is stable: an incompatible change raises `version`."""

    model_config = _DOCUMENT

    version: Literal[1] = Field(default=1, description="Version of this format.")
    word: str = Field(description="The name.")
    explanations: tuple[Explanation, ...] = Field(description="A page for each item that has the name.")
    note: str = Field(description="A warning if the generated files do not match the catalogue; otherwise empty.")


Named = Iterator[tuple[str, Callable[[], Explanation]]]
"""Names, each with a function that explains what has the name."""


def occurrence(location: Span, note: str = "") -> Occurrence:
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
