"""Fixtures of all runners; `expect` is in expected_files.py."""

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import projects
import pytest

from paycat.checking import check_folder
from paycat.cli import main
from paycat.contract.model import Contract
from paycat.memo import Memo

pytest_plugins = ("expected_files", "pytester")


@pytest.fixture(scope="session")
def contract() -> Contract:
    """The contract of the catalogue in schemas/."""
    contract, findings = check_folder(projects.SCHEMAS)
    assert contract is not None, findings
    return contract


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project, with what is generated, that a test may change."""
    return projects.copied(tmp_path / "project")


@pytest.fixture(scope="session")
def made_before() -> Memo:
    """What the last command of this process made; tests/watching holds that a build with a memo is the same build."""
    return Memo()


class Ended(NamedTuple):
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str


Cli = Callable[..., Ended]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], made_before: Memo) -> Iterator[Cli]:
    """The command line in this process: arguments in, exit code and output out."""
    for module in ("paycat.packs.render", "paycat.catalogue.reading"):
        monkeypatch.setattr(import_module(module), "Memo", lambda: made_before)
    for name in projects.UNWANTED:
        monkeypatch.delenv(name, raising=False)
    for name, value in projects.TERMINAL.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(sys.modules["__main__"], "__package__", None, raising=False)

    def run(*arguments: str | Path, cwd: Path | None = None) -> Ended:
        capsys.readouterr()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "argv", ["paycat", *map(str, arguments)])
            if cwd:
                patch.chdir(cwd)
            code: object = 0
            try:
                main()
            except SystemExit as done:
                code = done.code
        assert isinstance(code, int)
        return Ended(int(code), *capsys.readouterr())

    yield run
    made_before.forget_unused()
