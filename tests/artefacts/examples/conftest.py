"""A sandbox of the repository's own package, and a way to it that loses answers."""

import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator

import httpx
import projects
import pytest

from tests.artefacts.sandbox import sandboxes

SOURCES = projects.ROOT / "generated" / "python" / "src"
EXAMPLES = projects.ROOT / "docs" / "examples"
_KEY = re.compile(r"Secret key: +(\S+)")


def environment(**added: str) -> dict[str, str]:
    """Return the environment of a program that imports the package."""
    return projects.environ(PYTHONPATH=str(SOURCES), PYTHONDONTWRITEBYTECODE="1", **added)


class Sandbox:
    """A sandbox that runs: its address and its key."""

    def __init__(self, url: str, key: str) -> None:
        self.url, self.key = url, key

    def payouts(self, reference: str) -> list[dict[str, object]]:
        """Return the payouts with a reference."""
        headers = {"Authorization": f"Bearer {self.key}"}
        answer = httpx.get(f"{self.url}/v1/payouts", params={"reference": reference}, headers=headers)
        return list(answer.raise_for_status().json()["data"])


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandbox]:
    """A sandbox that all tests of a module share."""
    folder = tmp_path_factory.mktemp("sandbox")
    log = folder / "log"
    command = [sys.executable, "-m", "payments_api.sandbox", "--port", "0", "--database", f"sqlite:///{folder}/s.db"]
    with (
        log.open("wb") as out,
        subprocess.Popen(command, env=environment(), stdout=out, stderr=out) as process,
        sandboxes.ending(process),
    ):
        url = f"http://127.0.0.1:{sandboxes.listening_port(process, log)}"
        key = _KEY.search(log.read_text(encoding="utf-8"))
        assert key
        yield Sandbox(url, key[1])


@pytest.fixture
def losing(sandbox: Sandbox) -> Iterator[str]:
    """The address of a way to the sandbox that forwards the first request and loses its answer."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=_serve, args=(server, sandbox.url), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}"
        server.shutdown(socket.SHUT_RDWR)  # The thread accepts no more.
        thread.join()


def _serve(server: socket.socket, url: str) -> None:
    target = httpx.URL(url)
    for lost in (True, *[False] * 20):
        try:
            near, _ = server.accept()
        except OSError:
            return
        with near, socket.create_connection((target.host, target.port or 80)) as far:
            far.sendall(_whole(near).replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1))
            answer = b"".join(iter(lambda far=far: far.recv(65536), b""))
            if not lost:
                near.sendall(answer)


def _whole(near: socket.socket) -> bytes:
    """Return one request with its body."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += near.recv(65536)
    head, _, rest = data.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: *(\d+)", head)
    while length and len(rest) < int(length[1]):
        more = near.recv(65536)
        data, rest = data + more, rest + more
    return data
