"""JSON data in, text out: on one line, or to be read."""

import json
from typing import Any


def pretty(value: Any) -> str:
    """Return JSON with two blanks of indentation, for people."""
    return json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)


def one_line(value: Any) -> str:
    """Return JSON as it is sent: nothing but what it says."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
