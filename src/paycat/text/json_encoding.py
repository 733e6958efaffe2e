"""The one encoder of JSON text: canonical, in a stable order, and the same for every parser."""

import json
from json.encoder import encode_basestring
from typing import Any


def json_text(value: Any) -> str:
    """Return indented JSON with a final newline; members keep their order, text stays readable."""
    return pretty(value) + "\n"


def json_line(value: Any) -> str:
    """Return compact JSON in one line, with a final newline."""
    return compact(value) + "\n"


def pretty(value: Any) -> str:
    """Return indented JSON, for people."""
    return _indented(value, "\n")


def _indented(value: Any, line: str) -> str:
    # The module json indents in Python, a token at a time, which takes four times as long.
    if isinstance(value, str):
        return encode_basestring(value)
    inner = f"{line}  "
    if isinstance(value, dict) and value:
        members = [f"{encode_basestring(name)}: {_indented(one, inner)}" for name, one in value.items()]
        return f"{{{inner}{f',{inner}'.join(members)}{line}}}"
    if isinstance(value, list | tuple) and value:
        return f"[{inner}{f',{inner}'.join([_indented(one, inner) for one in value])}{line}]"
    return compact(value)


def compact(value: Any) -> str:
    """Return JSON as it is sent, without blanks."""
    return _COMPACT.encode(value)


_COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)
