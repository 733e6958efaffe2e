"""The process that runs commands with faults, and where they start from and what they reach: each made once."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import projects
import pytest

from tests.project.faults.commands import Driven, Ground

DRIVER = Path(__file__).with_name("driver.py")


@pytest.fixture(scope="session")
def driven() -> Iterator[Driven]:
    """Let the driver carry out runs, one after the other; each is told as the driver's page says."""
    piped = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, DRIVER], env=projects.environ(), **piped) as process:

        def answers(runs: list[dict[str, Any]]) -> list[dict[str, Any]]:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(f"{json.dumps(runs)}\n")
            process.stdin.flush()
            answer = process.stdout.readline()
            assert answer, "the driver has ended"
            return json.loads(answer)  # type: ignore[no-any-return]  # the driver prints a list of this kind

        yield answers


@pytest.fixture(scope="session")
def ground(tmp_path_factory: pytest.TempPathFactory, driven: Driven) -> Ground:
    """Where commands start from, and what they reach."""
    return Ground(tmp_path_factory.mktemp("ground"), driven)
