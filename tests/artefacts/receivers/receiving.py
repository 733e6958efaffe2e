"""The receivers of a page: each is put beside a caller in a folder, which gives it deliveries."""

import subprocess
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import copy

from projects import environ
from system_programs import FOR_SHORT_RUNS, go_program, java_of_javac, needed

from paycat.conformance.run.engines.ajv.node import node_program

CALLERS = Path(__file__).parent / "callers"


@dataclass(frozen=True)
class Delivery:
    """A notification as it arrives, and the secrets that its receiver has; a header may have any byte, escaped."""

    headers: Mapping[str, str]
    body: bytes
    secrets: tuple[str, ...]

    def line(self) -> str:
        """Return what a caller reads."""
        head = "\n".join(f"{name}: {value}" for name, value in self.headers.items())
        parts = (head.encode(errors="surrogateescape"), self.body, *(one.encode() for one in self.secrets))
        return " ".join(b64encode(part).decode() for part in parts)


@dataclass(frozen=True)
class Receiver:
    """How the program of a tab is run: its file, the files beside it, and the commands, of which the last calls it."""

    file: str
    beside: tuple[str, ...]
    commands: Callable[[], tuple[Sequence[str], ...]]


def _java() -> tuple[Sequence[str], ...]:
    files = ("Receiver.java", "Caller.java")
    return [needed("javac"), "--release", "11", "-Xlint:all,-options", "-Werror", *files], [java_of_javac(), "Caller"]


def _go() -> tuple[Sequence[str], ...]:
    go = go_program()
    return [go, "vet", "./..."], [go, "build", "-o", "caller", "."], ["./caller"]


RECEIVERS = {
    "receive-package": Receiver("receiver.py", ("caller.py",), lambda: ([sys.executable, "caller.py"],)),
    "receive-python": Receiver("receiver.py", ("caller.py",), lambda: ([sys.executable, "caller.py"],)),
    "receive-node": Receiver("receiver.ts", ("node.mts",), lambda: ([node_program("tests"), "node.mts"],)),
    "receive-webcrypto": Receiver(
        "receiver.ts", ("webcrypto.mts",), lambda: ([node_program("tests"), "webcrypto.mts"],)
    ),
    "receive-java": Receiver("Receiver.java", ("Caller.java",), _java),
    "receive-go": Receiver("receiver/receiver.go", ("main.go",), _go),
    "receive-php": Receiver("receiver.php", ("caller.php",), lambda: ([needed("php"), "caller.php"],)),
    "receive-ruby": Receiver("receiver.rb", ("caller.rb",), lambda: ([needed("ruby"), "-w", "caller.rb"],)),
}
"""By the id of the program on the page of notifications."""


@dataclass(frozen=True)
class Verdict:
    """The status that a receiver responds with, and what it acted on; or "error", and the message."""

    status: str
    acted_on: bytes


def built(id: str, program: str, folder: Path) -> Sequence[str]:
    """Write the program of a page and its caller to a folder, and compile them; return the command that calls it."""
    receiver = RECEIVERS[id]
    *compiling, calling = receiver.commands()
    file = folder / receiver.file
    file.parent.mkdir(exist_ok=True)
    file.write_text(program, encoding="utf-8")
    (folder / "package.json").write_text('{"type": "module"}\n')
    (folder / "go.mod").write_text("module receivers.example\n\ngo 1.19\n")
    for name in receiver.beside:
        copy(CALLERS / name, folder)
    for command in compiling:
        _run(command, folder)
    return calling


def verdicts(command: Sequence[str], folder: Path, deliveries: Sequence[Delivery], sources: str = "") -> list[Verdict]:
    """Return what a program that was built says of deliveries, in order; `sources` has the package that it imports."""
    printed = _run(command, folder, "".join(f"{one.line()}\n" for one in deliveries), sources)
    made = [line.split(" ", 1) for line in printed.splitlines()]
    assert len(made) == len(deliveries)
    return [Verdict(status, b64decode(got)) for status, got in made]


def _run(command: Sequence[str], folder: Path, lines: str = "", sources: str = "") -> str:
    own = {
        "GOCACHE": str(folder.parent / "go-cache"),
        "GOFLAGS": "-mod=mod",
        "GOTOOLCHAIN": "local",
        "NODE_OPTIONS": "",
    }
    more = {"PYTHONPATH": sources} if sources else {}
    done = subprocess.run(
        list(command),
        cwd=folder,
        env=environ(**own, **more, **FOR_SHORT_RUNS),
        input=lines,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(command)} failed:\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout
