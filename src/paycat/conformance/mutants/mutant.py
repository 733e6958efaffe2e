"""What a mutant is, and what became of it."""

from dataclasses import dataclass
from enum import StrEnum

Name = tuple[str, str, str, str]
"""Artefact, subject, place and change, which no other mutant has."""


class Fate(StrEnum):
    """What became of a mutant: a vector noticed it, it means the same as the original, or nobody noticed."""

    KILLED = "killed"
    EQUIVALENT = "equivalent"
    SURVIVED = "survived"


@dataclass(frozen=True, slots=True)
class Mutant:
    """An artefact changed in one place.

    `artefact` is its kind, `subject` the request type or file, `place` where in it, `change` what was done there; `why`
    is the id of the vector that noticed, or the proof that the mutant means the same.
    """

    artefact: str
    subject: str
    place: str
    change: str
    fate: Fate
    why: str = ""

    @property
    def name(self) -> Name:
        """What tells it from every other mutant."""
        return self.artefact, self.subject, self.place, self.change


@dataclass(frozen=True, slots=True)
class MutantTally:
    """The mutants of one artefact on one subject."""

    artefact: str
    subject: str
    mutants: tuple[Mutant, ...]

    def of(self, fate: Fate) -> list[Mutant]:
        """Return the mutants with one fate."""
        return [mutant for mutant in self.mutants if mutant.fate is fate]
