"""The commands that write, each with the project that it starts from, and how it may end after an interrupted run."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import projects
from starter_cases import STARTER

PACKS_OFF = ("conformance", "docs", "editor", "openapi", "python")
"""What takes long to make, and is written as what the other packs make is."""


@dataclass(frozen=True)
class Writing:
    """A command that writes: its arguments, and what a run after a finished one may say, besides nothing at all."""

    name: str
    arguments: tuple[str, ...]
    done: str = ""
    """What the command says with exit code 2 when an earlier run has done all of it."""


METHOD = (
    "SWISH",
    "--note",
    "Instant payments",
    "--currency",
    "SEK",
    "--country",
    "SE",
    "--source",
    "§1",
    "--direction",
    "pay_in",
)
BADLY_FORMATTED = ("schemas/types.yaml", "schemas/methods/SEPA_DEBIT.yaml", "schemas/interface/problems.yaml")
WRITINGS = (
    Writing("init", ("init", ".", "--title", "Notes", "--package", "notes_api"), "is not empty"),
    Writing("new", ("new", "method", *METHOD), "there is a method 'SWISH' already"),
    Writing("fmt", ("fmt", *BADLY_FORMATTED)),
    Writing("release", ("release", "dist")),
    Writing("generate", ("generate",)),
)


Driven = Callable[[list[dict[str, Any]]], list[dict[str, Any]]]
"""Runs in, how each ended out."""


class Ground:
    """The project that each command starts from, in a folder that bears its name, and what it reaches without a fault.

    Faults fail single steps, so few files will do: what is built is small. Of the steps that remove a temporary copy,
    which change nothing of the project, the first stands for all.
    """

    def __init__(self, root: Path, driven: Driven) -> None:
        self.root, self.starts = root, root / "starts"
        self.starts.mkdir(parents=True)
        _start(self.starts)
        folders = [self.copied(one, "usual") for one in WRITINGS]
        ended = driven([self.run(one, folder) for one, folder in zip(WRITINGS, folders, strict=True)])
        self.reached: dict[str, dict[str, bytes]] = {}
        self.steps: dict[str, list[int]] = {}
        for one, folder, end in zip(WRITINGS, folders, ended, strict=True):
            assert end["code"] == 0, (one.name, end["out"])
            self.reached[one.name] = tree(folder)
            self.steps[one.name] = sorted(set(range(1, end["steps"] + 1)).difference(end["apart"][1:]))
            assert not any(map(is_leftover, self.reached[one.name]))
        for end in driven([self.run(one, self.copied(one, "here"), here=True) for one in WRITINGS]):
            assert end["code"] == 0, end["out"]

    def copied(self, one: Writing, name: str) -> Path:
        """Return a copy of the project that a command starts from."""
        return Path(shutil.copytree(self.starts / one.name, self.root / f"{one.name}-{name}"))

    def run(self, one: Writing, folder: Path, **how: Any) -> dict[str, Any]:
        """Return the run of a command in a folder."""
        return {"args": one.arguments, "cwd": str(folder), **how}


def _start(root: Path) -> None:
    (root / "init").mkdir()
    for name in ("new", "fmt", "generate", "release"):
        projects.switch_off(shutil.copytree(STARTER, root / name), PACKS_OFF)
    for file in BADLY_FORMATTED:
        path = root / "fmt" / file
        path.write_text(path.read_text(encoding="utf-8") + "\n\n\n", encoding="utf-8")
    schemas = root / "release" / "schemas"
    version = projects.read_yaml(schemas / "catalogue.yaml")["version"]
    (schemas / "releases.md").write_text(f"## {version} (2026-01-01)\n\nThe first version.\n", encoding="utf-8")
    ended = projects.paycat("generate", cwd=root / "release")
    assert ended.returncode == 0, ended.stdout + ended.stderr


def tree(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder by path, leftovers too."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


State = frozenset[tuple[str, int, bytes]]


def state(folder: Path) -> State:
    """Return all that a command could find below a folder: paths with their modes, and what files hold."""
    return frozenset(
        (path.relative_to(folder).as_posix(), path.lstat().st_mode, path.read_bytes() if path.is_file() else b"")
        for path in folder.rglob("*")
    )


def without_leftovers(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files without those that a killed run left for the next one."""
    return {path: data for path, data in files.items() if not is_leftover(path)}


def is_leftover(path: str) -> bool:
    """Tell whether a file is one that waits to be renamed, or in a folder of such."""
    return ".paycat-writing" in path.split("/")


def waiting(files: dict[str, bytes]) -> int:
    """Return how many of the files wait to be renamed."""
    return sum("/.paycat-writing/files/" in f"/{path}" for path in files)
