"""Findings as JSON for programs, such as `paycat check --format json`; docs/findings.schema.json is the schema."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import BeforeValidator, ConfigDict, Field

from paycat.catalogue.statement import Value
from paycat.characters import printable
from paycat.diagnostics import Diagnostic, Severity, Span
from paycat.encoding import json_text
from paycat.lint.page import pages_by_code
from paycat.reporting.findings.context import Context

KEPT = "\n\t"
"""Characters that are not printable, but allowed in every format."""

Text = Annotated[str, BeforeValidator(lambda text: printable(text, KEPT))]
Line = Annotated[int, Field(ge=1)]


class _Shown(Value):
    model_config = ConfigDict(json_schema_serialization_defaults_required=True)


class Where(_Shown):
    """A place in a file."""

    path: Text = Field(description="File, relative to the project; a file that was named, as it was named.")
    line: Line | None = Field(description="Line, counted from 1; null for the whole file.")
    column: Line | None = Field(description="Column, counted from 1 in characters; null for the whole line or file.")


class Finding(Where):
    """One finding."""

    code: Text = Field(description="What kind of finding it is; the same in every version.")
    rule: Text | None = Field(description="Id of the rule that found it, for `paycat explain`; null without one.")
    severity: Severity = Field(description="An error fails the command, a warning does not.")
    message: Text = Field(description="What is wrong.")
    help: Text = Field(description="What to do, if it is known; else empty.")
    cause: Where | None = Field(description="The line of the catalogue behind a finding in a generated file.")
    fingerprint: Text = Field(description="The same wherever its line moves, and however its message is worded.")


class Findings(_Shown):
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
        **_where(finding.span).model_dump(),
        code=finding.code,
        rule=page.id if page else None,
        severity=finding.severity,
        message=finding.message,
        help=finding.help,
        cause=_where(finding.cause) if finding.cause else None,
        fingerprint=fingerprint,
    )


def _where(span: Span) -> Where:
    return Where(path=span.path, line=span.line or None, column=span.column or None)
