"""The output folder: where it is, what findings call it, which files are below it, and who may write there."""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from fnmatch import translate
from pathlib import Path

from paycat.diagnostics import Span
from paycat.files import refusals_as
from paycat.locking import locked

STAGING, HISTORY = ".writing", ".git"
PASSED_OVER = (STAGING, HISTORY, "__pycache__", "*.pyc", ".mypy_cache", ".ruff_cache", ".pytest_cache", "*.egg-info")
_PASSED_OVER = re.compile("|".join(translate(pattern) for pattern in PASSED_OVER))


@dataclass(frozen=True, slots=True)
class Place:
    """The output folder; `shown` stands for it in findings."""

    folder: Path
    shown: str

    def at(self, path: str) -> Path:
        """Return where a path below the output folder is on disk."""
        return self.folder / path

    def span(self, path: str) -> Span:
        """Return what findings about a path point at; an empty path is the output folder itself."""
        return Span(f"{self.shown}/{path}" if path else self.shown)

    def reading(self, path: str = "") -> AbstractContextManager[None]:
        """Turn what the system refuses while `path` is read into FindingsError."""
        return refusals_as("output-unreadable", self.span(path), "cannot read here")

    def writing(self, path: str = "") -> AbstractContextManager[None]:
        """Turn what the system refuses while `path` is made, replaced or removed into FindingsError."""
        advice = f"{self.shown} must be a folder that you may write to, on a disk with space left"
        return refusals_as("output-unwritable", self.span(path), "cannot write here", advice)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Wait until no other run writes to the output folder, then keep others out. Raises FindingsError."""
        with ExitStack() as held:
            with self.writing():
                held.enter_context(locked(self.folder))
            yield

    def files(self, path: str = "") -> dict[str, bool]:
        """Return the path of all that is no folder, and whether it is a plain file; no link is followed."""
        found: dict[str, bool] = {}
        with self.reading(path):
            if not path and not self.folder.exists():
                return found
            entries = [entry for entry in os.scandir(self.at(path)) if not is_passed_over(entry.name)]
        for entry in entries:
            inner = f"{path}/{entry.name}" if path else entry.name
            if entry.is_dir(follow_symlinks=False):
                found |= self.files(inner)
            else:
                found[inner] = entry.is_file(follow_symlinks=False)
        return found


def is_passed_over(name: str) -> bool:
    """Tell whether a file or folder of this name is no part of the output: a cache, history, or staging."""
    return _PASSED_OVER.match(name) is not None


def is_vacant(folder: Path, shown: str) -> bool:
    """Tell whether a folder, called `shown` in findings, is not there or holds nothing but caches and its history.

    Raises FindingsError when it cannot be read.
    """
    with Place(folder, shown).reading():
        return not folder.exists() or all(map(is_passed_over, os.listdir(folder)))


def folders_above(path: str) -> list[str]:
    """Return the folders that a path is in, the outermost first."""
    names = path.split("/")
    return ["/".join(names[:end]) for end in range(1, len(names))]


def clear_vacant(folder: Path) -> bool:
    """Remove the folders below `folder` that hold no file, caches aside; return whether `folder` itself holds none."""
    vacant = True
    for entry in list(os.scandir(folder)):
        if is_passed_over(entry.name):
            vacant = vacant and entry.name != HISTORY
        elif entry.is_dir(follow_symlinks=False) and clear_vacant(Path(entry.path)):
            shutil.rmtree(entry.path)
        else:
            vacant = False
    return vacant


def remove(path: Path) -> None:
    """Remove a file, a link or a folder with all that is in it, if it is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    elif os.path.lexists(path):
        path.unlink()
