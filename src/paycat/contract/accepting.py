"""Whether a schema of the contract accepts a value: by the fast validator, which explains nothing.

What it rejects, or cannot read, the reference validator explains (`reference_validator.py`), which is slow to import.
"""

import json
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

import jsonschema_rs

from paycat.shapes.constraints.format import Format
from paycat.shapes.patterns.compiled import LINEAR, matches
from paycat.text.json_encoding import compact

_FORMS: dict[str, Callable[..., bool]] = {
    name: partial(matches, Format().compared(name)) for name in ("date", "date-time")
}
"""A verdict must not depend on what a version of the validator takes for a date."""


def is_accepted(schema: Any, value: Any) -> bool:
    """Return whether a schema certainly accepts a value; False where that cannot be said."""
    try:
        return bool(_validator(compact(schema)).is_valid(value))
    except (ValueError, RecursionError):  # Also what jsonschema_rs raises itself.
        return False


@lru_cache(maxsize=64)  # Watching asks again, mostly with the same schemas.
def _validator(schema: str) -> Any:
    return jsonschema_rs.Draft202012Validator(
        json.loads(schema), validate_formats=True, formats=_FORMS, pattern_options=LINEAR
    )
