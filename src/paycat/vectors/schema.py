"""The JSON Schema of a vector as it is published: one line of a .jsonl file."""

from typing import Any

from paycat.documents.requirements.file_format import written_schema
from paycat.vectors.model import Vector


def vector_schema() -> dict[str, Any]:
    """Return the schema; a member that a line may leave out is not required."""
    return written_schema(Vector)
