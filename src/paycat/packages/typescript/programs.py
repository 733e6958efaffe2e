"""What a program in TypeScript sends: a payload as an expression."""

from typing import Any

from paycat.languages.data import js
from paycat.languages.javascript import member, source
from paycat.languages.source import Source


def payload_expression(sent: Any) -> Source:
    """Return data as an expression: an object a member a line, an array an item a line."""
    if isinstance(sent, dict) and sent:
        parts = [f"{member(name)}: {payload_expression(inner)}" for name, inner in sent.items()]
    elif isinstance(sent, list) and sent:
        parts = list(map(payload_expression, sent))
    else:
        return js(sent)
    inner = "".join(f"\n{part}," for part in parts).replace("\n", "\n  ")
    return source(f"{{{inner}\n}}" if isinstance(sent, dict) else f"[{inner}\n]")
