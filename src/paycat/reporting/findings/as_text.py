"""Findings for people: a line each, the line of the file with carets below it, and how many there are."""

from collections.abc import Iterator, Sequence

from paycat.diagnostics import Diagnostic, Severity
from paycat.reporting.findings.context import Context
from paycat.reporting.findings.excerpt import excerpt, marked
from paycat.text.characters import printable
from paycat.text.counting import counted


def as_text(findings: Sequence[Diagnostic], context: Context) -> str:
    """Return the findings as lines, with a last line that counts them; nothing when there are none."""
    if not findings:
        return ""
    errors = sum(finding.severity is Severity.ERROR for finding in findings)
    text = [line for finding in findings for line in lines(finding, context)]
    return "\n".join([*text, f"{counted(errors, 'error')}, {counted(len(findings) - errors, 'warning')}", ""])


def lines(finding: Diagnostic, context: Context) -> Iterator[str]:
    """Return the finding, the line of the file with carets if it may be shown, and the location of the cause."""
    yield in_one_line(finding)
    span = finding.span
    line = context.shown_line(span)
    if line is not None:
        yield from excerpt(line, span.line, *marked(line, span.column, span.path))
    if finding.cause:
        location = f":{finding.cause.line}" if finding.cause.line else ""
        yield printable(f"      caused by {finding.cause.path}{location}")


def in_one_line(finding: Diagnostic) -> str:
    """Return the finding as `path:line:column severity code: message; help`, with escapes for control characters."""
    return printable(f"{finding.span} {finding.severity} {finding.code}: {with_help(finding)}")


def with_help(finding: Diagnostic) -> str:
    """Return the message, and what to do."""
    return f"{finding.message}; {finding.help}" if finding.help else finding.message
