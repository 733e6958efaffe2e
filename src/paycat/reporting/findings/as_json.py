"""Findings as JSON, for programs."""

from collections.abc import Sequence

from paycat.diagnostics import Diagnostic, Severity, Span
from paycat.encoding import json_text
from paycat.reporting.findings.context import Context
from paycat.reporting.findings.document import Finding, Findings, Where


def as_json(findings: Sequence[Diagnostic], context: Context) -> str:
    """Return the findings as indented JSON, in the shape of docs/findings.schema.json."""
    errors = sum(finding.severity is Severity.ERROR for finding in findings)
    marks = context.fingerprints(findings)
    told = tuple(_finding(finding, mark, context) for finding, mark in zip(findings, marks, strict=True))
    document = Findings(findings=told, errors=errors, warnings=len(findings) - errors)
    return json_text(document.model_dump(mode="json"))


def _finding(finding: Diagnostic, mark: str, context: Context) -> Finding:
    page = context.page(finding.code)
    return Finding(
        **_where(finding.span).model_dump(),
        code=finding.code,
        rule=page.id if page else None,
        severity=finding.severity,
        message=finding.message,
        help=finding.help,
        cause=_where(finding.cause) if finding.cause else None,
        fingerprint=mark,
    )


def _where(span: Span) -> Where:
    return Where(path=span.path, line=span.line or None, column=span.column or None)
