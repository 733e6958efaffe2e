"""The published JSON Schemas of what commands print for programs, such as docs/findings.schema.json."""

import json
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue

from paycat.documents.json_schema import DIALECT


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
