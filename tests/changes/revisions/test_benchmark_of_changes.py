"""The benchmark of changes runs, and has an edit to measure. Nothing is timed."""

import re
import subprocess
import sys

import projects
import pytest
from system_programs import needed

from paycat.contract.model import Contract


def ran(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(projects.ROOT / "benchmarks" / "changes.py"), *map(str, arguments)]
    return subprocess.run(command, env=projects.environ(), capture_output=True, text=True, check=False)


def test_the_table_is_complete(contract: Contract) -> None:
    needed("git")
    methods = 2 * len(contract.methods)
    ended = ran("--methods", methods, "--rounds", 1)
    assert (ended.returncode, ended.stderr) == (0, "")
    head, _, *rows = ended.stdout.splitlines()
    assert re.fullmatch(rf"\| {methods} methods, \d MiB of contract \| CPU \| memory \| ratio \|", head)
    assert len(rows) == 4
    for row in rows:
        assert re.fullmatch(r"\| (git|paycat) [^|]+ \| \d+\.\d\d s \| \d+ MiB \| \d+\.\d\d \|", row), row


@pytest.mark.parametrize(("methods", "message"), [("1", "the catalogue itself has"), ("x", "is not a valid integer")])
def test_a_mistake_is_wrong_usage(methods: str, message: str) -> None:
    ended = ran("--methods", methods)
    assert ended.returncode == 2
    assert message in ended.stderr
    assert "Traceback" not in ended.stderr
