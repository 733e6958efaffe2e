"""Findings as workflow commands, which GitHub Actions shows as annotations of the lines that they name.

GitHub shows ten errors and ten warnings of a step; the others stand in its log.
"""

from collections.abc import Sequence

from paycat.characters import printable
from paycat.diagnostics import Diagnostic, Span
from paycat.reporting.findings.context import Context
from paycat.reporting.findings.document import KEPT

_IN_MESSAGES = (("%", "%25"), ("\n", "%0A"))
_IN_PROPERTIES = (*_IN_MESSAGES, (":", "%3A"), (",", "%2C"))


def as_github(findings: Sequence[Diagnostic], context: Context) -> str:
    """Return a workflow command for each finding; one in a generated file names the line of the catalogue behind it."""
    return "".join(f"{_command(finding, context)}\n" for finding in findings)


def _command(finding: Diagnostic, context: Context) -> str:
    help = f"; {finding.help}" if finding.help else ""
    message = f"{finding.span}: {finding.message}{help}" if finding.cause else f"{finding.message}{help}"
    stated = _place(finding.cause or finding.span, context) | {"title": finding.code}
    properties = ",".join(f"{name}={_escaped(value, _IN_PROPERTIES)}" for name, value in stated.items())
    return f"::{finding.severity} {properties}::{_escaped(message, _IN_MESSAGES)}"


def _place(span: Span, context: Context) -> dict[str, str]:
    place = {
        "file": context.name(span.path),
        "line": span.line,
        "col": span.column,
        "endColumn": context.end_column(span),
    }
    return {name: str(value) for name, value in place.items() if value}


def _escaped(text: str, escapes: Sequence[tuple[str, str]]) -> str:
    text = printable(text, KEPT)
    for sign, escape in escapes:
        text = text.replace(sign, escape)
    return text
