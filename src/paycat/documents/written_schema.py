"""The JSON Schema of files and documents that a model describes."""

from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core.core_schema import WithDefaultSchema

from paycat.documents.json_schema import DIALECT


def written_schema(model: type[BaseModel], address: str = "") -> dict[str, Any]:
    """Return the schema, with its address as `$id`; a member that a file may leave out is not required."""
    schema = model.model_json_schema(mode="serialization", schema_generator=_AsWritten)
    named = {"$schema": DIALECT, **({"$id": address} if address else {})}
    return {**named, "title": schema["title"], "description": schema["description"], **schema}


class _AsWritten(GenerateJsonSchema):
    """Members in the order of the file, without pydantic's titles, and without defaults: a file has them written."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def default_schema(self, schema: WithDefaultSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def sort(self, value: JsonSchemaValue, parent_key: str | None = None) -> JsonSchemaValue:
        return value
