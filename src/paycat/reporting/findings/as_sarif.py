"""Findings as SARIF 2.1.0, which code scanning reads: each finding with the page of the rule that found it."""

import re
from collections.abc import Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from paycat import __version__
from paycat.changes.taxonomy import ChangeType
from paycat.characters import printable
from paycat.contract.naming import pascal
from paycat.diagnostics import Diagnostic, Span
from paycat.encoding import json_text
from paycat.reporting.findings.context import Context
from paycat.reporting.findings.document import KEPT
from paycat.rules.page import FindingPage

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_ROOT = "%SRCROOT%"
_FINGERPRINT = "paycatFinding/v2"
_LINK = re.compile(r"\[(?=[^\[\]]*\]\()")


def as_sarif(findings: Sequence[Diagnostic], context: Context) -> str:
    """Return the findings as a SARIF log of one run; paths are relative to the root of the repository."""
    codes = sorted({finding.code for finding in findings})
    run = {
        "tool": {
            "driver": {
                "name": "paycat",
                "version": __version__,
                "rules": [_rule(code, context) for code in codes],
            }
        },
        "automationDetails": {"id": f"{context.command.replace(' ', '/')}/"},
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The root of the repository."}}},
        "columnKind": "unicodeCodePoints",
        "results": [
            _result(finding, codes.index(finding.code), mark, context)
            for finding, mark in zip(findings, context.fingerprints(findings), strict=True)
        ],
    }
    return json_text({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(code: str, context: Context) -> dict[str, Any]:
    name = pascal(code)
    # A name that is the id in other letters tells nothing, and validators of SARIF say so.
    named = {"id": code} | ({} if name.lower() == code else {"name": name})
    if page := context.page(code):
        return named | _of_page(page, code)
    if kind := context.kind(code):
        return named | _of_kind(kind)
    return named | {"shortDescription": {"text": _sentence(re.sub("[-_]", " ", code))}}


def _of_page(page: FindingPage, code: str) -> dict[str, Any]:
    fix, example = _sentence(page.fix), page.example and f"\n\nExample: {page.example}"
    return {
        "shortDescription": {"text": page.what},
        "fullDescription": {"text": _sentence(page.why)},
        # The lines of an example are indented, which is code in Markdown.
        "help": {"text": f"{fix}{example}", "markdown": f"**Fix:** {fix}{example}"},
        "defaultConfiguration": {"level": str(page.severity(code))},
        "properties": {"tags": [page.id]},
    }


def _of_kind(kind: ChangeType) -> dict[str, Any]:
    """A kind of change has no level of its own: its verdict depends on where the change is."""
    told = _sentence(kind.pattern)
    return {
        "shortDescription": {"text": f"{told}."},
        "fullDescription": {"text": kind.why},
        "help": {"text": f"{told}. {kind.why}", "markdown": f"{told}.\n\n**Why:** {kind.why}"},
    }


def _result(finding: Diagnostic, index: int, mark: str, context: Context) -> dict[str, Any]:
    help = f"; {finding.help}" if finding.help else ""
    result = {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": str(finding.severity),
        "message": {"text": _message(f"{finding.message}{help}")},
        "locations": [_location(finding.span, context)],
        "partialFingerprints": {_FINGERPRINT: mark},
    }
    if finding.cause:
        behind = {"id": 1, "message": {"text": "The line of the catalogue that this goes back to."}}
        result["relatedLocations"] = [behind | _location(finding.cause, context)]
    return result


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _message(text: str) -> str:
    """Return text as a message: braces would be placeholders in it, and brackets before parentheses a link."""
    bare = printable(text, KEPT).replace("{", "{{").replace("}", "}}")
    return _LINK.sub(r"\\[", bare)


def _location(span: Span, context: Context) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": _file(context.name(span.path))}
    if span.line:
        region = {"startLine": span.line, "startColumn": span.column, "endColumn": context.end_column(span)}
        place["region"] = {name: number for name, number in region.items() if number}
    return {"physicalLocation": place}


def _file(path: str) -> dict[str, str]:
    uri = quote(path.encode(errors="surrogateescape"))
    return {"uri": f"file://{uri}"} if PurePath(path).is_absolute() else {"uri": uri, "uriBaseId": _ROOT}
