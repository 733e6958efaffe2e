"""A conformance run as reports show it: numbers, limitations and disagreements, but no payload."""

from typing import Any, Literal

from pydantic import Field

from paycat import __version__
from paycat.catalogue.statement import Value
from paycat.conformance.run.outcome import Fate, MutantTally, Outcome, Result, Text
from paycat.contract.model import Limitation


class ServiceName(Value):
    """The service that was tested."""

    title: Text = Field(description="Title of the service.")
    version: Text = Field(description="Version of the service.")


class MissingEngine(Value):
    """An engine that could not run."""

    name: Text = Field(description="Name of the engine.")
    why: Text = Field(description="What it lacks.")
    remedy: Text = Field(description="What to do.")


class MutantCounts(Value):
    """How many small changes of an artefact the vectors noticed, on one subject."""

    artefact: Text = Field(description="Kind of artefact that was changed.")
    subject: Text = Field(description="Subject of the vectors.")
    number: int = Field(description="Mutants made.")
    killed: int = Field(description="Mutants that a vector noticed.")
    equivalent: int = Field(description="Mutants that mean the same as the original.")
    reasons: tuple[Text, ...] = Field(default=(), description="Why the equivalent ones mean the same, each once.")
    survivors: tuple[Text, ...] = Field(description="Mutants that no vector noticed, described.")


Verdict = Literal["agreement", "disagreement", "untested", "incomplete"]


class Report(Value):
    """A conformance run. The shape is stable: an incompatible change raises `report_version`."""

    report_version: Literal[3] = Field(description="Version of this format.")
    paycat_version: Text = Field(description="The paycat that ran.")
    service: ServiceName = Field(description="What was tested.")
    verdict: Verdict = Field(
        description="`untested`: nothing disagrees, but a mutant survived; `incomplete`: nothing disagrees, but an "
        "engine could not run, or none did."
    )
    vectors: int = Field(description="Number of vectors.")
    results: tuple[Result, ...] = Field(description="The engines that ran, each with its results.")
    missing: tuple[MissingEngine, ...] = Field(description="The engines that could not run.")
    limitations: tuple[Limitation, ...] = Field(description="What artefacts cannot express, and therefore accept.")
    mutants: tuple[MutantCounts, ...] = Field(default=(), description="Mutation run, if there was one.")

    def mutants_of(self, artefact: str, subject: str) -> MutantCounts | None:
        """Return the counts of an artefact's mutants on a subject, or None when there are none."""
        return next((one for one in self.mutants if (one.artefact, one.subject) == (artefact, subject)), None)


def report_of(outcome: Outcome) -> Report:
    """Return the report of a run."""
    return Report.model_validate(
        {
            "report_version": 3,
            "paycat_version": __version__,
            "service": outcome.contract.service,
            "verdict": _verdict_on(outcome),
            "vectors": outcome.vectors,
            "results": outcome.results,
            "missing": outcome.missing,
            "limitations": outcome.contract.limitations,
            "mutants": [_mutants(tally) for tally in outcome.mutants],
        },
        from_attributes=True,
    )


def _verdict_on(outcome: Outcome) -> Verdict:
    if outcome.disagreements:
        return "disagreement"
    if outcome.survivors:
        return "untested"
    return "incomplete" if outcome.missing or not outcome.results else "agreement"


def _mutants(tally: MutantTally) -> dict[str, Any]:
    return {
        "artefact": tally.artefact,
        "subject": tally.subject,
        "number": len(tally.mutants),
        "killed": len(tally.of(Fate.KILLED)),
        "equivalent": len(tally.of(Fate.EQUIVALENT)),
        "reasons": [*dict.fromkeys(mutant.why for mutant in tally.of(Fate.EQUIVALENT))],
        "survivors": [f"{mutant.location}: {mutant.change}" for mutant in tally.of(Fate.SURVIVED)],
    }
