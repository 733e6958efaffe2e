"""A request body as bytes in, its JSON object out; whatever readers could take in two ways is refused."""

import json
import re
from decimal import Decimal
from typing import Any, cast

LARGEST = 65536
"""Largest body, in bytes."""

DEEPEST = 32
"""Deepest nesting of a body."""

_LONGEST_NUMBER = 64
_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|([\[{])|([\]}])', re.DOTALL)
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


class BodyError(ValueError):
    """The body is not a JSON object that every reader takes alike; the message says why."""


def read_object(body: bytes) -> dict[str, Any]:
    """Return the JSON object that a body holds. Raises BodyError.

    Numbers with a fraction or an exponent become floats whose shortest form is the number
    as it was written, so `Decimal(repr(value))` is exact; whole numbers stay exact at any
    length. A number that a double cannot keep is refused.
    """
    if body.count(b"{") + body.count(b"[") > DEEPEST and _is_too_deep(body):
        raise BodyError(f"the body nests deeper than {DEEPEST} levels")
    try:
        value = _DECODER.decode(body.decode("utf-8"))
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
    value = float(text) if len(text) <= _LONGEST_NUMBER else None
    if value is None or Decimal(repr(value)) != Decimal(text):
        raise BodyError("the body holds a number that JSON readers cannot keep exactly")
    return value


def _constant(text: str) -> object:
    raise BodyError(f"{text} is not JSON")


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise BodyError("a member name stands twice in one object")
    return members


_DECODER = json.JSONDecoder(
    parse_float=_number, parse_constant=_constant, object_pairs_hook=_members
)


def _is_too_deep(body: bytes) -> bool:
    depth = 0
    for match in _TOKEN.finditer(body):
        depth += 1 if match[1] else -1 if match[2] else 0
        if depth > DEEPEST:
            return True
    return False
