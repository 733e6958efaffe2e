"""What a conformance run found, as reports show it."""

from dataclasses import dataclass
from enum import StrEnum

from paycat.conformance.run.engine import MissingEngineError
from paycat.conformance.run.running import Disagreement, Result
from paycat.contract.model import Contract

MutantName = tuple[str, str, str, str]
"""Artefact, subject, place and change: unique for each mutant."""


class Fate(StrEnum):
    """The result of a mutant: a vector noticed it, it means the same as the original, or no vector noticed it."""

    KILLED = "killed"
    EQUIVALENT = "equivalent"
    SURVIVED = "survived"


@dataclass(frozen=True, slots=True)
class Mutant:
    """An artefact changed in one place.

    `artefact` is its kind, `subject` the request type or file, `location` where in it, `change` what changed there;
    `why` is the id of the vector that noticed, or the proof that the mutant means the same.
    """

    artefact: str
    subject: str
    location: str
    change: str
    fate: Fate
    why: str = ""

    @property
    def name(self) -> MutantName:
        """Its unique name."""
        return self.artefact, self.subject, self.location, self.change


@dataclass(frozen=True, slots=True)
class MutantTally:
    """The mutants of one artefact on one subject."""

    artefact: str
    subject: str
    mutants: tuple[Mutant, ...]

    def of(self, fate: Fate) -> list[Mutant]:
        """Return the mutants with one fate."""
        return [mutant for mutant in self.mutants if mutant.fate is fate]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The results of the engines that ran, the engines that could not, and the mutants if there are any."""

    contract: Contract
    results: tuple[Result, ...]
    missing: tuple[MissingEngineError, ...] = ()
    mutants: tuple[MutantTally, ...] = ()

    @property
    def vectors(self) -> int:
        """Number of vectors run: in each subject, those of the engine that covers most."""
        return sum(
            max(result.tallies[subject].run for result in self.results if subject in result.tallies)
            for subject in self.subjects
        )

    @property
    def subjects(self) -> list[str]:
        """Every subject that an engine ran, in the order of the files."""
        return sorted({subject for result in self.results for subject in result.tallies})

    @property
    def survivors(self) -> list[Mutant]:
        """Every mutant that no vector noticed and no proof covers."""
        return [mutant for tally in self.mutants for mutant in tally.of(Fate.SURVIVED)]

    @property
    def disagreements(self) -> list[Disagreement]:
        """Every disagreement, engine by engine."""
        return [one for result in self.results for one in result.disagreements]
