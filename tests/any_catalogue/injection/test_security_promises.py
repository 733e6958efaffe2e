"""Each promise of docs/security.md names a test that exists."""

import ast
import re

import projects
import pytest

ROWS = re.findall(
    r"^\| (.+) \| `(tests/[^`]+)` \|$", (projects.ROOT / "docs" / "security.md").read_text(), re.MULTILINE
)


def test_there_are_promises() -> None:
    assert ROWS


@pytest.mark.parametrize("test", [test for _, test in ROWS])
def test_the_test_of_a_promise_exists(test: str) -> None:
    file, _, name = test.partition("::")
    tree = ast.parse((projects.ROOT / file).read_text())
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert name in functions or (not name and any(one.startswith("test_") for one in functions))
