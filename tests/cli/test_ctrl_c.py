"""Ctrl-C while a library in Rust calls Python back, which may lose it: the command ends all the same, and does nothing.

pydantic-core calls `_members` so, and turns a KeyboardInterrupt into an error of its own, or drops it.
"""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import projects
import pytest

from paycat.cache import DiskCache
from paycat.catalogue import statement
from paycat.cli.printing import echo
from paycat.files.locking import locked
from paycat.interrupting import interruptible

INTERRUPTED = 130


@pytest.fixture(autouse=True)
def heard() -> Iterator[None]:
    """Let Ctrl-C be heard: tests that run in the background of a shell ignore it, and so would the commands."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("nth", [1, 10, 200])
@pytest.mark.parametrize("command", ["check", "check --format json", "generate"])
def test_a_command_that_is_interrupted_says_nothing_and_writes_nothing(
    command: str, nth: int, project: Path, cli: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    names, left = statement._members, [nth]

    def interrupted(model: type[statement.Kept]) -> tuple[str, ...]:
        left[0] -= 1
        if left[0] == 0:
            signal.raise_signal(signal.SIGINT)
        return names(model)

    another = f"\nnote: {command} {nth}. "  # Nothing is kept of it.
    projects.edit(project, [{"file": "schemas/methods/UPI.yaml", "find": "\nnote: ", "replace": another}])
    before = projects.files_in(project)
    monkeypatch.setattr(statement, "_members", interrupted)
    ended = cli(*command.split(), cwd=project)
    assert left[0] <= 0
    assert (ended.code, ended.out, ended.err.strip()) == (INTERRUPTED, "", "")
    assert projects.files_in(project) == before


def lock() -> None:
    with locked(Path.cwd()):
        pass


@pytest.mark.parametrize(
    "goes_on",
    [lock, lambda: echo("done"), lambda: DiskCache().put("0" * 64, "made"), lambda: None, lambda: 1 / 0],
    ids=["locks a folder", "prints", "keeps a result", "ends", "fails"],
)
def test_what_goes_on_after_a_lost_one_ends_there(goes_on: Callable[[], object]) -> None:
    @interruptible()
    def command() -> None:
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        goes_on()

    with pytest.raises(KeyboardInterrupt):
        command()
    with interruptible():
        echo("the next one is not interrupted")


@pytest.mark.parametrize(("error", "reported"), [(KeyboardInterrupt(), []), (ValueError("x"), [ValueError])])
def test_of_lost_errors_only_the_interruption_is_not_reported(
    error: BaseException, reported: list[type], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Failing:
        def __del__(self) -> None:
            raise error

    found: list[type] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda lost: found.append(lost.exc_type))
    with interruptible():
        Failing()
    assert found == reported


def test_what_is_ignored_stays_so() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with interruptible():
            signal.raise_signal(signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


INTERRUPTING = """
import signal, sys

class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == {module!r}:
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Finder)
"""


@pytest.mark.parametrize("module", ["paycat.cli", "click", "paycat.diagnostics", "paycat.cli.check"])
def test_a_command_that_is_interrupted_while_it_starts_says_nothing(module: str, project: Path, tmp_path: Path) -> None:
    """Each of these modules is imported by the command, some before it runs."""
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTING.format(module=module))
    ended = projects.paycat("check", cwd=project, PYTHONPATH=str(tmp_path))
    assert (ended.returncode, ended.stdout, ended.stderr.strip()) == (INTERRUPTED, "", "")
