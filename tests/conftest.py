"""Options and fixtures of all runners."""

import os
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import projects
import pytest
import registries

from paycat.checking import check_folder
from paycat.cli import main
from paycat.contract.model import Contract
from paycat.memo import Memo

os.environ.update(registries.OUT_OF_REACH)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that rewrites what the cases expect."""
    parser.addoption("--update-cases", action="store_true", help="rewrite the expected files of cases")


@pytest.fixture
def update_cases(request: pytest.FixtureRequest) -> bool:
    """Whether a runner writes what it found in place of comparing it."""
    return bool(request.config.getoption("--update-cases"))


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
