"""A call in, the same with JavaScript's fetch out; it needs no library."""

import re

from paycat.languages.data import json
from paycat.pages.json_texts import pretty
from paycat.pages.snippets.call import SampleCall

_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")


def javascript(call: SampleCall) -> str:
    """Return a module that sends the sample, and prints the status and what identifies the record."""
    headers = [
        ("Authorization", f"`Bearer ${{process.env.{call.key}}}`"),
        ("Content-Type", '"application/json"'),
    ]
    if call.idempotency_header:
        headers.append((call.idempotency_header, "crypto.randomUUID()"))
    body = pretty(call.payload).replace("\n", "\n  ")
    printed = ", ".join(("response.status", *(_member("record", name) for name in call.shown)))
    return "\n".join(
        (
            f"const response = await fetch({json(call.base_url + call.operation.path)}, {{",
            f"  method: {json(call.operation.http_method)},",
            "  headers: {",
            *(f"    {json(name)}: {value}," for name, value in headers),
            "  },",
            f"  body: JSON.stringify({body}),",
            "});",
            "const record = await response.json();",
            f"console.log({printed});",
        )
    )


def _member(of: str, name: str) -> str:
    return f"{of}.{name}" if _NAME.fullmatch(name) else f"{of}[{json(name)}]"
