"""A conformance run in, a report file out; the file's suffix says in which format."""

from collections.abc import Callable, Mapping
from pathlib import Path

from paycat.conformance.outcome import Outcome
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.locking import locked
from paycat.replacing import replace_file
from paycat.reporting.conformance.as_html import as_html
from paycat.reporting.conformance.as_json import as_json
from paycat.reporting.conformance.as_junit import as_junit
from paycat.reporting.conformance.from_outcome import report_of
from paycat.reporting.conformance.report import Report

FORMATS: Mapping[str, Callable[[Report], str]] = {".json": as_json, ".xml": as_junit, ".html": as_html}
"""Suffix of a report file → what makes its text."""


def write_report(path: Path, outcome: Outcome) -> None:
    """Write the report of a run; its suffix must be one of FORMATS. The folders above it are made.

    The file is replaced as a whole: nobody reads half a report. Raises FindingsError when it cannot be written.
    """
    text = FORMATS[path.suffix.lower()](report_of(outcome))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with locked(path.parent):
            replace_file(path, text.encode())
    except OSError as error:
        message = f"cannot write the report: {(error.strerror or 'unknown reason').lower()}"
        advice = "name a file in a folder that you may write to, on a disk with space left"
        raise FindingsError([Diagnostic("report-unwritable", Span(str(path)), message, advice)]) from error
