"""Findings as workflow commands, which GitHub Actions shows as annotations of the lines that they name.

GitHub shows ten errors and ten warnings of a step; the log has all of them.
"""

from collections.abc import Sequence

from paycat.diagnostics import Diagnostic
from paycat.reporting.document_parts import KEPT
from paycat.reporting.findings.as_text import with_help
from paycat.reporting.findings.context import Context
from paycat.text.characters import printable

_IN_MESSAGES = str.maketrans({"%": "%25", "\n": "%0A"})
_IN_PROPERTIES = _IN_MESSAGES | str.maketrans({":": "%3A", ",": "%2C"})


def as_github(findings: Sequence[Diagnostic], context: Context) -> str:
    """Return a command for each finding; a finding in a generated file names the line of the catalogue behind it."""
    return "".join(f"{_command(finding, context)}\n" for finding in findings)


def _command(finding: Diagnostic, context: Context) -> str:
    span, message = finding.cause or finding.span, with_help(finding)
    if finding.cause:
        message = f"{finding.span}: {message}"
    named = {
        "file": context.name(span.path),
        "line": span.line,
        "col": span.column,
        "endColumn": context.end_column(span),
        "title": finding.code,
    }
    properties = ",".join(f"{name}={_escaped(str(value), _IN_PROPERTIES)}" for name, value in named.items() if value)
    return f"::{finding.severity} {properties}::{_escaped(message, _IN_MESSAGES)}"


def _escaped(text: str, escapes: dict[int, str]) -> str:
    return printable(text, KEPT).translate(escapes)
