# Part of paycat's runtime, copied unchanged. Do not edit.

"""Reads the JSON object of a body, and rejects what parsers could read in two ways."""

import json
import re
from decimal import Decimal
from typing import Any, cast

from .json_text import UNREADABLE, Fault, JsonReader

_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


class BodyError(ValueError):
    """The body is not a JSON object that every reader takes alike; the message says why, and repeats nothing of it.

    `line` and `column` count from 1; they are 0 if the body as a whole is wrong.
    """

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        self.line = line
        self.column = column
        super().__init__(message)

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
    value: object = None
    fault: Fault | None = None
    try:
        value = _READER.value(body, deepest)
        if _NUL.search(body):
            raise ValueError("it holds U+0000")
        if _SURROGATE.search(body):
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UNREADABLE:
        fault = _READER.fault(body, deepest)
    if fault:
        raise BodyError(*fault)
    if not isinstance(value, dict):
        raise BodyError("the body is not a JSON object")
    return cast("dict[str, Any]", value)


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
    subject="the body",
    number=_number,
    number_fault="the body holds a number that JSON readers cannot keep exactly",
    string_fault=_string_fault,
)
