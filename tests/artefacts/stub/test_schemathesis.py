"""schemathesis on the stub over HTTP: every check, data that the document allows and data that it does not."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from ports import reserved_port, wait_until_it_listens

from tests.artefacts.stub.example_app import KEY
from tests.artefacts.stub.schemathesis_run import ROOT, schemathesis


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Serve the stub on a port of this machine."""
    app = "tests.artefacts.stub.example_app:app"
    with reserved_port() as port, (tmp_path / "log").open("w") as log:
        command = [sys.executable, "-m", "uvicorn", app, "--port", str(port), "--log-level", "info"]
        with subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log) as server:
            try:
                wait_until_it_listens(server, port)
                yield f"http://127.0.0.1:{port}"
            finally:
                server.terminate()


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
