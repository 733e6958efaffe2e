"""What is sent: values of parameters and headers as text and back, and how large a body is."""

import re
from decimal import Decimal
from typing import Any

from paycat.shapes.decimals import exact, plain_text
from paycat.text.json_encoding import compact

_INTEGER = re.compile("-?[0-9]{1,18}")
_NUMBER = re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,18})?")


def read_text(json_type: str, text: str) -> Any:
    """Return the value that a text says; the text itself where that is no value of a JSON type."""
    match json_type:
        case "boolean":
            return {"true": True, "false": False}.get(text, text)
        case "integer":
            return int(text) if _INTEGER.fullmatch(text) else text
        case "number":
            return exact(Decimal(text)) if _NUMBER.fullmatch(text) else text
    return text


def sent_text(value: Any) -> str | None:
    """Return the text that is sent of a value, or None for lists, objects and null."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float | Decimal):
        return plain_text(exact(value))
    return value if isinstance(value, str) else None


def size(body: Any) -> int:
    """Return how many bytes a body has as JSON in UTF-8, without blanks."""
    return len(compact(body).encode())
