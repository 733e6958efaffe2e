"""Servers of three makes in processes of their own, and raw bytes to send to them."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from ports import reserved_port, wait_until_it_listens

ROOT = Path(__file__).parents[3]
APP = "tests.artefacts.stub.wire_app:app"
COMMANDS = {
    "uvicorn": ["uvicorn", APP, "--host", "127.0.0.1", "--port", "{port}", "--log-level", "error"],
    "hypercorn": ["hypercorn", APP, "--bind", "127.0.0.1:{port}", "--workers", "0", "--log-level", "error"],
    "granian": [
        *("granian", APP, "--interface", "asgi", "--host", "127.0.0.1", "--port", "{port}", "--workers", "1"),
        *("--loop", "asyncio", "--http", "1", "--log-level", "error"),
    ],
}


class Reply(NamedTuple):
    """What came back; a status of 0: the connection was closed without an answer."""

    status: int
    head: str
    body: bytes

    @property
    def is_problem(self) -> bool:
        """Whether it is a problem of the application."""
        return "content-type: application/problem+json" in self.head and "request-id: req_" in self.head


class Wire:
    """A server that runs."""

    def __init__(self, port: int, group: int, log: Path) -> None:
        self._port, self._group, self._log = port, group, log

    def send(self, *pieces: bytes, pause: float = 0, patience: float = 5.0) -> Reply:
        """Return what comes back; pieces are sent as long as the server takes them."""
        with socket.create_connection(("127.0.0.1", self._port), timeout=patience) as connection:
            try:
                for piece in pieces:
                    connection.sendall(piece)
                    time.sleep(pause)
            except OSError:
                pass  # It closed before it had everything.
            return _reply(connection)

    def opened(self, piece: bytes) -> socket.socket:
        """Return a connection on which a piece was sent."""
        connection = socket.create_connection(("127.0.0.1", self._port), timeout=10)
        connection.sendall(piece)
        return connection

    def memory(self) -> int:
        """Return the most bytes of memory that the server has held."""
        return sum(_high_water(pid) for pid in _pids(self._group))

    def log(self) -> str:
        """Return what the server has logged."""
        return self._log.read_text(encoding="utf-8", errors="replace")


def _reply(connection: socket.socket) -> Reply:
    received = b""
    try:
        while piece := connection.recv(65_536):
            received += piece
            head, found, body = received.partition(b"\r\n\r\n")
            if found and len(body) >= _length(head):
                break
    except ConnectionError:
        pass
    head, _, body = received.partition(b"\r\n\r\n")
    status = int(head.split(b" ")[1]) if head.startswith(b"HTTP/1.") else 0
    return Reply(status, head.decode("latin-1").lower(), body)


def _length(head: bytes) -> int:
    lines = (line.partition(b":") for line in head.lower().split(b"\r\n"))
    return next((int(value) for name, _, value in lines if name == b"content-length"), 0)


def reply_on(connection: socket.socket) -> Reply:
    """Return what comes back on a connection."""
    with connection:
        return _reply(connection)


@contextmanager
def running(make: str, folder: Path) -> Iterator[Wire]:
    """Serve for as long as the block lasts."""
    log = folder / "log"
    with reserved_port() as port, log.open("w") as file:
        command = [sys.executable, "-m", *(one.format(port=port) for one in COMMANDS[make])]
        with subprocess.Popen(command, cwd=ROOT, stdout=file, stderr=file, start_new_session=True) as server:
            try:
                wait_until_it_listens(server, port)
                yield Wire(port, server.pid, log)
            finally:
                os.killpg(server.pid, signal.SIGKILL)


def _pids(group: int) -> Iterable[int]:
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and os.getpgid(int(entry.name)) == group:
                yield int(entry.name)
        except ProcessLookupError:
            continue


def _high_water(pid: int) -> int:
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmHWM:")), 0)
