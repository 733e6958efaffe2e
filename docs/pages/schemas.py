"""The published JSON Schemas of the documents that commands print or write for programs."""

import json
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue

from paycat.documents.json_schema import DIALECT
from paycat.explaining.explanation import Explanations
from paycat.explaining.registers import Gaps
from paycat.reporting.changelog import Changelog
from paycat.reporting.changes.document import ChangesFound
from paycat.reporting.conformance.document import Report
from paycat.reporting.findings.document import Findings

SCHEMAS: Mapping[str, type[BaseModel]] = {
    "changelog": Changelog,
    "changes": ChangesFound,
    "conformance": Report,
    "explanations": Explanations,
    "findings": Findings,
    "gaps": Gaps,
}
"""The model of each document by the name of its schema in docs/, without `.schema.json`."""


class _WithoutTitles(GenerateJsonSchema):
    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def sort(self, value: JsonSchemaValue, parent_key: str | None = None) -> JsonSchemaValue:
        return value


def published_schema(model: type[BaseModel]) -> str:
    """Return the schema of a model as indented JSON, with the members in the order of the model."""
    schema = model.model_json_schema(mode="serialization", schema_generator=_WithoutTitles)
    schema = {"$schema": DIALECT, "title": schema["title"], "description": schema["description"], **schema}
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
