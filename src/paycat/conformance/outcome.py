"""What a conformance run found, as reports take it."""

from dataclasses import dataclass

from paycat.conformance.engine import MissingEngineError
from paycat.conformance.mutants.mutant import Fate, Mutant, MutantTally
from paycat.conformance.run import Disagreement, Result
from paycat.contract.model import Contract


@dataclass(frozen=True, slots=True)
class Outcome:
    """The results of the engines that ran, the engines that could not, and the mutants if they were asked for."""

    contract: Contract
    results: tuple[Result, ...]
    missing: tuple[MissingEngineError, ...] = ()
    mutants: tuple[MutantTally, ...] = ()

    @property
    def vectors(self) -> int:
        """Number of vectors run: in each subject, those of the engine that covers most."""
        return sum(max(_runs(self.results, subject)) for subject in self.subjects)

    @property
    def subjects(self) -> list[str]:
        """Every subject that an engine ran, in the order of the vectors' files."""
        return sorted({subject for result in self.results for subject in result.tallies})

    @property
    def survivors(self) -> list[Mutant]:
        """Every mutant that no vector noticed, and that does not mean the same."""
        return [mutant for tally in self.mutants for mutant in tally.of(Fate.SURVIVED)]

    @property
    def disagreements(self) -> list[Disagreement]:
        """Every disagreement, engine by engine."""
        return [one for result in self.results for one in result.disagreements]


def _runs(results: tuple[Result, ...], subject: str) -> list[int]:
    return [result.tallies[subject].run for result in results if subject in result.tallies]
