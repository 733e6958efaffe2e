"""What a program in TypeScript sends: a payload as an expression."""

from typing import Any

from paycat.languages.data import js
from paycat.languages.javascript import member, source
from paycat.languages.source import Source


def payload_expression(payload: Any) -> Source:
    """Return data as an expression: an object a member a line, an array an item a line."""
    if isinstance(payload, dict) and payload:
        lines = [f"{member(name)}: {payload_expression(content)}" for name, content in payload.items()]
    elif isinstance(payload, list) and payload:
        lines = list(map(payload_expression, payload))
    else:
        return js(payload)
    indented_lines = "".join(f"\n{line}," for line in lines).replace("\n", "\n  ")
    return source(f"{{{indented_lines}\n}}" if isinstance(payload, dict) else f"[{indented_lines}\n]")
