"""A comparison in, how many changes have which verdict out."""

from dataclasses import dataclass

from paycat.changes.assessment import Comparison
from paycat.changes.kinds import BREAKING, RISKY
from paycat.counting import counted
from paycat.reporting.changes.telling import is_in_words_only
from paycat.revisions.versions import is_version, next_version


@dataclass(frozen=True, slots=True)
class Counts:
    """Each change is counted once: by its worst verdict, or as one of words alone."""

    breaking: int
    risky: int
    safe: int
    words: int

    @property
    def told(self) -> str:
        """The numbers as a phrase; zeros only where a reader looks for them."""
        words = [f"{self.words:,} in words only"] if self.words else []
        return ", ".join([f"{self.breaking:,} breaking", f"{self.risky:,} risky", f"{self.safe:,} safe", *words])


def counts(comparison: Comparison) -> Counts:
    """Return the numbers of a comparison."""
    words = sum(map(is_in_words_only, comparison.assessments))
    verdicts = [one.worst.verdict for one in comparison.assessments]
    breaking, risky = verdicts.count(BREAKING), verdicts.count(RISKY)
    return Counts(breaking, risky, len(verdicts) - breaking - risky - words, words)


def move(comparison: Comparison) -> str:
    """Return which version the changes ask for, as a phrase."""
    if comparison.level == "none" or not is_version(comparison.old_version):
        return "the version may stay" if comparison.level == "none" else f"a {comparison.level} change"
    wanted = next_version(comparison.old_version, comparison.level)
    return f"a {comparison.level} change, which asks for version {wanted} or later"


def faults(comparison: Comparison) -> str:
    """Return the number of faults of paycat as a phrase; "" without any."""
    return f"{counted(len(comparison.faults), 'fault')} of paycat" if comparison.faults else ""
