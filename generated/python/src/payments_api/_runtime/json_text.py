# Part of paycat's runtime, copied unchanged. Do not edit.

"""Reads JSON texts."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from .json_fault import FaultWalk, JsonForm

_BRACKET_OR_QUOTE = re.compile(rb'\\.|["\[\]{}]', re.DOTALL)
_BLANK = " \t\n\r"


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonReader(JsonForm):
    """Reads JSON texts.

    Attributes:
        number: Returns a number with a fraction or an exponent. Raises ValueError or ArithmeticError.
        check: Raises ValueError if a text, of which it receives the value, too, has a string with a fault.
    """

    number: Callable[[str], object]
    check: Callable[[bytes, object], None] = lambda content, value: None

    def __post_init__(self) -> None:
        decoder = json.JSONDecoder(
            parse_float=self.number,
            parse_constant=_constant,
            object_pairs_hook=_members,
        )
        object.__setattr__(self, "decoder", decoder)

    def read(self, content: bytes, deepest: int) -> dict[str, Any]:
        """Return the JSON object that a text holds. Raises the error of this reader for the first fault."""
        try:
            if nests_deeper(content, deepest):
                raise ValueError("it nests deeper")
            text = content.decode().strip(_BLANK)
            value, end = self.decoder.raw_decode(text)
            if end < len(text):
                raise ValueError("it is more than one value")
            self.check(content, value)
        except (ValueError, ArithmeticError, RecursionError):
            walk = FaultWalk(self, content, deepest)
        else:
            if not isinstance(value, dict):
                raise self.error(f"{self.subject} is not a JSON object")
            return cast("dict[str, Any]", value)
        # What was raised above may hold the text, and with it what is sensitive: it is no context of this error.
        walk.to_fault()
        raise self.error(f"{self.subject} nests deeper than Python reads")


def nests_deeper(text: bytes, levels: int) -> bool:
    """Return whether a JSON text nests deeper than so many levels."""
    if text.count(b"{") + text.count(b"[") <= levels:
        return False
    depth, quoted = 0, False
    for match in _BRACKET_OR_QUOTE.finditer(text):
        token = match[0]
        if token == b'"':
            quoted = not quoted
        elif not quoted:
            depth += (token in b"[{") - (token in b"]}")
            if depth > levels:
                return True
    return False


def _constant(text: str) -> object:
    raise ValueError(f"{text} is not JSON")


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a member name occurs twice")
    return members
