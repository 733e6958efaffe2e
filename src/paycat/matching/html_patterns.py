"""A portable pattern as the HTML attribute `pattern` takes it."""

import re

from paycat.matching.portable import tokens, unanchored

_SIGN = r"\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\.|[^\\]"
_ITEM = re.compile(f"({_SIGN})(?:-({_SIGN}))?", re.DOTALL)
_SYNTAX = "()[]{}/|-"


def html_pattern(pattern: str) -> str:
    """Return a portable pattern as the HTML attribute takes it: it is read with the flag v, which escapes more."""
    inner = unanchored(pattern)
    if inner is None:
        return pattern
    return "^" + "".join(_escaped(text) if kind == "cls" else text for kind, text in tokens(inner)) + "$"


def _escaped(text: str) -> str:
    head = "[^" if text.startswith("[^") else "["
    items = (map(_sign, filter(None, item.groups())) for item in _ITEM.finditer(text[len(head) : -1]))
    return head + "".join("-".join(item) for item in items) + "]"


def _sign(sign: str) -> str:
    return f"\\{sign}" if sign in _SYNTAX else sign
