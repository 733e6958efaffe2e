"""schemathesis on the sandbox: every check, and sequences of requests that use what earlier ones answered."""

import re
from pathlib import Path

import projects

from tests.artefacts.sandbox import sandboxes
from tests.artefacts.stub.schemathesis_run import schemathesis


def test_every_check_on_sequences_of_requests(tmp_path: Path) -> None:
    with sandboxes.running(projects.PROJECT, tmp_path) as sandbox:
        hooks = "tests.artefacts.sandbox.declared_limitations"
        bounds = ("--phases", "examples,fuzzing,stateful", "--max-examples", "60")
        printed = schemathesis(sandbox.url, sandbox.key, hooks, tmp_path, *bounds)
        log = sandbox.log.read_text(encoding="utf-8")
    assert _number(r"Tested: +(\d+)", printed) == len(sandbox.contract["interface"]["operations"])
    assert _number(r"API Links: +(\d+) covered", printed) >= 3
    assert _number(r"([\d,]+) generated", printed) > 500
    assert '"level": "error"' not in log


def _number(pattern: str, printed: str) -> int:
    found = re.search(pattern, printed)
    assert found, printed[-3000:]
    return int(found[1].replace(",", ""))
