"""schemathesis on the stub over HTTP: every check, data that the document allows and data that it does not."""

import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import projects
import pytest

from tests.artefacts.stub.example_app import KEY
from tests.artefacts.stub.schemathesis_run import ROOT, schemathesis


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Serve the stub on a free port of this machine."""
    port = projects.free_port()
    command = [
        sys.executable,
        "-m",
        "uvicorn",
        "tests.artefacts.stub.example_app:app",
        "--port",
        str(port),
        "--log-level",
        "info",
    ]
    with (tmp_path / "log").open("w") as log, subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log) as server:
        try:
            _wait_for(port, server)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


def _wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    for _ in range(200):
        assert server.poll() is None, "uvicorn ended"
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError("uvicorn does not answer")


def test_every_check_on_every_operation(address: str, tmp_path: Path) -> None:
    hooks = "tests.artefacts.stub.declared_limitation"
    printed = schemathesis(address, KEY, hooks, tmp_path, "--max-examples", "60")
    tested = re.search(r"Tested: (\d+)", printed)
    passed = re.search(r"([\d,]+) generated, ([\d,]+) passed", printed)
    assert tested, printed[-3000:]
    assert passed, printed[-3000:]
    assert int(tested[1]) == 7
    assert int(passed[2].replace(",", "")) > 2000
    assert " 500 " not in (tmp_path / "log").read_text(encoding="utf-8")
