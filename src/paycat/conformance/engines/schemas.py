"""The generated JSON Schemas as engines read them: one for each request type, by direction and method."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from paycat.catalogue.directions import Direction


@cache
def schema_of(generated: Path, direction: Direction, method: str) -> Any:
    """Return the schema of a request type."""
    path = generated / "json-schema" / direction / f"{method}.schema.json"
    return json.loads(path.read_text(encoding="utf-8"))
