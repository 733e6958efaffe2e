"""Findings as JUnit XML, which CI systems show: a suite for each file, a test case for each finding.

An error is a failed case. A warning does not fail a command, so it is a skipped one. Where nothing was found, one case
says so: CI systems take a file without cases for a fault.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import groupby

from junitparser import Failure, JUnitXml, Skipped, TestCase, TestSuite

from paycat.characters import printable
from paycat.diagnostics import Diagnostic, Severity
from paycat.reporting.findings.as_text import lines
from paycat.reporting.findings.context import Context
from paycat.reporting.findings.document import KEPT


def as_junit(findings: Sequence[Diagnostic], context: Context) -> str:
    """Return the findings as JUnit XML. It holds no times: the same findings give the same text."""
    suites = JUnitXml(context.command)
    for path, found in groupby(findings, key=lambda finding: finding.span.path):
        suites.add_testsuite(_suite(printable(path), _cases(list(found), context)))
    if not findings:
        suites.add_testsuite(_suite(context.command, [TestCase("no findings", context.command.replace(" ", "."))]))
    written = BytesIO()
    suites.write(written, pretty=True)
    return written.getvalue().decode()


def _suite(name: str, cases: Sequence[TestCase]) -> TestSuite:
    suite = TestSuite(name)
    suite.add_testcases(list(cases))
    return suite


def _cases(findings: Sequence[Diagnostic], context: Context) -> list[TestCase]:
    return [_case(name, finding, context) for name, finding in zip(_names(findings), findings, strict=True)]


def _names(findings: Sequence[Diagnostic]) -> Iterator[str]:
    """Return a name for each, which stays when its line moves: CI systems tell by it since when a case fails."""
    told: Counter[str] = Counter()
    for finding in findings:
        name = f"{finding.code}: {printable(finding.message)}"
        told[name] += 1
        yield name if told[name] == 1 else f"{name} ({told[name]})"


def _case(name: str, finding: Diagnostic, context: Context) -> TestCase:
    case = TestCase(name, printable(finding.span.path))
    message = printable(finding.message, KEPT)
    if finding.severity is Severity.ERROR:
        case.result = Failure(message, finding.code)
        case.result[0].text = "\n".join(lines(finding, context))
    else:
        case.result = Skipped(message, finding.code)
    return case
