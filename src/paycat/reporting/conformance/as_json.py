"""A report as JSON, for programs; `Report.model_json_schema()` is the JSON Schema of its shape."""

from paycat.encoding import json_text
from paycat.reporting.conformance.report import Report


def as_json(report: Report) -> str:
    """Return the report as indented JSON."""
    return json_text(report.model_dump(mode="json"))
