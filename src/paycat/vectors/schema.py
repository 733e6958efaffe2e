"""The JSON Schema of a vector as it is published: one line of a .jsonl file."""

from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core.core_schema import WithDefaultSchema

from paycat.documents.json_schema import DIALECT
from paycat.vectors.model import Vector


def vector_schema() -> dict[str, Any]:
    """Return the schema; a member that a line may leave out is not required."""
    schema = Vector.model_json_schema(mode="serialization", schema_generator=_AsWritten)
    return {"$schema": DIALECT, "title": schema["title"], "description": schema["description"], **schema}


class _AsWritten(GenerateJsonSchema):
    """Members in the order of the line, without pydantic's titles, and without defaults: a line has them written."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def default_schema(self, schema: WithDefaultSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def sort(self, value: JsonSchemaValue, parent_key: str | None = None) -> JsonSchemaValue:
        return value
