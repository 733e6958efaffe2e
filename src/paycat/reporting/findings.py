"""The formats of findings: lines for people, JSON, annotations of GitHub Actions, SARIF 2.1.0."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any, Literal
from urllib.parse import quote

from pydantic import Field

from paycat import __version__
from paycat.changes.taxonomy import CHANGE_TYPES
from paycat.contract.naming import pascal
from paycat.diagnostics import Diagnostic, Severity, Span
from paycat.lint.rule import pages_by_code
from paycat.reporting.findings_context import Context, excerpt, marked
from paycat.reporting.parts import KEPT, Shown, Text, Where, sentence
from paycat.text.characters import printable
from paycat.text.counting import counted
from paycat.text.json_data import json_text

_IN_MESSAGES = str.maketrans({"%": "%25", "\n": "%0A"})
_IN_PROPERTIES = _IN_MESSAGES | str.maketrans({":": "%3A", ",": "%2C"})
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_ROOT = "%SRCROOT%"
_FINGERPRINT = "paycatFinding/v2"
_LINK = re.compile(r"\[(?=[^\[\]]*\]\()")


def as_text(findings: Sequence[Diagnostic], context: Context) -> str:
    """Return the findings as lines, with a last line that counts them; nothing when there are none."""
    if not findings:
        return ""
    error_count = sum(finding.severity is Severity.ERROR for finding in findings)
    rows = [line for finding in findings for line in lines(finding, context)]
    return "\n".join([*rows, f"{counted(error_count, 'error')}, {counted(len(findings) - error_count, 'warning')}", ""])


def lines(finding: Diagnostic, context: Context) -> Iterator[str]:
    """Return the finding, the line of the file with carets if it may be shown, and the location of the cause."""
    yield in_one_line(finding)
    span = finding.span
    line = context.shown_line(span)
    if line is not None:
        yield from excerpt(line, span.line, *marked(line, span.column, span.path))
    if finding.cause:
        line_text = f":{finding.cause.line}" if finding.cause.line else ""
        yield printable(f"      caused by {finding.cause.path}{line_text}")


def in_one_line(finding: Diagnostic) -> str:
    """Return the finding as `path:line:column severity code: message; help`, with escapes for control characters."""
    return printable(f"{finding.span} {finding.severity} {finding.code}: {with_help(finding)}")


def with_help(finding: Diagnostic) -> str:
    """Return the message, and what to do."""
    return f"{finding.message}; {finding.help}" if finding.help else finding.message


def as_github(findings: Sequence[Diagnostic], context: Context) -> str:
    """Return a command for each finding; a finding in a generated file names the line of the catalogue behind it."""
    return "".join(f"{_command(finding, context)}\n" for finding in findings)


def _command(finding: Diagnostic, context: Context) -> str:
    span, message = finding.cause or finding.span, with_help(finding)
    if finding.cause:
        message = f"{finding.span}: {message}"
    members = {
        "file": context.name(span.path),
        "line": span.line,
        "col": span.column,
        "endColumn": context.end_column(span),
        "title": finding.code,
    }
    properties = ",".join(f"{name}={_escaped(str(value), _IN_PROPERTIES)}" for name, value in members.items() if value)
    return f"::{finding.severity} {properties}::{_escaped(message, _IN_MESSAGES)}"


def _escaped(text: str, escapes: dict[int, str]) -> str:
    return printable(text, KEPT).translate(escapes)


def as_sarif(findings: Sequence[Diagnostic], context: Context) -> str:
    """Return the findings as a SARIF log of one run; paths are relative to the root of the repository."""
    codes = sorted({finding.code for finding in findings})
    fingerprints = context.fingerprints(findings)
    run = {
        "tool": {"driver": {"name": "paycat", "version": __version__, "rules": [_rule(code) for code in codes]}},
        "automationDetails": {"id": f"{context.command.replace(' ', '/')}/"},
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The root of the repository."}}},
        "columnKind": "unicodeCodePoints",
        "results": [
            {"ruleId": finding.code, "ruleIndex": codes.index(finding.code)} | _result(finding, fingerprint, context)
            for finding, fingerprint in zip(findings, fingerprints, strict=True)
        ],
    }
    return json_text({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(code: str) -> dict[str, Any]:
    """Return what readers show of a code. A change type has no level: its verdict depends on where the change is."""
    name = pascal(code)
    # Validators of SARIF reject a name that equals the id except for case.
    rule = {"id": code} | ({} if name.lower() == code else {"name": name})
    if page := pages_by_code().get(code):
        fix, example = sentence(page.fix), page.example and f"\n\nExample: {page.example}"
        return rule | {
            "shortDescription": {"text": page.what},
            "fullDescription": {"text": sentence(page.why)},
            # The lines of an example are indented, which is code in Markdown.
            "help": {"text": f"{fix}{example}", "markdown": f"**Fix:** {fix}{example}"},
            "defaultConfiguration": {"level": str(page.severity(code))},
            "properties": {"tags": [page.id]},
        }
    if change_type := CHANGE_TYPES.get(code):
        text = f"{sentence(change_type.pattern)}."
        return rule | {
            "shortDescription": {"text": text},
            "fullDescription": {"text": change_type.why},
            "help": {"text": f"{text} {change_type.why}", "markdown": f"{text}\n\n**Why:** {change_type.why}"},
        }
    return rule | {"shortDescription": {"text": sentence(re.sub("[-_]", " ", code))}}


def _result(finding: Diagnostic, fingerprint: str, context: Context) -> dict[str, Any]:
    # Braces would be placeholders in a message, and brackets before parentheses a link.
    message = printable(with_help(finding), KEPT).replace("{", "{{").replace("}", "}}")
    sarif_result = {
        "level": str(finding.severity),
        "message": {"text": _LINK.sub(r"\\[", message)},
        "locations": [_location(finding.span, context)],
        "partialFingerprints": {_FINGERPRINT: fingerprint},
    }
    if finding.cause:
        catalogue_line = {"id": 1, "message": {"text": "The line of the catalogue that causes this."}}
        sarif_result["relatedLocations"] = [catalogue_line | _location(finding.cause, context)]
    return sarif_result


def _location(span: Span, context: Context) -> dict[str, Any]:
    path = context.name(span.path)
    uri = quote(path.encode(errors="surrogateescape"))
    is_absolute = PurePath(path).is_absolute()
    artifact_location = {"uri": f"file://{uri}"} if is_absolute else {"uri": uri, "uriBaseId": _ROOT}
    location: dict[str, Any] = {"artifactLocation": artifact_location}
    if span.line:
        region = {"startLine": span.line, "startColumn": span.column, "endColumn": context.end_column(span)}
        location["region"] = {name: number for name, number in region.items() if number}
    return {"physicalLocation": location}


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
    error_count = sum(finding.severity is Severity.ERROR for finding in findings)
    shown_findings = (_finding(*pair, context) for pair in zip(findings, context.fingerprints(findings), strict=True))
    return Findings(findings=tuple(shown_findings), errors=error_count, warnings=len(findings) - error_count)


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


FORMATS: Mapping[str, Callable[[Sequence[Diagnostic], Context], str]] = {
    "text": as_text,
    "json": as_json,
    "github": as_github,
    "sarif": as_sarif,
}
"""Name of a format → the function that returns findings, sorted by path, line and column, as text."""
