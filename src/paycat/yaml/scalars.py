"""Plain scalars as JSON values: YAML 1.2's core table, with JSON's own grammar for numbers.

`NO`, `on`, `010`, `1_000`, `12:30` and `0x1F` are text here; only `true`, `false`, `null` and JSON numbers are not.
"""

import math
import re
from decimal import Decimal
from typing import Any

from paycat.yaml.nodes import Mapping, Node, Scalar, Sequence

_INTEGER = re.compile(r"-?(0|[1-9][0-9]*)")
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_ELSEWHERE = re.compile(
    r"[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[0-9a-f_]+|[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?"
    r"|[0-9][0-9_]*\.?[0-9_]*(?:e[-+]?[0-9]+)?|\.[0-9][0-9_]*(?:e[-+]?[0-9]+)?|\.inf)|\.nan",
    re.IGNORECASE,
)
"""Numbers of YAML 1.1 (octal, binary, base 60, with underscores) and of YAML 1.2's core schema."""
_WORDS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_LONGEST_NUMBER = 400
_BEGIN_NUMBER = frozenset("+-.0123456789")


class UnkeptNumberError(ValueError):
    """A number that an IEEE double, and so a JavaScript reader, cannot keep; carries the scalar."""

    def __init__(self, scalar: Scalar) -> None:
        self.scalar = scalar
        super().__init__(f"the number {scalar.text[:40]} cannot be kept exactly by a JSON reader")


def json_value(node: Node) -> Any:
    """Return the node as JSON data: dict, list, str, int, float, bool or None.

    Raises UnkeptNumberError for a number that changes when a double holds it.
    """
    if isinstance(node, Mapping):
        return {entry.key.text: json_value(entry.value) for entry in node.entries}
    if isinstance(node, Sequence):
        return [json_value(item) for item in node.items]
    return _scalar_value(node)


def _scalar_value(scalar: Scalar) -> str | int | float | bool | None:
    text = scalar.text
    if not scalar.plain:
        return text
    if scalar.is_null:
        return None
    if text in _WORDS:
        return _WORDS[text]
    if not _NUMBER.fullmatch(text):
        return text
    value = kept_number(text)
    if value is None:
        raise UnkeptNumberError(scalar)
    return value


def is_number_elsewhere(text: str) -> bool:
    """Return whether a text without quotes is no number in JSON, but one for readers of YAML 1.1 or 1.2."""
    return text[:1] in _BEGIN_NUMBER and _ELSEWHERE.fullmatch(text) is not None and not _NUMBER.fullmatch(text)


def kept_number(text: str) -> int | float | None:
    """Return the number that a text in JSON's grammar is, or None when a JSON reader cannot keep it exactly."""
    if len(text) > _LONGEST_NUMBER:
        return None
    if _INTEGER.fullmatch(text):
        return int(text)
    value = float(text)
    return value if math.isfinite(value) and Decimal(repr(value)) == Decimal(text) else None
