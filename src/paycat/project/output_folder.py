"""The output folder: its name in findings, its files, who may write there, and what paycat recorded of its writing."""

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from fnmatch import translate
from pathlib import Path

from paycat.diagnostics import Span
from paycat.files.reading import file_bytes, system_errors_as
from paycat.files.replacing import STAGING, folder_lock
from paycat.packs.fileset import SUMS, read_sums, sums_text

HISTORY = ".git"
PASSED_OVER = (STAGING, HISTORY, "__pycache__", "*.pyc", ".mypy_cache", ".ruff_cache", ".pytest_cache", "*.egg-info")
_PASSED_OVER = re.compile("|".join(translate(pattern) for pattern in PASSED_OVER))
JOURNAL = f"{STAGING}/journal"


@dataclass(frozen=True, slots=True)
class OutputFolder:
    """The output folder; `shown` is its name in findings."""

    folder: Path
    shown: str

    def at(self, path: str) -> Path:
        """Return where a path below the output folder is on disk."""
        return self.folder / path

    def span(self, path: str) -> Span:
        """Return what findings about a path point at; an empty path is the output folder itself."""
        return Span(f"{self.shown}/{path}" if path else self.shown)

    def reading(self, path: str = "") -> AbstractContextManager[None]:
        """Turn errors of the operating system while `path` is read into FindingsError."""
        return system_errors_as("output-unreadable", self.span(path), "cannot read here")

    def writing(self, path: str = "") -> AbstractContextManager[None]:
        """Turn errors of the operating system while `path` is made, replaced or removed into FindingsError."""
        advice = f"{self.shown} must be a folder that you may write to, on a disk with space left"
        return system_errors_as("output-unwritable", self.span(path), "cannot write here", advice)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Wait until no other run writes to the output folder, then keep others out. Raises FindingsError.

        Removes what an interrupted run staged.
        """
        with ExitStack() as held:
            with self.writing():
                held.enter_context(folder_lock(self.folder, self.shown))
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
    """Return whether a file or folder of this name is no part of the output: a cache, history, or staging."""
    return _PASSED_OVER.match(name) is not None


def is_vacant(folder: Path, shown: str) -> bool:
    """Return whether a folder, called `shown` in findings, does not exist, or has only caches and its history.

    Raises FindingsError when it cannot be read.
    """
    with OutputFolder(folder, shown).reading():
        return not folder.exists() or all(map(is_passed_over, os.listdir(folder)))


def folders_above(path: str) -> list[str]:
    """Return the folders that a path is in, the outermost first."""
    names = path.split("/")
    return ["/".join(names[:end]) for end in range(1, len(names))]


def clear_vacant(folder: Path) -> bool:
    """Remove the folders below `folder` without a file, caches aside; return whether `folder` itself has none."""
    vacant = True
    for entry in list(os.scandir(folder)):
        if is_passed_over(entry.name):
            vacant = vacant and entry.name != HISTORY
        elif entry.is_dir(follow_symlinks=False) and clear_vacant(Path(entry.path)):
            shutil.rmtree(entry.path)
        else:
            vacant = False
    return vacant


def recorded(location: OutputFolder) -> dict[str, set[str]]:
    """Return the hashes that paycat wrote, by path; a path has several after a merge or an interrupted run."""
    hashes: dict[str, set[str]] = {}
    for path, digest in _sums(location, SUMS) | _journalled(location):
        hashes.setdefault(path, set()).add(digest)
    return hashes


def was_written(folder: Path, shown: str, path: str) -> bool:
    """Return whether a run of paycat, a whole or an interrupted one, recorded that it writes `path` in a folder.

    Raises FindingsError when the folder, called `shown` in findings, cannot be read.
    """
    return path in recorded(OutputFolder(folder, shown))


def journal_text(location: OutputFolder, sums: Mapping[str, str]) -> str:
    """Return the journal of a run that writes files with these sums.

    It keeps what interrupted runs before this one recorded: their files may still be on disk. Its lines are those of
    SHA256SUMS, but a path may have several sums.
    """
    lines = (sums_text({path: digest}) for path, digest in sorted(_journalled(location) | sums.items()))
    return "".join(lines)


def _journalled(location: OutputFolder) -> frozenset[tuple[str, str]]:
    """Return each path with each hash of runs that were interrupted since the last whole one."""
    return frozenset() if location.at(STAGING).is_symlink() else _sums(location, JOURNAL)


def _sums(location: OutputFolder, path: str) -> frozenset[tuple[str, str]]:
    file = location.at(path)
    with location.reading(path):
        try:
            text = "" if file.is_symlink() or not file.is_file() else file_bytes(file).decode()
        except UnicodeDecodeError:
            text = ""
    return frozenset(pair for line in text.splitlines() for pair in read_sums(line).items())
