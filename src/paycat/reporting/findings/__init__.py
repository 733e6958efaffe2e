"""Formats of findings: one module for each."""

from collections.abc import Callable, Mapping, Sequence

from paycat.diagnostics import Diagnostic
from paycat.reporting.findings.as_github import as_github
from paycat.reporting.findings.as_sarif import as_sarif
from paycat.reporting.findings.as_text import as_text
from paycat.reporting.findings.context import Context
from paycat.reporting.findings.document import as_json

FORMATS: Mapping[str, Callable[[Sequence[Diagnostic], Context], str]] = {
    "text": as_text,
    "json": as_json,
    "github": as_github,
    "sarif": as_sarif,
}
"""Name of a format → the function that returns findings, sorted by path, line and column, as text."""

__all__ = ["FORMATS", "Context"]
