"""A folder with the files of a release: whole, or not at all."""

import errno
import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from paycat.diagnostics import Span
from paycat.files import file_bytes, refusals_as
from paycat.locking import locked
from paycat.replacing import SUFFIX, staged_beside


class PublishedError(Exception):
    """The release is there already; a release never changes."""


def publish(files: Mapping[str, bytes], folder: Path, shown: str) -> None:
    """Write files below a new folder, called `shown` in findings. A folder that holds the same files is left alone.

    What a killed run left beside it is removed. Raises PublishedError when the folder holds anything else, and
    FindingsError when it cannot be written.
    """
    with refusals_as("file-unwritable", Span(shown), "cannot write the release"):
        folder.parent.mkdir(parents=True, exist_ok=True)
        with locked(folder.parent) as is_locked:
            if is_locked:
                _remove_leftovers(folder.parent)
            if not os.path.lexists(folder):
                _make(files, folder)
            elif _held(folder, files) != files:
                raise PublishedError(shown)


def _held(folder: Path, wanted: Mapping[str, bytes]) -> dict[str, bytes | None]:
    """Return every file below a folder by path; None for what is no file, or larger than the one that is wanted."""
    found: dict[str, bytes | None] = {}
    for path in folder.rglob("*") if folder.is_dir() else ():
        if path.is_symlink() or not path.is_dir():
            name = path.relative_to(folder).as_posix()
            found[name] = _data(path, len(wanted.get(name, b"")))
    return found


def _data(path: Path, largest: int) -> bytes | None:
    try:
        return None if path.is_symlink() else file_bytes(path, largest=largest)
    except OSError:
        return None


def _make(files: Mapping[str, bytes], folder: Path) -> None:
    staged = staged_beside(folder)
    try:
        staged.mkdir()
    except FileExistsError as error:  # Where no folder can be locked, nobody knows whether that run is alive.
        raise OSError(errno.EEXIST, f"another run makes it in {staged.name}; remove that if none is alive") from error
    try:
        for path, data in files.items():
            (staged / path).parent.mkdir(parents=True, exist_ok=True)
            (staged / path).write_bytes(data)
        staged.rename(folder)
    except BaseException:
        with suppress(OSError):
            shutil.rmtree(staged)
        raise


def _remove_leftovers(parent: Path) -> None:
    """Remove the folders of killed runs; the lock that this run holds tells that none of them is alive."""
    for entry in os.scandir(parent):
        if entry.name.startswith(".") and entry.name.endswith(SUFFIX) and entry.is_dir(follow_symlinks=False):
            shutil.rmtree(entry.path)
