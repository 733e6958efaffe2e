"""JSON data in, text out: on one line, or to be read."""

from typing import Any

from paycat.encoding import json_line, json_text


def pretty(value: Any) -> str:
    """Return JSON with two blanks of indentation, for people."""
    return json_text(value).removesuffix("\n")


def one_line(value: Any) -> str:
    """Return JSON as it is sent: nothing but what it says."""
    return json_line(value).removesuffix("\n")
