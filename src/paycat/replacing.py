"""Writes files and folders: staged beside their place until they are whole, then renamed.

A run that is killed leaves the old text or the new one of each file. What it had staged stays beside the file, where
the next run that has the lock of the project writes its own.
"""

import errno
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from paycat.diagnostics import Span
from paycat.files import file_bytes, real_path, system_errors_as
from paycat.locking import locked

_SUFFIX = ".paycat-new"
"""The end of the name of what waits to be renamed; no other program uses it."""
_HELD: dict[Path, bool] = {}
"""The projects that this process has locked, as far as they can be; a second lock would wait for the first for ever."""


def replace_file(path: Path, data: bytes, *, is_lasting: bool = True) -> None:
    """Write new bytes to a file, and make the folders above it; a reader always finds a whole text.

    The file keeps its mode, and a link stays a link. Unless it is lasting, a system that loses its power may lose it.
    Raises OSError, and then the file is as it was.
    """
    _replace({path: data}, is_alone=True, is_lasting=is_lasting)


@contextmanager
def project_lock(root: Path) -> Iterator[bool]:
    """Keep other runs from writing to a project; yield whether its folder can be locked. Raises FindingsError."""
    if root in _HELD:
        yield _HELD[root]
        return
    with ExitStack() as held:
        with system_errors_as("file-unwritable", Span("."), "cannot write the file"):
            _HELD[root] = held.enter_context(locked(root))
        held.callback(_HELD.pop, root)
        yield _HELD[root]


def replace_files(root: Path, texts: Mapping[str, str]) -> None:
    """Write new texts to files of a project, by path in it, in this order. Raises FindingsError.

    Nothing is renamed before all of them are staged, so a full disk changes nothing.
    """
    path = next(iter(texts), ".")
    with system_errors_as("file-unwritable", Span(path), "cannot write the file"):
        write_files(root, {path: text.encode() for path, text in texts.items()})


def write_files(root: Path, files: Mapping[str, bytes]) -> None:
    """Write files of a project as `replace_files` does. Raises OSError, and FindingsError for the lock."""
    with project_lock(root) as is_alone:
        _replace({root / path: data for path, data in files.items()}, is_alone=is_alone)


def has_others(root: Path, name: str, files: Mapping[str, bytes]) -> bool:
    """Return whether a file or folder of a project has anything that no killed run left that wrote these files."""
    for path in (root / name, *(root / name).rglob("*")):
        if os.path.lexists(path) and not path.is_dir() and not is_staged(path):
            data = files.get(path.relative_to(root).as_posix())
            if data is None or file_bytes(path) != data:
                return True
    return False


def make_folder(folder: Path, files: Mapping[str, bytes], *, is_alone: bool) -> None:
    """Make a folder with files, by path in it: as a whole, or not at all. Raises OSError.

    If this run is alone in the folder above, folders that killed runs staged there are removed.
    """
    for entry in os.scandir(folder.parent) if is_alone else ():
        if is_staged(Path(entry)) and entry.is_dir(follow_symlinks=False):
            shutil.rmtree(entry.path)
    staged = _beside(folder)
    try:
        staged.mkdir()
    except FileExistsError as error:  # Where no folder can be locked, that run may be alive.
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


def is_staged(path: Path) -> bool:
    """Return whether a file or folder waits to be renamed, or a killed run left it."""
    return path.name.startswith(".") and path.name.endswith(_SUFFIX)


def _beside(target: Path) -> Path:
    return target.with_name(f".{target.name}{_SUFFIX}")


def _replace(files: Mapping[Path, bytes], *, is_alone: bool, is_lasting: bool = True) -> None:
    """Stage files, then rename all of them. On an error, remove what is staged, and new files and folders."""
    staged: dict[Path, Path] = {}
    made: list[Path] = []
    new: list[Path] = []
    try:
        for path, data in files.items():
            target = real_path(path)
            made += [folder for folder in reversed(target.parents) if not folder.exists()]
            target.parent.mkdir(parents=True, exist_ok=True)
            if is_alone:
                _beside(target).unlink(missing_ok=True)
            _stage(target, data, staged, is_lasting=is_lasting)
        for target, file in staged.items():
            is_new = not target.exists()
            os.replace(file, target)
            new += [target] if is_new else []
    except BaseException:
        with suppress(OSError):
            for file in (*staged.values(), *new):
                file.unlink(missing_ok=True)
            for folder in reversed(made):
                folder.rmdir()
        raise


def _stage(target: Path, data: bytes, staged: dict[Path, Path], *, is_lasting: bool) -> None:
    try:
        with open(_beside(target), "xb") as file:
            staged[target] = _beside(target)
            file.write(data)
            file.flush()
            if is_lasting:
                os.fsync(file.fileno())
    except FileExistsError as error:  # Where no folder can be locked, that run may be alive.
        raise OSError(errno.EEXIST, "another run of paycat writes to this project") from error
    if target.exists():
        shutil.copymode(target, staged[target])
