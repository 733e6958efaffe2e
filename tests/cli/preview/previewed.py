"""`paycat preview` as a process of its own: its address, what it answers, and the events that it sends."""

import http.client
import json
import queue
import signal
import socket
import subprocess
import threading
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple, Self

import projects

from tests.changes.revisions.git_projects import git

PATIENCE = 60
"""Seconds after which a process that says nothing is taken for dead."""
METHOD = "schemas/methods/UPI.yaml"
LENGTH, LONGER = "length: 1..20", "length: 1..24"
BROKEN = ("countries: [IN]", "countries: [IN")


class Answer(NamedTuple):
    """What was answered; the names of headers are in small letters."""

    status: int
    headers: dict[str, str]
    text: str


def committed(project: Path) -> Path:
    """Commit a project as it is; return it."""
    git(project, "init", "--quiet")
    git(project, "add", "--all")
    git(project, "commit", "--quiet", "--message", "all")
    git(project, "tag", "v1")
    return project


def replaced(project: Path, before: str, after: str, file: str = METHOD) -> None:
    """Save a file with one text in place of another, as often as it is there."""
    text = (project / file).read_text(encoding="utf-8")
    assert before in text, file
    (project / file).write_text(text.replace(before, after), encoding="utf-8")


class Previewed:
    """A preview of a project at a port of its own; it ends with the `with` block."""

    def __init__(self, project: Path, *options: str) -> None:
        # A run of tests in the background ignores Ctrl-C, and so would what it starts.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        command = projects.command("preview", "--port", "0", "--project", project, *options)
        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "encoding": "utf-8"}
        self._process = subprocess.Popen(command, cwd=project, env=projects.environ(), **pipes)
        self._events: queue.Queue[tuple[str, Any]] = queue.Queue()

    def __enter__(self) -> Self:
        assert self._process.stdout is not None
        self.greeting = self._process.stdout.readline()
        self.url = self.greeting.partition("/ ")[0]
        assert self.url.startswith("http://"), self._process.communicate()
        self.named = self.url.removeprefix("http://")
        host, _, port = self.named.rpartition(":")
        self._place = host.strip("[]"), int(port)
        self._reader = threading.Thread(target=self._read)
        self._reader.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()
        self._reader.join()

    def _read(self) -> None:
        kind = ""
        # The process is killed while it sends.
        with (
            closing(http.client.HTTPConnection(*self._place)) as connection,
            suppress(http.client.HTTPException, OSError),
        ):
            connection.request("GET", "/events", headers={"Host": self.named})
            with connection.getresponse() as answer:
                for line in answer:
                    name, _, value = line.decode().rstrip("\n").partition(": ")
                    if name == "event":
                        kind = value
                    elif name == "data":
                        self._events.put((kind, json.loads(value)))

    def next(self, wanted: str) -> Any:
        """Return the data of the next event of a kind; that of files when they are made."""
        while True:
            kind, data = self._events.get(timeout=PATIENCE)
            if kind == wanted and "waits" not in data:
                return data

    def ask(self, path: str, method: str = "GET", **headers: str) -> Answer:
        """Return what is answered to a request, whose path is sent as it is."""
        named = {"Host": self.named} | {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(http.client.HTTPConnection(*self._place)) as connection:
            connection.putrequest(method, path, skip_host=True)
            for name, value in named.items():
                connection.putheader(name, value)
            connection.endheaders()
            answer = connection.getresponse()
            shown = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, shown, answer.read().decode())

    def connected(self) -> socket.socket:
        """Return a connection, over which nothing was sent."""
        return socket.create_connection(self._place, PATIENCE)

    def sent(self, data: bytes) -> bytes:
        """Return all that is answered to some bytes before the connection is closed."""
        with self.connected() as connection, connection.makefile("rb") as answer:
            connection.sendall(data)
            return answer.read()

    def end(self, number: signal.Signals) -> tuple[int, str, str]:
        """Send a signal; return the exit code and what was printed since."""
        self._process.send_signal(number)
        out, err = self._process.communicate(timeout=PATIENCE)
        return self._process.returncode, out, err
