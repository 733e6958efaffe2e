"""A call in, the curl command out, quoted for POSIX shells."""

from collections.abc import Iterable
from shlex import quote
from typing import Any

from paycat.pages.json_texts import pretty
from paycat.pages.snippets.call import SampleCall

_JSON = ("Content-Type", "application/json")


def curl(call: SampleCall) -> str:
    """Return the command; the body stands in it as it is sent."""
    headers = [(call.idempotency_header, call.idempotency_key)] if call.idempotency_header else []
    return command(call.operation.http_method, call.base_url + call.operation.path, call.key, headers, call.payload)


def command(method: str, url: str, key: str, headers: Iterable[tuple[str, str]] = (), body: Any = None) -> str:
    """Return the command for any operation; `key` is the variable of the secret, None is no body."""
    stated = [*([_JSON] if body is not None else []), *headers]
    words = [
        f"curl --request {method} {quote(url)}",
        f'--header "Authorization: Bearer ${key}"',
        *(f"--header {quote(f'{name}: {value}')}" for name, value in stated),
        *([f"--data-raw {quote(pretty(body))}"] if body is not None else []),
    ]
    return " \\\n  ".join(words)
