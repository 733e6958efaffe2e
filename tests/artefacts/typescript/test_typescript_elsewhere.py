"""The TypeScript package under Deno: every vector gets its verdict there, and its receiver verifies."""

import sys
from pathlib import Path

import projects
import pytest

from paycat.lint.checking import check_folder
from tests.artefacts.typescript.test_typescript_judging import judged, vectors
from tests.artefacts.typescript.typescript_package import Driver

pytestmark = pytest.mark.slow

DENO = (str(Path(sys.executable).with_name("deno")), "run", "--quiet", "--no-prompt", "--allow-read", "--cached-only")


def test_deno_judges_and_verifies() -> None:
    contract, findings = check_folder(projects.SCHEMAS)
    assert contract is not None, findings
    driver = Driver(runtime=DENO)
    asked = vectors(contract)
    wrong = []
    for vector in asked:
        found = judged(driver, vector.direction, vector.body(), vector.addressed)["parsed"]["found"]
        if sorted(found) != sorted([one.code, one.pointer] for one in vector.violations):
            wrong.append((vector.id, found))
    examples = driver.ask(act="examples")
    driver.close()
    assert wrong == []
    assert len(asked) > 1000
    assert [one["event"] for one in examples] == [one["type"] for one in examples] != []
