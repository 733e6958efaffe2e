# Part of paycat's runtime, copied unchanged. Do not edit.

"""Reads the JSON object of a body, and rejects what parsers could read in two ways."""

import json
import re
from decimal import Decimal
from typing import Any, cast

_BLANK = " \t\n\r"
_TOKEN = re.compile(rb'\\.|["\[\]{}]', re.DOTALL)
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


class BodyError(ValueError):
    """The body is not a JSON object that every reader takes alike; the message says why."""


def read_object(body: bytes, deepest: int) -> dict[str, Any]:
    """Return the JSON object that a body holds. Raises BodyError.

    A body that nests deeper than `deepest` levels is rejected.

    Numbers with a fraction or an exponent become floats whose shortest form is the number
    as it was written, so `Decimal(repr(value))` is exact; whole numbers stay exact at any
    length. A number that a double cannot keep is rejected.
    """
    if nests_deeper(body, deepest):
        raise BodyError(f"the body nests deeper than {deepest} levels")
    try:
        text = body.decode("utf-8").strip(_BLANK)
        value, end = _DECODER.raw_decode(text)
        if end != len(text):
            raise BodyError("the body is not JSON")
        if _NUL.search(body):
            raise BodyError("the body holds the character U+0000")
        if _SURROGATE.search(body):
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except BodyError:
        raise
    except UnicodeError as error:
        raise BodyError("the body is not UTF-8 text") from error
    except (ValueError, ArithmeticError, RecursionError) as error:
        raise BodyError("the body is not JSON") from error
    if not isinstance(value, dict):
        raise BodyError("the body is not a JSON object")
    return cast("dict[str, Any]", value)


def _number(text: str) -> float:
    # Lost digits, overflow and underflow all show as a difference.
    value = float(text)
    if repr(value) == text:
        return value
    if Decimal(repr(value)) != Decimal(text):
        raise BodyError("the body holds a number that JSON readers cannot keep exactly")
    return value


def _constant(text: str) -> object:
    raise BodyError(f"{text} is not JSON")


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise BodyError("a member name occurs twice in one object")
    return members


_DECODER = json.JSONDecoder(
    parse_float=_number, parse_constant=_constant, object_pairs_hook=_members
)


def nests_deeper(text: bytes, levels: int) -> bool:
    """Return whether a JSON text nests deeper than so many levels."""
    if text.count(b"{") + text.count(b"[") <= levels:
        return False
    depth, quoted = 0, False
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token == b'"':
            quoted = not quoted
        elif not quoted:
            depth += (token in b"[{") - (token in b"]}")
            if depth > levels:
                return True
    return False
