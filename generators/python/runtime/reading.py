# Part of paycat's runtime, copied unchanged. Do not edit.

"""Reads JSON of the service, with every number exact."""

from decimal import Decimal
from typing import Any

from pydantic import ValidationError

from .json_fault import JsonError
from .json_text import JsonReader
from .texts import plain

DEEPEST = 64
"""Deepest nesting of what the service sends."""

_WIDEST = 4_300
"""Most digits of a number, written out: as many as Python reads of a whole number."""

_MOST_MISTAKES = 20
_MOST_COUNTED = 1_000


class ReadingError(JsonError):
    """The text is not one JSON object; the message holds none of its values."""


def read_document(text: bytes) -> dict[str, Any]:
    """Return the JSON object that a text holds. Raises ReadingError.

    A number with a fraction or an exponent becomes a float if the shortest form of the
    float is the number itself, so `Decimal(repr(value))` is exact. Otherwise it becomes
    a Decimal.
    """
    return _READER.read(text, DEEPEST)


def mistakes(error: ValidationError) -> str:
    """Return what is wrong in a record: the first places and kinds, no values."""
    count = error.error_count()
    if count > _MOST_COUNTED:
        return f"{count:,} mistakes"
    found = [
        # Names of members are the sender's: they could hold line breaks, or be long.
        f"{plain('.'.join(map(str, details['loc'])))}: {details['type']}"
        for details in error.errors(
            include_url=False, include_input=False, include_context=False
        )[:_MOST_MISTAKES]
    ]
    if count > len(found):
        found.append(f"and {count - len(found):,} more")
    return ", ".join(found)


def _number(text: str) -> float | Decimal:
    value, exact = float(text), Decimal(text)
    if abs(exact.adjusted()) > _WIDEST or len(text) > _WIDEST:
        raise ValueError("it has too many digits")
    return value if Decimal(repr(value)) == exact else exact


_READER = JsonReader(
    error=ReadingError,
    subject="it",
    number=_number,
    number_fault="it holds a number of more than 4,300 digits",
)
