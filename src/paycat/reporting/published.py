"""A model of what a command prints for programs in; the JSON Schema that is published of it out."""

from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue

from paycat.documents.json_schema import DIALECT


class _WithoutTitles(GenerateJsonSchema):
    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def sort(self, value: JsonSchemaValue, parent_key: str | None = None) -> JsonSchemaValue:
        return value


def published_schema(model: type[BaseModel]) -> dict[str, Any]:
    """Return the schema, with the members in the order of the model."""
    schema = model.model_json_schema(mode="serialization", schema_generator=_WithoutTitles)
    return {"$schema": DIALECT, "title": schema["title"], "description": schema["description"], **schema}
