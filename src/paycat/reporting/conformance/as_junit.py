"""A report as JUnit XML: a suite for each engine and for mutants, a test case for each subject.

The cases are the same in every run of a catalogue, so that a CI system can show since when one fails. The message of a
failure names the first broken rule, its text all of them.
"""

from collections.abc import Iterator

from junitparser import Skipped, TestCase, TestSuite

from paycat.counting import counted
from paycat.reporting.conformance.document import MutantCounts, Report, ReportedDisagreement, SubjectCounts
from paycat.reporting.junit import failed, junit_text, suite


def as_junit(report: Report) -> str:
    """Return the report as JUnit XML."""
    return junit_text(f"paycat conform: {report.service.title} {report.service.version}", _suites(report))


def _suites(report: Report) -> Iterator[TestSuite]:
    found = {(engine, subject): group for engine, subject, group in report.groups()}
    for engine in report.engines:
        cases = (_case(engine.name, one, found.get((engine.name, one.subject), [])) for one in engine.subjects)
        limitations, wrong = engine.declared_limitations, engine.disagreements
        properties = {"vectors": engine.vectors, "declared limitations": limitations, "disagreements": wrong}
        yield suite(engine.name, cases, properties)
    for missing in report.missing:
        case = TestCase("engine", _class(missing.name))
        case.result = Skipped(f"{missing.why}; {missing.remedy}")
        yield suite(missing.name, [case])
    for artefact in dict.fromkeys(one.artefact for one in report.mutants):
        yield suite(f"mutants of {artefact}", (_mutants(one) for one in report.mutants if one.artefact == artefact))


def _case(engine: str, counts: SubjectCounts, found: list[ReportedDisagreement]) -> TestCase:
    case = TestCase(counts.subject, _class(engine))
    if not found:
        return case
    others = len({one.rule for one in found}) - 1
    more = f" and {counted(others, 'other rule')}" if others else ""
    message = (
        f"{counted(len(found), 'disagreement')} in {counted(counts.vectors, 'vector')}: rule {found[0].rule}{more}"
    )
    return failed(case, message, "disagreement", map(str, found))


def _mutants(one: MutantCounts) -> TestCase:
    case = TestCase(one.subject, _class(f"mutants.{one.artefact}"))
    message = f"{len(one.survivors):,} of {counted(one.number, 'mutant')} survived"
    return failed(case, message, "mutant", one.survivors) if one.survivors else case


def _class(engine: str) -> str:
    return f"paycat.conform.{engine}"
