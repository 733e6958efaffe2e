"""A report as JUnit XML: a suite for each engine and for mutants, a test case for each subject.

The cases are the same in every run of a catalogue, so that a CI system can show since when one fails. The message of a
failure names the first broken rule, its text all of them. There are no times: the same outcome returns the same text.
"""

from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO

from junitparser import Failure, JUnitXml, Skipped, TestCase, TestSuite

from paycat.conformance.run.running import Tally
from paycat.reporting.conformance.document import Report
from paycat.text.counting import counted


def as_junit(report: Report) -> str:
    """Return the report as JUnit XML."""
    document = JUnitXml(f"paycat conform: {report.service.title} {report.service.version}")
    for one in _suites(report):
        document.add_testsuite(one)
    written = BytesIO()
    document.write(written, pretty=True)
    return written.getvalue().decode()


def _suites(report: Report) -> Iterator[TestSuite]:
    for result in report.results:
        tested = (_case(result.engine, subject, tally) for subject, tally in result.tallies.items())
        wrong = len(result.disagreements)
        properties = {"vectors": result.run, "declared limitations": result.limitations, "disagreements": wrong}
        yield _suite(result.engine, tested, properties)
    for missing in report.missing:
        case = TestCase("engine", _class(missing.name))
        case.result = Skipped(f"{missing.why}; {missing.remedy}")
        yield _suite(missing.name, [case])
    mutants: dict[str, list[TestCase]] = {}
    for one in report.mutants:
        case = TestCase(one.subject, _class(f"mutants.{one.artefact}"))
        message = f"{len(one.survivors):,} of {counted(one.number, 'mutant')} survived"
        case = _failed(case, message, "mutant", one.survivors) if one.survivors else case
        mutants.setdefault(one.artefact, []).append(case)
    for artefact, cases in mutants.items():
        yield _suite(f"mutants of {artefact}", cases)


def _suite(name: str, cases: Iterable[TestCase], properties: Mapping[str, int] | None = None) -> TestSuite:
    made = TestSuite(name)
    for key, value in (properties or {}).items():
        made.add_property(key, str(value))
    made.add_testcases(list(cases))
    return made


def _case(engine: str, subject: str, tally: Tally) -> TestCase:
    case, found = TestCase(subject, _class(engine)), tally.disagreements
    if not found:
        return case
    others = len({one.rule for one in found}) - 1
    more = f" and {counted(others, 'other rule')}" if others else ""
    message = f"{counted(len(found), 'disagreement')} in {counted(tally.run, 'vector')}: rule {found[0].rule}{more}"
    return _failed(case, message, "disagreement", map(str, found))


def _failed(case: TestCase, message: str, kind: str, lines: Iterable[str]) -> TestCase:
    failure = Failure(message, kind)
    failure.text = "\n".join(lines)
    case.result = failure
    return case


def _class(engine: str) -> str:
    return f"paycat.conform.{engine}"
