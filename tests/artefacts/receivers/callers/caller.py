"""Gives deliveries to `receive` of a program beside it; prints the status, and the body or event that it acted on."""

import sys
from base64 import b64decode, b64encode

from receiver import receive

secrets, handled, acted = sys.argv[1:], set(), []


def act(one):
    """Fail on a body that says so, or else keep it; an event is kept as JSON."""
    body = one if isinstance(one, bytes) else one.model_dump_json(exclude_unset=True).encode()
    if b"it fails" in body:
        raise ValueError("acting failed")
    acted.append(body)


for line in sys.stdin:
    head, body = (b64decode(part) for part in line.rstrip("\n").split(" "))
    headers = dict(one.split(": ", 1) for one in head.decode().splitlines())
    acted.clear()
    try:
        status = receive(body, headers, secrets, handled, act)
    except ValueError:
        status = "error"
    print(status, b64encode(b"".join(acted)).decode())
