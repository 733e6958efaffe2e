"""A conformance run as reports show it, and their files: JSON or JUnit XML, by the name's suffix."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, Literal

from junitparser import Failure, JUnitXml, Skipped, TestCase, TestSuite
from pydantic import Field

from paycat import __version__
from paycat.catalogue.statement import Value
from paycat.conformance.run.outcome import Fate, MutantTally, Outcomes, Result, Tally, Text
from paycat.contract.model import Limitation
from paycat.diagnostics import Span
from paycat.files.reading import system_errors_as
from paycat.files.replacing import replace_file
from paycat.text.counting import counted
from paycat.text.json_data import json_text


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
    is_cut_short: bool = Field(
        default=False, description="Whether the run left out further mutants of this artefact (`--most-mutants`)."
    )


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


def report_of(outcome: Outcomes) -> Report:
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


def _verdict_on(outcome: Outcomes) -> Verdict:
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
        "is_cut_short": tally.is_cut_short,
    }


def write_report(path: Path, outcome: Outcomes) -> None:
    """Write the report of a run; its suffix must be one of FORMATS. Missing folders are created.

    The file is replaced as a whole: nobody reads half a report. Raises FindingsError when it cannot be written.
    """
    text = FORMATS[path.suffix.lower()](report_of(outcome))
    hint = "name a file in a writable folder, on a disk with free space"
    with system_errors_as("report-unwritable", Span(str(path)), "cannot write the report", hint):
        replace_file(path, text.encode())


def as_junit(report: Report) -> str:
    """Return the report as JUnit XML."""
    junit_xml = JUnitXml(f"paycat conform: {report.service.title} {report.service.version}")
    for suite in _suites(report):
        junit_xml.add_testsuite(suite)
    buffer = BytesIO()
    junit_xml.write(buffer, pretty=True)
    return buffer.getvalue().decode()


def _suites(report: Report) -> Iterator[TestSuite]:
    for result in report.results:
        test_cases = (_case(result.engine, subject, tally) for subject, tally in result.tallies.items())
        wrong_count = len(result.disagreements)
        properties = {"vectors": result.run, "declared limitations": result.limitations, "disagreements": wrong_count}
        yield _suite(result.engine, test_cases, properties)
    for engine in report.missing:
        case = TestCase("engine", _class(engine.name))
        case.result = Skipped(f"{engine.why}; {engine.remedy}")
        yield _suite(engine.name, [case])
    cases_by_artefact: dict[str, list[TestCase]] = {}
    for mutant_counts in report.mutants:
        case = TestCase(mutant_counts.subject, _class(f"mutants.{mutant_counts.artefact}"))
        message = f"{len(mutant_counts.survivors):,} of {counted(mutant_counts.number, 'mutant')} survived"
        case = _failed(case, message, "mutant", mutant_counts.survivors) if mutant_counts.survivors else case
        cases_by_artefact.setdefault(mutant_counts.artefact, []).append(case)
    for artefact, cases in cases_by_artefact.items():
        yield _suite(f"mutants of {artefact}", cases)


def _suite(name: str, cases: Iterable[TestCase], properties: Mapping[str, int] | None = None) -> TestSuite:
    suite = TestSuite(name)
    for key, value in (properties or {}).items():
        suite.add_property(key, str(value))
    suite.add_testcases(list(cases))
    return suite


def _case(engine_name: str, subject: str, tally: Tally) -> TestCase:
    case, disagreements = TestCase(subject, _class(engine_name)), tally.disagreements
    if not disagreements:
        return case
    other_count = len({disagreement.rule for disagreement in disagreements}) - 1
    suffix = f" and {counted(other_count, 'other rule')}" if other_count else ""
    count_text = counted(len(disagreements), "disagreement")
    message = f"{count_text} in {counted(tally.run, 'vector')}: rule {disagreements[0].rule}{suffix}"
    return _failed(case, message, "disagreement", map(str, disagreements))


def _failed(case: TestCase, message: str, kind: str, lines: Iterable[str]) -> TestCase:
    failure = Failure(message, kind)
    failure.text = "\n".join(lines)
    case.result = failure
    return case


def _class(engine_name: str) -> str:
    return f"paycat.conform.{engine_name}"


FORMATS: Mapping[str, Callable[[Report], str]] = {
    ".json": lambda report: json_text(report.model_dump(mode="json")),
    ".xml": as_junit,
}
"""Suffix of a report file → the function that returns its text; docs/conformance.schema.json describes the JSON."""
