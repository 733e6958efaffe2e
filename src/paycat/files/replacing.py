"""Writes files and folders: staged in `.paycat-writing` until all of them are whole, then renamed.

A run that is killed leaves the old text or the new one of each file. What it had staged stays in `.paycat-writing`
until the next run that writes to the same folder removes it and reports that.
"""

import errno
import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path

from paycat.diagnostics import Span
from paycat.files.locking import is_locked, locked
from paycat.files.reading import file_bytes, real_path, system_errors_as
from paycat.text.characters import visible
from paycat.text.counting import counted

STAGING = ".paycat-writing"
"""The folder of what waits to be renamed, in the folder that is written to. It is paycat's alone, so it is removed."""
_WAITING, _IGNORED = "files", ".gitignore"
_HELD: set[Path] = set()
"""The projects that this process has locked; a second lock would wait for the first for ever."""


@contextmanager
def staging(folder: Path) -> Iterator[Iterator[Path]]:
    """Yield paths at which new files may wait to be renamed into a folder; what still waits at the end is removed.

    Files that the caller has in `.paycat-writing` itself stay there. Git ignores all of them. Raises OSError, also
    while another run stages files there.
    """
    waiting_folder = folder / STAGING / _WAITING
    try:
        waiting_folder.mkdir(parents=True)
    except OSError as error:
        with suppress(OSError):
            waiting_folder.parent.rmdir()
        if not isinstance(error, FileExistsError):
            raise
        message = f"another run of paycat writes here; if none is alive, remove {STAGING}"
        raise OSError(errno.EEXIST, message) from error  # Where no folder can be locked, that run may be alive.
    try:
        (waiting_folder.parent / _IGNORED).write_bytes(b"*\n")
        yield (waiting_folder / str(file_number) for file_number in count())
    finally:
        _unstage(folder)


def stage(path: Path, content: bytes, *, is_lasting: bool = True) -> Path:
    """Write a new file and return its path. Raises OSError.

    Unless it is lasting, a system that loses its power may lose it.
    """
    with open(path, "xb") as file:
        file.write(content)
        file.flush()
        if is_lasting:
            os.fsync(file.fileno())
    return path


@contextmanager
def folder_lock(folder: Path, shown_folder: str = "") -> Iterator[None]:
    """Keep other runs from writing to a folder, as far as it can be locked. Raises OSError.

    Removes what an interrupted run staged there, and reports that on standard error; `shown_folder` is its name.
    """
    with locked(folder) as is_alone:
        if is_alone:
            file_count = _count_waiting(folder)
            _unstage(folder)
            if file_count:
                label = visible(shown_folder or str(folder))
                sys.stderr.write(f"Removed {counted(file_count, 'file')} that an interrupted run left in {label}.\n")
                sys.stderr.flush()
        yield


@contextmanager
def project_lock(root: Path) -> Iterator[None]:
    """Keep other runs from writing to a project, as `folder_lock` does. Raises FindingsError."""
    if root in _HELD:
        yield
        return
    with ExitStack() as stack:
        with system_errors_as("file-unwritable", Span("."), "cannot write the file"):
            stack.enter_context(folder_lock(root))
        _HELD.add(root)
        stack.callback(_HELD.discard, root)
        yield


def count_left(folder: Path) -> int:
    """Return how many files an interrupted run left staged in a folder; 0 while a run writes there. Raises OSError."""
    file_count = _count_waiting(folder)
    return file_count if file_count and not is_locked(folder) else 0


def replace_file(path: Path, content: bytes) -> None:
    """Write new bytes to a file, and make the folders above it; a reader always finds a whole text.

    The file keeps its mode, and a link stays a link. Raises OSError, and then the file is as it was.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with folder_lock(path.parent):
        _replace(path.parent, {path: content})


def replace_files(root: Path, texts: Mapping[str, str]) -> None:
    """Write new texts to files of a project, by path in it, in this order. Raises FindingsError.

    Nothing is renamed before all of them are staged, so a full disk changes nothing.
    """
    path = next(iter(texts), ".")
    with system_errors_as("file-unwritable", Span(path), "cannot write the file"):
        write_files(root, {path: text.encode() for path, text in texts.items()})


def write_files(root: Path, files: Mapping[str, bytes]) -> None:
    """Write files of a project as `replace_files` does. Raises OSError, and FindingsError for the lock."""
    with project_lock(root):
        _replace(root, {root / path: content for path, content in files.items()})


def make_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Make a folder with files, by path in it: as a whole, or not at all. Raises OSError.

    The caller has the lock of the folder above.
    """
    with staging(folder.parent) as staged_paths:
        staged_folder = next(staged_paths)
        for path, content in files.items():
            (staged_folder / path).parent.mkdir(parents=True, exist_ok=True)
            stage(staged_folder / path, content, is_lasting=False)
        staged_folder.rename(folder)


def has_others(root: Path, name: str, files: Mapping[str, bytes]) -> bool:
    """Return whether a file or folder of a project has anything that no killed run left that wrote these files."""
    for path in (root / name, *(root / name).rglob("*")):
        if os.path.lexists(path) and not path.is_dir() and STAGING not in path.parts:
            content = files.get(path.relative_to(root).as_posix())
            if content is None or file_bytes(path) != content:
                return True
    return False


def remove(path: Path) -> None:
    """Remove a file, a link or a folder with all that is in it, if it is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    elif os.path.lexists(path):
        path.unlink()


def _replace(home_folder: Path, files: Mapping[Path, bytes]) -> None:
    """Stage files, then rename all of them. On an error, remove new files and folders.

    They wait in `home_folder`, but for those that a link or a mount leads to another file system.
    """
    new_paths: list[Path] = []
    try:
        with ExitStack() as stack:
            paths_by_folder: dict[Path, Iterator[Path]] = {}
            staged_by_target: dict[Path, Path] = {}
            for path, content in files.items():
                target = real_path(path)
                new_paths += [parent for parent in reversed(target.parents) if not parent.exists()]
                target.parent.mkdir(parents=True, exist_ok=True)
                folder = home_folder if target.parent.stat().st_dev == home_folder.stat().st_dev else target.parent
                if folder not in paths_by_folder:
                    if folder != home_folder:
                        stack.enter_context(folder_lock(folder))
                    paths_by_folder[folder] = stack.enter_context(staging(folder))
                staged_by_target[target] = stage(next(paths_by_folder[folder]), content)
                if target.exists():
                    shutil.copymode(target, staged_by_target[target])
            for target, staged_file in staged_by_target.items():
                new_paths += [] if target.exists() else [target]
                os.replace(staged_file, target)
    except BaseException:
        for path in reversed(new_paths):
            with suppress(OSError):
                path.rmdir() if path.is_dir() else path.unlink(missing_ok=True)
        raise


def _count_waiting(folder: Path) -> int:
    waiting_folder = folder / STAGING / _WAITING
    is_link = waiting_folder.parent.is_symlink() or waiting_folder.is_symlink()
    return 0 if is_link else sum(len(file_names) for _, _, file_names in os.walk(waiting_folder))


def _unstage(folder: Path) -> None:
    """Remove what waits in a folder, and all of `.paycat-writing` unless its caller has files there."""
    staging_folder = folder / STAGING
    entries = list(os.scandir(staging_folder)) if staging_folder.is_dir() and not staging_folder.is_symlink() else []
    kept_names = {entry.name for entry in entries if entry.is_file(follow_symlinks=False)}
    passing_paths = [Path(entry.path) for entry in entries if entry.name not in kept_names]
    for path in passing_paths if kept_names - {_IGNORED} else [staging_folder]:
        remove(path)
