"""A conformance run as reports show it: numbers, limitations and disagreements, but no payload."""

from itertools import groupby
from typing import Any, Literal

from pydantic import Field

from paycat import __version__
from paycat.catalogue.statement import Value
from paycat.conformance.outcome import Fate, MutantTally, Outcome
from paycat.conformance.run import Disagreement, Result, Tally, Text
from paycat.contract.model import Limitation


class ServiceName(Value):
    """The service that was tested."""

    title: Text = Field(description="Title of the service.")
    version: Text = Field(description="Version of the service.")


class Counts(Value):
    """What was run, and the results."""

    vectors: int = Field(description="Vectors run.")
    declared_limitations: int = Field(description="Vectors that must be accepted here, by a declared limitation.")
    disagreements: int = Field(description="Vectors with other violations than the expected ones.")


class SubjectCounts(Counts):
    """One engine on one subject."""

    subject: Text = Field(description="A request type such as payout/METHOD, or a stage.")


class EngineCounts(Counts):
    """One engine: totals, and counts by subject."""

    name: Text = Field(description="Name of the engine.")
    subjects: tuple[SubjectCounts, ...] = Field(description="The subjects that it covers.")

    def on(self, subject: str) -> SubjectCounts | None:
        """Return the counts of a subject, or None when the engine does not cover it."""
        return next((counts for counts in self.subjects if counts.subject == subject), None)


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

    report_version: Literal[2] = Field(default=2, description="Version of this format.")
    paycat_version: Text = Field(description="The paycat that ran.")
    service: ServiceName = Field(description="What was tested.")
    verdict: Verdict = Field(
        description="`untested`: nothing disagrees, but a mutant survived; `incomplete`: nothing disagrees, but an "
        "engine could not run, or none did."
    )
    vectors: int = Field(description="Number of vectors.")
    engines: tuple[EngineCounts, ...] = Field(description="The engines that ran.")
    missing: tuple[MissingEngine, ...] = Field(description="The engines that could not run.")
    limitations: tuple[Limitation, ...] = Field(description="What artefacts cannot express, and therefore accept.")
    disagreements: tuple[Disagreement, ...] = Field(description="Every disagreement, engine by engine.")
    mutants: tuple[MutantCounts, ...] = Field(default=(), description="Mutation run, if there was one.")

    @property
    def totals(self) -> Counts:
        """The sum over all engines: each vector counts once for each engine that ran it."""
        return Counts(
            vectors=sum(engine.vectors for engine in self.engines),
            declared_limitations=sum(engine.declared_limitations for engine in self.engines),
            disagreements=len(self.disagreements),
        )

    def mutants_of(self, artefact: str, subject: str) -> MutantCounts | None:
        """Return the counts of an artefact's mutants on a subject, or None when there are none."""
        return next((one for one in self.mutants if (one.artefact, one.subject) == (artefact, subject)), None)

    def groups(self) -> list[tuple[str, str, list[Disagreement]]]:
        """Return the disagreements by engine and subject, in their order."""
        grouped = groupby(self.disagreements, key=lambda one: (one.engine, one.subject))
        return [(engine, subject, list(found)) for (engine, subject), found in grouped]


def report_of(outcome: Outcome) -> Report:
    """Return the report of a run."""
    return Report.model_validate(
        {
            "paycat_version": __version__,
            "service": outcome.contract.service,
            "verdict": _verdict_on(outcome),
            "vectors": outcome.vectors,
            "engines": [
                {
                    "name": result.engine,
                    "subjects": [{"subject": name, **_counts(tally)} for name, tally in result.tallies.items()],
                    **_counts(result),
                }
                for result in outcome.results
            ],
            "missing": outcome.missing,
            "limitations": outcome.contract.limitations,
            "disagreements": outcome.disagreements,
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


def _counts(done: Result | Tally) -> dict[str, int]:
    return {"vectors": done.run, "declared_limitations": done.limitations, "disagreements": len(done.disagreements)}


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
