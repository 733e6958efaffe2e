"""Findings for people: a line each, with the line of the file and carets below it, and their number."""

from collections.abc import Iterator, Sequence

from paycat.characters import printable
from paycat.counting import counted
from paycat.diagnostics import Diagnostic, Severity
from paycat.reporting.findings.context import Context
from paycat.reporting.findings.excerpt import excerpt, marked
from paycat.reporting.text import as_text as in_one_line


def as_text(findings: Sequence[Diagnostic], context: Context) -> str:
    """Return the findings as lines, with a last line that counts them; nothing when there are none."""
    if not findings:
        return ""
    errors = sum(finding.severity is Severity.ERROR for finding in findings)
    told = [line for finding in findings for line in lines(finding, context)]
    return "\n".join([*told, f"{counted(errors, 'error')}, {counted(len(findings) - errors, 'warning')}", ""])


def lines(finding: Diagnostic, context: Context) -> Iterator[str]:
    """Return the finding, the line of the file with carets where it may be shown, and what it goes back to."""
    yield in_one_line(finding)
    span = finding.span
    line = context.shown_line(span)
    if line is not None:
        yield from excerpt(line, span.line, *marked(line, span.column, span.path))
    if finding.cause:
        place = f":{finding.cause.line}" if finding.cause.line else ""
        yield printable(f"      goes back to {finding.cause.path}{place}")
