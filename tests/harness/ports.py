"""Ports of this machine for servers in processes of their own that print no port; others listen at port 0."""

import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

_MOST_TRIES = 600


@contextmanager
def reserved_port() -> Iterator[int]:
    """Yield a port of this machine at which a server of the block can listen, and which nobody else gets meanwhile.

    Linux lets a socket listen at a port that another socket holds without listening, if both set SO_REUSEADDR.
    """
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        yield int(holder.getsockname()[1])


def wait_until_it_listens(server: subprocess.Popen[bytes], port: int) -> None:
    """Return as soon as a server listens. Raises AssertionError if it ends, and TimeoutError if it never listens.

    It connects again and again, as the servers print nothing when they listen.
    """
    for _ in range(_MOST_TRIES):
        assert server.poll() is None, "the server ended"
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError("the server does not listen")
