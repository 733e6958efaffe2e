"""A call in, the curl command out, quoted for POSIX shells."""

from shlex import quote

from paycat.pages.json_texts import pretty
from paycat.pages.snippets.call import SampleCall


def curl(call: SampleCall) -> str:
    """Return the command; the body stands in it as it is sent."""
    words = [
        f"curl --request {call.operation.http_method} {quote(call.base_url + call.operation.path)}",
        f'--header "Authorization: Bearer ${call.key}"',
        f"--header {quote('Content-Type: application/json')}",
    ]
    if call.idempotency_header:
        words.append(f"--header {quote(f'{call.idempotency_header}: {call.idempotency_key}')}")
    words.append(f"--data-raw {quote(pretty(call.payload))}")
    return " \\\n  ".join(words)
