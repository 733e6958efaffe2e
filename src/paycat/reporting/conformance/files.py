"""Report files of a conformance run; the suffix of the name selects the format."""

from collections.abc import Callable, Mapping
from pathlib import Path

from paycat.conformance.run.outcome import Outcome
from paycat.diagnostics import Span
from paycat.files.reading import system_errors_as
from paycat.files.replacing import replace_file
from paycat.reporting.conformance.as_html import as_html
from paycat.reporting.conformance.as_junit import as_junit
from paycat.reporting.conformance.document import Report, report_of
from paycat.text.json_encoding import json_text

FORMATS: Mapping[str, Callable[[Report], str]] = {
    ".json": lambda report: json_text(report.model_dump(mode="json")),
    ".xml": as_junit,
    ".html": as_html,
}
"""Suffix of a report file → the function that returns its text; docs/conformance.schema.json describes the JSON."""


def write_report(path: Path, outcome: Outcome) -> None:
    """Write the report of a run; its suffix must be one of FORMATS. Missing folders are created.

    The file is replaced as a whole: nobody reads half a report. Raises FindingsError when it cannot be written.
    """
    text = FORMATS[path.suffix.lower()](report_of(outcome))
    advice = "name a file in a writable folder, on a disk with free space"
    with system_errors_as("report-unwritable", Span(str(path)), "cannot write the report", advice):
        replace_file(path, text.encode())
