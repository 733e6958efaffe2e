"""The one encoder of JSON text: canonical, in a stable order, and the same for every parser."""

import json
from typing import Any


def json_text(value: Any) -> str:
    """Return indented JSON with a final newline; members keep their order, text stays readable."""
    return pretty(value) + "\n"


def json_line(value: Any) -> str:
    """Return compact JSON in one line, with a final newline."""
    return compact(value) + "\n"


def pretty(value: Any) -> str:
    """Return indented JSON, for people."""
    return json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)


def compact(value: Any) -> str:
    """Return JSON as it is sent, without blanks."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
