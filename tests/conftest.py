"""Fixtures of all runners; `expect` is in harness/expected_files.py."""

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import projects
import pytest
import registries
from forked_commands import one_cache
from memory_disk import use_memory_disk
from system_programs import FOR_SHORT_RUNS
from targets import TESTS, is_slow
from worker_order import arranged

from paycat.cache import FOLDER, Cache, opened
from paycat.cli import main
from paycat.contract.model import Contract
from paycat.lint.checking import check_folder

if TYPE_CHECKING:
    from tests.artefacts.typescript.in_chromium import Chromium

pytest_plugins = ("leftovers", "expected_files", "pytester")

os.environ.update(registries.OUT_OF_REACH | FOR_SHORT_RUNS)

_FIRST = tuple(TESTS / path for path in ("this_catalogue/test_walkthroughs.py", "any_catalogue/fuzzing"))
"""What takes longest, and what forks its process, which is small at first."""

BEFORE = pytest.StashKey[dict[str, tuple[int, int, int]]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what finds tests that depend on others."""
    parser.addoption("--reversed", action="store_true", help="run the tests of each worker in the opposite order")


def pytest_configure(config: pytest.Config) -> None:
    """Make the frozen project before the workers start; all of them keep results in one folder, which is new."""
    if not hasattr(config, "workerinput"):
        use_memory_disk()
        os.environ[FOLDER] = tempfile.mkdtemp(prefix="paycat-results-")
        config.add_cleanup(partial(shutil.rmtree, os.environ[FOLDER], ignore_errors=True))
        projects.make()
        config.stash[BEFORE] = projects.state(projects.PROJECT)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """End with an error when a test has changed the project that all of them read."""
    before = session.config.stash.get(BEFORE, None)
    if before is not None and (after := projects.state(projects.PROJECT)) != before:
        changed = sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))
        raise pytest.UsageError(f"a test wrote into {projects.PROJECT}: {', '.join(changed[:10])}; delete the folder")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Let pytest keep test modules as it has compiled them, even if the environment tells Python to write no bytecode.

    Each worker collects all of them, and compiling them takes longer than importing them.
    """
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, False
    try:
        return (yield)
    finally:
        sys.dont_write_bytecode = before


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files of slow tests where no slow test is chosen: importing them takes as long as some tests."""
    return True if "not slow" in config.option.markexpr and is_slow(collection_path) else None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Generator[None, object, object]:
    """Mark what is slow before tests are chosen by their marks, and arrange for the workers what is left."""
    slow = {path for path in {item.path for item in items} if is_slow(path)}
    for item in items:
        if item.path in slow:
            item.add_marker("slow")
    chosen = yield
    quick = {item for item in items if item.get_closest_marker("slow") is None}
    first = {path for path in slow if any(path.is_relative_to(one) for one in _FIRST)}
    items.sort(key=lambda item: (item.path not in first, item in quick))
    workers = getattr(config, "workerinput", {"workercount": 1})["workercount"]
    if config.getoption("reversed"):
        items.reverse()
    else:
        items[:] = arranged(items, len(items) - len(quick), workers)
    return chosen


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over what stays until the end; walking it again and again takes a fifth of all."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.fixture(scope="session")
def contract() -> Contract:
    """The contract of the frozen catalogue."""
    contract, findings = check_folder(projects.SCHEMAS)
    assert contract is not None, findings
    return contract


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator["Chromium"]:
    """A browser that judges vectors; it is gone before other modules are run, some of which fork their process."""
    from tests.artefacts.typescript.in_chromium import Chromium  # noqa: PLC0415 - Playwright, which few tests need

    chromium = Chromium(tmp_path_factory.mktemp("chromium"))
    yield chromium
    chromium.close()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project, with what is generated, that a test may change."""
    return projects.copied(tmp_path / "project")


@pytest.fixture(scope="session")
def made_before() -> Cache:
    """What the last command of this process made; project/watching holds that a cache changes no build."""
    return opened()


@pytest.fixture
def cache(made_before: Cache) -> Iterator[Cache]:
    """A cache that has the files and results of the last test, and loses what this test does not use."""
    yield made_before
    made_before.forget_unused()


class Ended(NamedTuple):
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str


Cli = Callable[..., Ended]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], made_before: Cache) -> Iterator[Cli]:
    """The command line in this process: arguments in, exit code and output out."""
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

    with one_cache(made_before):
        yield run
    made_before.forget_unused()
