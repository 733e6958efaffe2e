"""Findings as JSON for programs, such as `paycat check --format json`; docs/findings.schema.json is the schema."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from paycat.diagnostics import Diagnostic, Severity
from paycat.lint.page import pages_by_code
from paycat.reporting.document_parts import Shown, Text, Where
from paycat.reporting.findings.context import Context
from paycat.text.json_encoding import json_text


class Finding(Where):
    """One finding."""

    code: Text = Field(description="What kind of finding it is; the same in every version.")
    rule: Text | None = Field(description="Id of the rule that found it, for `paycat explain`; null without one.")
    severity: Severity = Field(description="An error fails the command, a warning does not.")
    message: Text = Field(description="What is wrong.")
    help: Text = Field(description="What to do, if it is known; else empty.")
    cause: Where | None = Field(description="The line of the catalogue behind a finding in a generated file.")
    fingerprint: Text = Field(description="The same wherever its line moves, and however its message is worded.")


class Findings(Shown):
    """What a command found. The shape is stable: an incompatible change raises `version`."""

    version: Literal[1] = Field(default=1, description="Version of this format.")
    findings: tuple[Finding, ...] = Field(description="The findings, by path, line, column, code and message.")
    errors: int = Field(ge=0, description="Number of errors.")
    warnings: int = Field(ge=0, description="Number of warnings.")


def as_json(findings: Sequence[Diagnostic], context: Context) -> str:
    """Return the findings as indented JSON, in the shape of docs/findings.schema.json."""
    return json_text(findings_document(findings, context).model_dump(mode="json"))


def findings_document(findings: Sequence[Diagnostic], context: Context) -> Findings:
    """Return the findings in the shape of docs/findings.schema.json."""
    errors = sum(finding.severity is Severity.ERROR for finding in findings)
    shown = (_finding(*pair, context) for pair in zip(findings, context.fingerprints(findings), strict=True))
    return Findings(findings=tuple(shown), errors=errors, warnings=len(findings) - errors)


def _finding(finding: Diagnostic, fingerprint: str, context: Context) -> Finding:
    page = pages_by_code().get(finding.code)
    return Finding(
        **Where.model_validate(finding.span).model_dump(),
        code=finding.code,
        rule=page.id if page else None,
        severity=finding.severity,
        message=finding.message,
        help=finding.help,
        cause=Where.model_validate(finding.cause) if finding.cause else None,
        fingerprint=fingerprint,
    )
