"""The published JSON Schemas of the documents that commands print or write for programs."""

from collections.abc import Mapping

from pydantic import BaseModel

from paycat.reporting.changelog import Changelog
from paycat.reporting.changes.document import ChangesFound
from paycat.reporting.conformance.files import Report
from paycat.reporting.explaining.explanation import Explanations
from paycat.reporting.explaining.registers import Gaps
from paycat.reporting.findings import Findings
from paycat.schemas.json_schema import written_schema
from paycat.text.json_data import json_text

SCHEMAS: Mapping[str, type[BaseModel]] = {
    "changelog": Changelog,
    "changes": ChangesFound,
    "conformance": Report,
    "explanations": Explanations,
    "findings": Findings,
    "gaps": Gaps,
}
"""The model of each document by the name of its schema in docs/, without `.schema.json`."""


def published_schema(model: type[BaseModel]) -> str:
    """Return the schema of a model as indented JSON, with the members in the order of the model."""
    return json_text(written_schema(model))
