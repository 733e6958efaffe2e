"""JUnit XML, which CI systems show. It has no times: the same cases return the same text."""

from collections.abc import Iterable, Mapping
from io import BytesIO

from junitparser import Failure, JUnitXml, TestCase, TestSuite


def junit_text(name: str, suites: Iterable[TestSuite]) -> str:
    """Return suites as XML."""
    document = JUnitXml(name)
    for one in suites:
        document.add_testsuite(one)
    written = BytesIO()
    document.write(written, pretty=True)
    return written.getvalue().decode()


def suite(name: str, cases: Iterable[TestCase], properties: Mapping[str, int] | None = None) -> TestSuite:
    """Return a suite."""
    made = TestSuite(name)
    for key, value in (properties or {}).items():
        made.add_property(key, str(value))
    made.add_testcases(list(cases))
    return made


def failed(case: TestCase, message: str, kind: str, lines: Iterable[str]) -> TestCase:
    """Return a case that failed, with a text of several lines."""
    failure = Failure(message, kind)
    failure.text = "\n".join(lines)
    case.result = failure
    return case
