# Part of paycat's runtime, copied unchanged. Do not edit.

"""Reads the JSON object of a body, and rejects what parsers could read in two ways."""

import json
import re
from decimal import Decimal
from typing import Any

from .json_fault import JsonError
from .json_text import JsonReader

_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


class BodyError(JsonError):
    """The body is not a JSON object that every reader takes alike; the message says why, and repeats nothing of it."""

    @property
    def sentence(self) -> str:
        """The message as the detail of a problem."""
        message = str(self)
        return f"{message[:1].upper()}{message[1:]}."


def read_object(body: bytes, deepest: int) -> dict[str, Any]:
    """Return the JSON object that a body holds. Raises BodyError.

    A body that nests deeper than `deepest` levels is rejected.

    Numbers with a fraction or an exponent become floats whose shortest form is the number
    as it was written, so `Decimal(repr(value))` is exact; whole numbers stay exact at any
    length. A number that a double cannot keep is rejected.
    """
    return _READER.read(body, deepest)


def _check(body: bytes, value: object) -> None:
    if _NUL.search(body):
        raise ValueError("it holds U+0000")
    if _SURROGATE.search(body):
        json.dumps(value, ensure_ascii=False).encode("utf-8")


def _number(text: str) -> float:
    # Lost digits, overflow and underflow all show as a difference.
    value = float(text)
    if repr(value) != text and Decimal(repr(value)) != Decimal(text):
        raise ValueError("a double does not keep it")
    return value


def _string_fault(string: str) -> str:
    if re.search("[\ud800-\udfff]", string):
        return "the body is not UTF-8 text: a surrogate is alone"
    return "the body holds the character U+0000" if "\0" in string else ""


_READER = JsonReader(
    error=BodyError,
    subject="the body",
    number=_number,
    number_fault="the body holds a number that JSON readers cannot keep exactly",
    check=_check,
    string_fault=_string_fault,
)
