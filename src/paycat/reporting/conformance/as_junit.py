"""A report as JUnit XML, which CI systems show: a suite for each engine and for mutants, a test case for each subject.

The cases are the same in every run of a catalogue, so that a CI system can tell since when one fails. A failure's
message names the first broken rule, its text all of them.
"""

from io import BytesIO

from junitparser import Failure, JUnitXml, Skipped, TestCase, TestSuite

from paycat.counting import counted
from paycat.reporting.conformance.report import (
    EngineCounts,
    MissingEngine,
    MutantCounts,
    Refused,
    Report,
    ReportedDisagreement,
    SubjectCounts,
)


def as_junit(report: Report) -> str:
    """Return the report as JUnit XML. It holds no times: the same run gives the same text."""
    suites = JUnitXml(f"paycat conform: {report.service.title} {report.service.version}")
    failed = {(engine, subject): found for engine, subject, found in report.groups()}
    for engine in report.engines:
        suites.add_testsuite(_suite(engine, failed))
    for missing in report.missing:
        suites.add_testsuite(_skipped(missing))
    for artefact in dict.fromkeys(one.artefact for one in report.mutants):
        suites.add_testsuite(_mutants(artefact, [one for one in report.mutants if one.artefact == artefact]))
    written = BytesIO()
    suites.write(written, pretty=True)
    return written.getvalue().decode()


def _suite(engine: EngineCounts, failed: dict[tuple[str, str], list[ReportedDisagreement]]) -> TestSuite:
    suite = TestSuite(engine.name)
    for name, number in (
        ("vectors", engine.vectors),
        ("declared losses", engine.declared_losses),
        ("disagreements", engine.disagreements),
    ):
        suite.add_property(name, str(number))
    suite.add_testcases(
        [_case(engine, counts, failed.get((engine.name, counts.subject))) for counts in engine.subjects]
    )
    return suite


def _case(engine: EngineCounts, counts: SubjectCounts, found: list[ReportedDisagreement] | None) -> TestCase:
    case = TestCase(counts.subject, _class(engine.name))
    if found:
        failure = Failure(_message(counts, found), "disagreement")
        failure.text = "\n".join(map(_told, found))
        case.result = failure
    return case


def _skipped(missing: MissingEngine) -> TestSuite:
    suite = TestSuite(missing.name)
    case = TestCase("engine", _class(missing.name))
    case.result = Skipped(f"{missing.why}; {missing.remedy}")
    suite.add_testcases([case])
    return suite


def _mutants(artefact: str, counts: list[MutantCounts]) -> TestSuite:
    suite = TestSuite(f"mutants of {artefact}")
    cases = []
    for one in counts:
        case = TestCase(one.subject, _class(f"mutants.{artefact}"))
        if one.survivors:
            failure = Failure(f"{len(one.survivors):,} of {counted(one.number, 'mutant')} survived", "mutant")
            failure.text = "\n".join(one.survivors)
            case.result = failure
        cases.append(case)
    suite.add_testcases(cases)
    return suite


def _class(engine: str) -> str:
    return f"paycat.conform.{engine}"


def _message(counts: SubjectCounts, found: list[ReportedDisagreement]) -> str:
    rules = dict.fromkeys(one.rule for one in found)
    more = f" and {counted(len(rules) - 1, 'other rule')}" if len(rules) > 1 else ""
    return f"{counted(len(found), 'disagreement')} in {counted(counts.vectors, 'vector')}: rule {found[0].rule}{more}"


def _told(one: ReportedDisagreement) -> str:
    reasons = f" ({', '.join(one.reasons)})" if one.reasons else ""
    got = one.failure or _refusals(one.got)
    return f"{one.vector}: rule {one.rule}{reasons}: expected {_refusals(one.expected)}, got {got}"


def _refusals(refusals: tuple[Refused, ...]) -> str:
    return ", ".join(map(str, refusals)) or "acceptance"
