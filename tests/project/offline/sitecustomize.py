"""Read by every Python that a test starts with this folder in PYTHONPATH: writes down each use of the network."""

import os
import sys

_USES = {"socket.connect", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo", "socket.gethostbyname"}


def _watch(event: str, arguments: tuple[object, ...]) -> None:
    if event in _USES and "PAYCAT_TEST_NETWORK" in os.environ:
        with open(os.environ["PAYCAT_TEST_NETWORK"], "a", encoding="utf-8") as log:
            log.write(f"python: {event} {arguments!r}\n")
        raise OSError("the network is cut off")


sys.addaudithook(_watch)
