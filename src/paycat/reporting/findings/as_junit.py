"""Findings as JUnit XML: a suite for each file, a test case for each finding.

An error is a failed case. A warning does not fail a command, so it is a skipped one. Without findings there is one case
that says so: CI systems report a file without cases as an error.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from junitparser import Skipped, TestCase, TestSuite

from paycat.characters import printable
from paycat.diagnostics import Diagnostic, Severity
from paycat.reporting.data import KEPT
from paycat.reporting.findings.as_text import lines
from paycat.reporting.findings.context import Context
from paycat.reporting.junit import failed, junit_text, suite


def as_junit(findings: Sequence[Diagnostic], context: Context) -> str:
    """Return the findings as JUnit XML."""
    return junit_text(context.command, _suites(findings, context))


def _suites(findings: Sequence[Diagnostic], context: Context) -> Iterator[TestSuite]:
    for path, found in groupby(findings, key=lambda finding: finding.span.path):
        yield suite(printable(path), _cases(found, context))
    if not findings:
        yield suite(context.command, [TestCase("no findings", context.command.replace(" ", "."))])


def _cases(findings: Iterable[Diagnostic], context: Context) -> Iterator[TestCase]:
    """Yield a case for each finding. Its name has no line: CI systems use it to find since when a case fails."""
    known: Counter[str] = Counter()
    for finding in findings:
        name = f"{finding.code}: {printable(finding.message)}"
        known[name] += 1
        case = TestCase(name if known[name] == 1 else f"{name} ({known[name]})", printable(finding.span.path))
        message = printable(finding.message, KEPT)
        if finding.severity is Severity.ERROR:
            yield failed(case, message, finding.code, lines(finding, context))
        else:
            case.result = Skipped(message, finding.code)
            yield case
