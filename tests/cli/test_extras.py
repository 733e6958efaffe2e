"""Commands whose libraries are not installed: one line says what to install."""

import re
import sys
import tomllib
from collections.abc import Callable
from typing import Any

import projects
import pytest

from paycat.cli.options import EXTRAS


def test_extras_are_those_of_the_package() -> None:
    project = tomllib.loads((projects.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    stated = project["optional-dependencies"]
    extras = {name: [re.split(r"[^\w-]", one)[0] for one in needed] for name, needed in stated.items()}
    assert extras.pop("ajv"), "tests/conformance/test_missing_engines.py"
    assert extras == {name: list(libraries) for name, libraries in EXTRAS.items()}


@pytest.mark.parametrize(("name", "library"), [(name, library) for name, of in EXTRAS.items() for library in of])
def test_a_missing_library_is_named(
    name: str, library: str, cli: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    for arguments in ([], ["--help"], ["--project", "nowhere", "--unknown", "x"]):
        ended = cli(name, *arguments)
        assert (ended.code, ended.out) == (2, "")
        assert ended.err == f"Error: paycat {name} needs {library}: pip install 'paycat[{name}]'\n"


def test_shells_complete_commands_without_their_libraries(
    cli: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    for name, value in {"_PAYCAT_COMPLETE": "bash_complete", "COMP_WORDS": "paycat w", "COMP_CWORD": "1"}.items():
        monkeypatch.setenv(name, value)
    ended = cli()
    assert (ended.code, ended.out.split()) == (0, ["plain,watch"])
