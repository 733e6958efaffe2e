"""A command that is killed, or that the system refuses something, loses nothing; the next one finishes the work."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.faults.commands import WRITINGS, Writing, driven, is_leftover, started, tree, without_leftovers

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")

FAULTS = ("kill", "ENOSPC", "EACCES")


class Ground:
    """Where commands start from, and what they reach when nothing fails."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.starts = root / "starts"
        self.starts.mkdir()
        started(self.starts)
        self.reached: dict[str, dict[str, bytes]] = {}
        self.steps: dict[str, int] = {}
        folders = [self.copied(one.name, 0) for one in WRITINGS]
        ended = driven([self.run(one, folder) for one, folder in zip(WRITINGS, folders, strict=True)])
        for one, folder, end in zip(WRITINGS, folders, ended, strict=True):
            assert end["code"] == 0, (one.name, end["out"])
            self.reached[one.name], self.steps[one.name] = tree(folder), end["steps"]
            assert not any(map(is_leftover, self.reached[one.name]))

    def copied(self, name: str, number: int | str) -> Path:
        folder = self.root / f"{name}-{number}"
        shutil.copytree(self.starts / name, folder)
        return folder

    def run(self, one: Writing, folder: Path, **fault: Any) -> dict[str, Any]:
        return {"args": one.arguments, "cwd": str(folder), **fault}


@pytest.fixture(scope="module")
def ground() -> Iterator[Ground]:
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as name:
        yield Ground(Path(name))


def points(steps: int, most: int) -> list[int]:
    """Return the steps that fail: all, or as many as are wanted, the last one among them."""
    return sorted({steps - steps * part // most for part in range(min(most, steps))})


@pytest.mark.parametrize("one", WRITINGS, ids=lambda one: one.name)
def test_some_steps_fail(ground: Ground, one: Writing) -> None:
    number = 1 if one.is_long else 2
    hold(ground, one, [(fault, step) for fault in FAULTS for step in points(ground.steps[one.name], number)][:4])


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("one", WRITINGS, ids=lambda one: one.name)
def test_every_step_fails(ground: Ground, one: Writing, fault: str) -> None:
    hold(ground, one, [(fault, step) for step in points(ground.steps[one.name], 24 if one.is_long else 1000)])


def hold(ground: Ground, one: Writing, faults: list[tuple[str, int]]) -> None:
    """Let a command fail in each of the ways, and run it again."""
    before, after = tree(ground.starts / one.name), ground.reached[one.name]
    folders = [ground.copied(one.name, f"{fault}-{step}") for fault, step in faults]
    runs = [
        ground.run(one, folder, at=step, fault=fault) for (fault, step), folder in zip(faults, folders, strict=True)
    ]
    first = driven(runs)
    between = [tree(folder) for folder in folders]
    second = driven([ground.run(one, folder) for folder in folders])
    for (fault, step), end, files, again, folder in zip(faults, first, between, second, folders, strict=True):
        where = f"{one.name}, {fault} at step {step} of {ground.steps[one.name]}"
        assert "Traceback" not in end["out"], f"{where}: {end['out']}"
        assert end["code"] in ((-9,) if fault == "kill" else (0, 1)), (where, end)
        for path, data in without_leftovers(files).items():
            assert data in (before.get(path), after.get(path)), f"{where}: {path} is neither old nor new"
        for path in before.keys() & after.keys():
            assert path in files, f"{where}: {path} is lost"
        assert again["code"] == 0 or (one.done and again["code"] == 2 and one.done in again["out"]), (where, again)
        assert tree(folder) == after, where
        shutil.rmtree(folder)
