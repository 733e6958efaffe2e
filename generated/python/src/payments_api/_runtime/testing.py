# Part of paycat's runtime, copied unchanged. Do not edit.

"""A sandbox for tests, in a process of its own."""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

_TRIES = 600
_SECONDS_TO_STOP = 20
_LISTENS = re.compile(r"listens at (http://\S+)")
_SECRETS = re.compile(r"Secret key: +(\S+)\nSigning secret: +(\S+)")


@dataclass(frozen=True, slots=True)
class Sandbox:
    """A sandbox that runs: its address, the key that it accepts, and the secret that signs its notifications."""

    url: str
    secret_key: str
    signing_secret: str

    def turn(self, duration: str) -> None:
        """Turn the clock forward by an ISO 8601 duration, such as PT24H. Raises httpx.HTTPError."""
        self._control("clock", {"advance": duration})

    def move(
        self, collection: str, id: str, to: str, failure: str | None = None
    ) -> None:
        """Move a record to a state; `collection` is the last part of the path that creates it, without parameters.

        Raises httpx.HTTPError if the state machine does not list the move.
        """
        reason = {"failure": failure} if failure else {}
        self._control(f"{collection}/{id}/moves", {"to": to, **reason})

    def trigger(self, event: str, id: str | None = None) -> str:
        """Let an event happen, and return the identifier of its record. Raises httpx.HTTPError."""
        answer = self._control("events", {"type": event, **({"id": id} if id else {})})
        return str(answer["id"])

    def _control(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = httpx.post(f"{self.url}/sandbox/{path}", json=body, trust_env=False)
        return dict(answer.raise_for_status().json())


@contextmanager
def running(program: str, *arguments: str) -> Generator[Sandbox]:
    """Run a sandbox, the module `program`, on a free port, with a database of its own, until the context ends.

    `arguments` are those of the command line, such as `--forward-to`. Raises RuntimeError if it does not start.
    """
    with tempfile.TemporaryDirectory() as name:
        folder, log = Path(name), Path(name, "log")
        database = f"sqlite:///{folder / 'sandbox.db'}"
        options = ["--port", "0", "--database", database, *arguments]
        command = [sys.executable, "-P", "-m", program, *options]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        with (
            log.open("wb") as output,
            subprocess.Popen(
                command, env=environment, stdout=output, stderr=output
            ) as process,
        ):
            try:
                yield _started(process, log)
            finally:
                process.terminate()
                try:
                    process.wait(_SECONDS_TO_STOP)
                finally:
                    process.kill()


def _started(process: "subprocess.Popen[bytes]", log: Path) -> Sandbox:
    for _ in range(_TRIES):
        text = log.read_text(encoding="utf-8")
        listens, secrets = _LISTENS.search(text), _SECRETS.search(text)
        if listens and secrets and _answers(listens[1]):
            return Sandbox(listens[1], secrets[1], secrets[2])
        if process.poll() is not None:
            break
        time.sleep(0.05)
    raise RuntimeError(f"the sandbox did not start:\n{log.read_text(encoding='utf-8')}")


def _answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/sandbox/health", trust_env=False).is_success
    except httpx.TransportError:
        return False
