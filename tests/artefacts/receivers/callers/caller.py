"""Gives deliveries to `receive` of a program beside it; prints the status, and the body or event that it acted on.

A line has headers, body and secrets in base64, with blanks between them. A body that says "it comes thrice" is
delivered three times at once: acting on it lasts until the others have returned, for at most 10 seconds. Where
`receive` fails, the status is "error", and what follows is its message.
"""

import sys
from base64 import b64decode, b64encode
from concurrent.futures import ThreadPoolExecutor
from threading import Event

from receiver import receive

handled = set()


def delivered(body, headers, secrets):
    """Return the statuses of a delivery, or of three at once, and what was acted on; an event is kept as JSON."""
    times, acted, returned, others_returned = 3 if b"it comes thrice" in body else 1, [], [], Event()

    def act(one):
        got = one if isinstance(one, bytes) else one.model_dump_json(exclude_unset=True).encode()
        others_returned.wait(10)
        if b"it fails" in got:
            raise ValueError("acting failed")
        acted.append(got)

    def deliver():
        try:
            status = str(receive(body, headers, secrets, handled, act))
        except ValueError as error:
            status = "error"
            acted.append(str(error).encode())
        returned.append(status)
        if len(returned) == times - 1:
            others_returned.set()

    if times == 1:
        others_returned.set()
    with ThreadPoolExecutor(times) as pool:
        for _ in range(times):
            pool.submit(deliver)
    return "+".join(sorted(returned)), b"".join(acted)


for line in sys.stdin:
    head, body, *secrets = (b64decode(part) for part in line.rstrip("\n").split(" "))
    headers = dict(one.split(": ", 1) for one in head.decode(errors="surrogateescape").split("\n") if one)
    status, got = delivered(body, headers, [one.decode() for one in secrets])
    print(status, b64encode(got).decode())
