"""Several files of a project and their new texts in; all of them replaced, or none, out.

What the files held is kept in a folder of the project, beside a journal that names them, until all of them are
replaced. A journal that is there when nobody holds the project's lock is of a run that was killed: the next run puts
back what that one had begun to replace, and nothing that somebody edited since.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath

from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.files import file_bytes, strict_json
from paycat.locking import locked
from paycat.replacing.one_file import replace_file, staged_beside

FOLDER = ".paycat-writing"
_JOURNAL = "journal.json"
_HOLDERS: set[Path] = set()
"""The projects that this process has locked; a second lock on one of them would wait for the first for ever."""


@dataclass(frozen=True, slots=True)
class _Replaced:
    """A file that is replaced: its path in the project, the hash of its new text, and where its old text is kept."""

    path: str
    new: str
    old: str | None


@contextmanager
def project_lock(root: Path) -> Iterator[None]:
    """Keep other runs from writing to a project, and undo what a killed one had begun. Raises FindingsError."""
    if root in _HOLDERS:
        yield
        return
    try:
        with locked(root) as is_locked:
            _HOLDERS.add(root)
            if is_locked:
                _undo_interrupted(root)
            elif os.path.lexists(root / FOLDER):
                raise FindingsError([_interrupted("this folder cannot be locked, so another run may still be writing")])
            yield
    finally:
        _HOLDERS.discard(root)


def finish_interrupted(root: Path) -> None:
    """Undo what a killed run had begun to replace in a project; wait for one that is alive. Raises FindingsError."""
    if os.path.lexists(root / FOLDER):
        with project_lock(root):
            pass


def replace_files(root: Path, texts: Mapping[str, str]) -> None:
    """Give files of a project new texts, by path in it: all of them, or none. Raises FindingsError."""
    if not texts:
        return
    with project_lock(root):
        path = next(iter(texts))
        try:
            _keep(root, texts)
            for path, text in texts.items():
                replace_file(root / path, text.encode())
            _forget(root)
        except OSError as error:
            _undo(root)
            reason = (error.strerror or "unknown reason").lower()
            found = Diagnostic("file-unwritable", Span(path), f"cannot write the file: {reason}")
            raise FindingsError([found]) from error
        except BaseException:
            _undo(root)
            raise


def _keep(root: Path, texts: Mapping[str, str]) -> None:
    folder = root / FOLDER
    folder.mkdir()
    (folder / ".gitignore").write_bytes(b"*\n")
    kept = []
    for number, (path, text) in enumerate(texts.items()):
        there = (root / path).exists()
        if there:
            (folder / str(number)).write_bytes(file_bytes(root / path))
        kept.append(_Replaced(path, _hash(text.encode()), str(number) if there else None))
    complete = folder / f"{_JOURNAL}.new"
    complete.write_bytes(json.dumps([asdict(one) for one in kept]).encode())
    os.replace(complete, folder / _JOURNAL)


def _forget(root: Path) -> None:
    with suppress(FileNotFoundError):
        (root / FOLDER / _JOURNAL).unlink()
    shutil.rmtree(root / FOLDER)


def _undo(root: Path) -> None:
    """Undo what this run has begun, as far as the system lets it; the next run tries again."""
    with suppress(FindingsError):
        _undo_interrupted(root)


def _undo_interrupted(root: Path) -> None:
    folder = root / FOLDER
    if not os.path.lexists(folder):
        return
    try:
        if folder.is_symlink() or not folder.is_dir():
            raise ValueError("it is no folder")
        for one in _journal(root) if (folder / _JOURNAL).exists() else ():
            _put_back(root, one)
        _forget(root)
    except (OSError, ValueError) as error:
        reason = ((error.strerror if isinstance(error, OSError) else None) or str(error)).lower()
        raise FindingsError([_interrupted(reason)]) from error


def _interrupted(reason: str) -> Diagnostic:
    message = f"a run was interrupted while it wrote, and this cannot be undone: {reason}"
    hint = f"compare the files in {FOLDER}/ with those of the project, and remove {FOLDER}/"
    return Diagnostic("interrupted-edit", Span(FOLDER), message, hint)


def _journal(root: Path) -> list[_Replaced]:
    """Return what a killed run had begun to replace. Raises ValueError when no run of paycat wrote that."""
    stated = strict_json(file_bytes(root / FOLDER / _JOURNAL))
    try:
        found = [_Replaced(**one) for one in stated]
    except TypeError as error:
        raise ValueError("the journal is none that paycat wrote") from error
    if not all(_is_ours(root, one) for one in found):
        raise ValueError("the journal names a file that paycat does not write")
    return found


def _is_ours(root: Path, one: _Replaced) -> bool:
    """Tell whether a file may be in a journal: a journal from elsewhere must change nothing outside the project."""
    if not (isinstance(one.path, str) and isinstance(one.new, str) and (one.old is None or isinstance(one.old, str))):
        return False
    path = PurePosixPath(one.path)
    inside = not path.is_absolute() and ".." not in path.parts and not any(part.startswith(".") for part in path.parts)
    target = (root / path).resolve()
    return inside and target.is_relative_to(root.resolve()) and (one.old is None or one.old.isdecimal())


def _put_back(root: Path, one: _Replaced) -> None:
    target = (root / one.path).resolve()
    with suppress(FileNotFoundError):
        staged_beside(target).unlink()
    if not target.exists() or _hash(file_bytes(target)) != one.new:
        return
    if one.old is None:
        target.unlink()
        _remove_empty(target.parent, root.resolve())
    else:
        replace_file(target, file_bytes(root / FOLDER / one.old))


def _remove_empty(folder: Path, root: Path) -> None:
    """Remove the folders that were made for a file, as far as nothing else is in them."""
    with suppress(OSError):
        while folder != root:
            folder.rmdir()
            folder = folder.parent


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
