"""Findings as SARIF 2.1.0, which code scanning reads: each finding with the page of the rule that found it."""

import re
from collections.abc import Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from paycat import __version__
from paycat.changes.taxonomy import CHANGE_TYPES
from paycat.contract.naming import pascal
from paycat.diagnostics import Diagnostic, Span
from paycat.lint.page import pages_by_code
from paycat.reporting.changes.markdown_text import sentence
from paycat.reporting.document_parts import KEPT
from paycat.reporting.findings.as_text import with_help
from paycat.reporting.findings.context import Context
from paycat.text.characters import printable
from paycat.text.json_encoding import json_text

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_ROOT = "%SRCROOT%"
_FINGERPRINT = "paycatFinding/v2"
_LINK = re.compile(r"\[(?=[^\[\]]*\]\()")


def as_sarif(findings: Sequence[Diagnostic], context: Context) -> str:
    """Return the findings as a SARIF log of one run; paths are relative to the root of the repository."""
    codes = sorted({finding.code for finding in findings})
    marks = context.fingerprints(findings)
    run = {
        "tool": {"driver": {"name": "paycat", "version": __version__, "rules": [_rule(code) for code in codes]}},
        "automationDetails": {"id": f"{context.command.replace(' ', '/')}/"},
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The root of the repository."}}},
        "columnKind": "unicodeCodePoints",
        "results": [
            {"ruleId": finding.code, "ruleIndex": codes.index(finding.code)} | _result(finding, mark, context)
            for finding, mark in zip(findings, marks, strict=True)
        ],
    }
    return json_text({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(code: str) -> dict[str, Any]:
    """Return what readers show of a code. A change type has no level: its verdict depends on where the change is."""
    name = pascal(code)
    # Validators of SARIF reject a name that equals the id except for case.
    named = {"id": code} | ({} if name.lower() == code else {"name": name})
    if page := pages_by_code().get(code):
        fix, example = sentence(page.fix), page.example and f"\n\nExample: {page.example}"
        return named | {
            "shortDescription": {"text": page.what},
            "fullDescription": {"text": sentence(page.why)},
            # The lines of an example are indented, which is code in Markdown.
            "help": {"text": f"{fix}{example}", "markdown": f"**Fix:** {fix}{example}"},
            "defaultConfiguration": {"level": str(page.severity(code))},
            "properties": {"tags": [page.id]},
        }
    if kind := CHANGE_TYPES.get(code):
        text = f"{sentence(kind.pattern)}."
        return named | {
            "shortDescription": {"text": text},
            "fullDescription": {"text": kind.why},
            "help": {"text": f"{text} {kind.why}", "markdown": f"{text}\n\n**Why:** {kind.why}"},
        }
    return named | {"shortDescription": {"text": sentence(re.sub("[-_]", " ", code))}}


def _result(finding: Diagnostic, mark: str, context: Context) -> dict[str, Any]:
    # Braces would be placeholders in a message, and brackets before parentheses a link.
    bare = printable(with_help(finding), KEPT).replace("{", "{{").replace("}", "}}")
    result = {
        "level": str(finding.severity),
        "message": {"text": _LINK.sub(r"\\[", bare)},
        "locations": [_location(finding.span, context)],
        "partialFingerprints": {_FINGERPRINT: mark},
    }
    if finding.cause:
        behind = {"id": 1, "message": {"text": "The line of the catalogue that causes this."}}
        result["relatedLocations"] = [behind | _location(finding.cause, context)]
    return result


def _location(span: Span, context: Context) -> dict[str, Any]:
    path = context.name(span.path)
    uri = quote(path.encode(errors="surrogateescape"))
    is_absolute = PurePath(path).is_absolute()
    file = {"uri": f"file://{uri}"} if is_absolute else {"uri": uri, "uriBaseId": _ROOT}
    location: dict[str, Any] = {"artifactLocation": file}
    if span.line:
        region = {"startLine": span.line, "startColumn": span.column, "endColumn": context.end_column(span)}
        location["region"] = {name: number for name, number in region.items() if number}
    return {"physicalLocation": location}
