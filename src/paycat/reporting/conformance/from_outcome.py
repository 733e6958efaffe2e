"""The outcome of a conformance run in, its report out."""

from collections.abc import Iterator

from paycat import __version__
from paycat.conformance.outcome import Fate, MutantTally, Outcome
from paycat.conformance.run import Disagreement, Result, Tally
from paycat.reporting.conformance.report import (
    EngineCounts,
    MissingEngine,
    MutantCounts,
    Refused,
    Report,
    ReportedDisagreement,
    ServiceName,
    SubjectCounts,
    Verdict,
)


def report_of(outcome: Outcome) -> Report:
    """Return what the report files tell of a run."""
    found = [one for result in outcome.results for one in _disagreements(result)]
    return Report(
        paycat_version=__version__,
        service=ServiceName(title=outcome.contract.service.title, version=outcome.contract.service.version),
        verdict=_verdict(outcome),
        vectors=outcome.vectors,
        engines=tuple(map(_engine, outcome.results)),
        missing=tuple(MissingEngine(name=one.name, why=one.why, remedy=one.remedy) for one in outcome.missing),
        losses=outcome.contract.losses,
        disagreements=tuple(found),
        mutants=tuple(map(_mutants, outcome.mutants)),
    )


def _verdict(outcome: Outcome) -> Verdict:
    if outcome.disagreements:
        return "disagreement"
    if outcome.survivors:
        return "untested"
    return "incomplete" if outcome.missing or not outcome.results else "agreement"


def _engine(result: Result) -> EngineCounts:
    subjects = tuple(SubjectCounts(subject=name, **_counts(tally)) for name, tally in result.tallies.items())
    return EngineCounts(name=result.engine, subjects=subjects, **_counts(result))


def _counts(done: Result | Tally) -> dict[str, int]:
    return {"vectors": done.run, "declared_losses": done.losses, "disagreements": len(done.disagreements)}


def _mutants(tally: MutantTally) -> MutantCounts:
    return MutantCounts(
        artefact=tally.artefact,
        subject=tally.subject,
        number=len(tally.mutants),
        killed=len(tally.of(Fate.KILLED)),
        equivalent=len(tally.of(Fate.EQUIVALENT)),
        reasons=tuple(dict.fromkeys(mutant.why for mutant in tally.of(Fate.EQUIVALENT))),
        survivors=tuple(f"{mutant.place}: {mutant.change}" for mutant in tally.of(Fate.SURVIVED)),
    )


def _disagreements(result: Result) -> Iterator[ReportedDisagreement]:
    for subject, tally in result.tallies.items():
        yield from (_told(subject, one) for one in tally.disagreements)


def _told(subject: str, found: Disagreement) -> ReportedDisagreement:
    vector = found.vector
    return ReportedDisagreement(
        engine=found.engine,
        subject=subject,
        vector=vector.id,
        rule=vector.rule,
        source=vector.source,
        decisions=vector.decisions,
        expected=Refused.of(found.expected),
        got=Refused.of(found.got),
        failure=found.failure,
    )
