"""Several files of a project and their new texts in; all of them replaced, or none, out.

What the files held is kept in a folder of the project, beside a journal that names them, until all of them are
replaced. A journal that is there when nobody holds the project's lock is of a run that was killed: the next run that
writes puts back what that one had begun to replace, and nothing that somebody edited since. A run that only reads
refuses such a project, and changes nothing.

A journal may be a stranger's, who made the project. So it reaches no other files than paycat edits, and brings nothing
into them but the texts whose hashes it states.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path, PurePath, PurePosixPath

from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.files import file_bytes, real_path, strict_json
from paycat.locking import locked
from paycat.replacing.one_file import replace_file, staged_beside

FOLDER = ".paycat-writing"
_JOURNAL = "journal.json"
_EDITED_FOLDERS = ("schemas", "generators")
_EDITED_FILES = ("baseline.json", "approvals.json")
_HOLDERS: set[Path] = set()
"""The projects that this process has locked; a second lock on one of them would wait for the first for ever."""


@dataclass(frozen=True, slots=True)
class _Replaced:
    """A file that is replaced: its path in the project, and the hashes of its new text and of its old one, if any.

    The old text of the first one is kept in the file `0`, that of the next one in `1`, and so on.
    """

    path: str
    new: str
    old: str | None


@contextmanager
def project_lock(root: Path) -> Iterator[None]:
    """Keep other runs from writing to a project, and undo what a killed one had begun. Raises FindingsError."""
    if root in _HOLDERS:
        yield
        return
    with ExitStack() as held:
        is_locked = _enter(held, root)
        if is_locked:
            _undo_interrupted(root)
        elif os.path.lexists(root / FOLDER):
            raise FindingsError([_maybe_alive()])
        _HOLDERS.add(root)
        held.callback(_HOLDERS.discard, root)
        yield


def finish_interrupted(root: Path) -> None:
    """Undo what a killed run had begun to replace in a project; wait for one that is alive. Raises FindingsError."""
    if os.path.lexists(root / FOLDER):
        with project_lock(root):
            pass


def refuse_interrupted(root: Path) -> None:
    """Raise FindingsError when a killed run had begun to replace files of a project; wait for one that is alive."""
    if root in _HOLDERS or not _has_journal(root):
        return
    with ExitStack() as held:
        is_locked = _enter(held, root)
        if _has_journal(root):
            raise FindingsError([_half_written() if is_locked else _maybe_alive()])


def replace_files(root: Path, texts: Mapping[str, str]) -> None:
    """Give files of a project new texts, by path in it: all of them, or none. Raises FindingsError."""
    if not texts:
        return
    assert all(map(_is_edited, map(PurePosixPath, texts))), "the next run would not put back any other file"
    with project_lock(root):
        path = next(iter(texts))
        _make_folder(root, path)
        try:
            _keep(root, texts)
            for path, text in texts.items():
                replace_file(root / path, text.encode())
            _forget(root)
        except OSError as error:
            _undo(root)
            raise FindingsError([_unwritable(path, error.strerror)]) from error
        except BaseException:
            _undo(root)
            raise


def _enter(held: ExitStack, root: Path) -> bool:
    try:
        return held.enter_context(locked(root))
    except OSError as error:
        raise FindingsError([_unwritable(".", error.strerror)]) from error


def _make_folder(root: Path, path: str) -> None:
    """Make the folder that keeps old texts. One that is there is of another run: where no folder can be locked."""
    try:
        (root / FOLDER).mkdir()
    except FileExistsError as error:
        raise FindingsError([_unwritable(path, "another run of paycat writes to this project")]) from error
    except OSError as error:
        raise FindingsError([_unwritable(path, error.strerror)]) from error


def _unwritable(path: str, reason: str | None) -> Diagnostic:
    return Diagnostic("file-unwritable", Span(path), f"cannot write the file: {(reason or 'unknown reason').lower()}")


def _keep(root: Path, texts: Mapping[str, str]) -> None:
    folder = root / FOLDER
    (folder / ".gitignore").write_bytes(b"*\n")
    kept = []
    for number, (path, text) in enumerate(texts.items()):
        old = file_bytes(root / path) if (root / path).exists() else None
        if old is not None:
            (folder / str(number)).write_bytes(old)
        kept.append(_Replaced(path, _hash(text.encode()), None if old is None else _hash(old)))
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
        journal = _journal(root) if _has_journal(root) else []
        texts = [_kept(folder / str(number), one) for number, one in enumerate(journal)]
        for one, text in zip(journal, texts, strict=True):
            _put_back(root, one, text)
        _forget(root)
    except (OSError, ValueError) as error:
        reason = ((error.strerror if isinstance(error, OSError) else None) or str(error)).lower()
        raise FindingsError([_interrupted(f"this cannot be undone: {reason}")]) from error


def _has_journal(root: Path) -> bool:
    return os.path.lexists(root / FOLDER / _JOURNAL)


def _interrupted(what: str, first: str = "") -> Diagnostic:
    hint = f"{first}compare the files in {FOLDER}/ with those of the project, and remove {FOLDER}/"
    return Diagnostic("interrupted-edit", Span(FOLDER), f"a run was interrupted while it wrote, and {what}", hint)


def _half_written() -> Diagnostic:
    what = "the project may be half old and half new"
    return _interrupted(what, "run paycat generate, which puts the old texts back first; or ")


def _maybe_alive() -> Diagnostic:
    return _interrupted("this cannot be undone: this folder cannot be locked, so another run may still be writing")


def _journal(root: Path) -> list[_Replaced]:
    """Return what a killed run had begun to replace. Raises ValueError when no run of paycat wrote that."""
    place = root / FOLDER / _JOURNAL
    if place.is_symlink():
        raise ValueError("the journal is a link")
    stated = strict_json(file_bytes(place))
    try:
        found = [_Replaced(**one) for one in stated]
    except TypeError as error:
        raise ValueError("paycat did not write the journal") from error
    if not all(_is_ours(root, one) for one in found):
        raise ValueError("the journal names a file that paycat does not write")
    return found


def _is_ours(root: Path, one: _Replaced) -> bool:
    """Tell whether a file may be in a journal, wherever links lead."""
    if not (isinstance(one.path, str) and isinstance(one.new, str) and isinstance(one.old, str | None)):
        return False
    target, top = real_path(root / one.path), real_path(root)
    return _is_edited(PurePosixPath(one.path)) and target.is_relative_to(top) and _is_edited(target.relative_to(top))


def _is_edited(path: PurePath) -> bool:
    """Tell whether commands of paycat replace a file of a project, by its path in it."""
    if any(part.lower() in ("..", ".git") for part in path.parts):
        return False
    return path.as_posix() in _EDITED_FILES or (len(path.parts) > 1 and path.parts[0] in _EDITED_FOLDERS)


def _kept(place: Path, one: _Replaced) -> bytes | None:
    """Return the old text of a file, or None if there was none. Raises ValueError when the journal states another."""
    if one.old is None:
        return None
    if place.is_symlink():
        raise ValueError(f"the old text of {one.path} is a link")
    text = file_bytes(place)
    if _hash(text) != one.old:
        raise ValueError(f"the old text of {one.path} was changed")
    return text


def _put_back(root: Path, one: _Replaced, text: bytes | None) -> None:
    target = real_path(root / one.path)
    with suppress(FileNotFoundError):
        staged_beside(target).unlink()
    if not target.exists() or _hash(file_bytes(target)) != one.new:
        return
    if text is None:
        target.unlink()
        _remove_empty(target.parent, real_path(root))
    else:
        replace_file(target, text)


def _remove_empty(folder: Path, root: Path) -> None:
    """Remove the folders that were made for a file, as far as nothing else is in them."""
    with suppress(OSError):
        while folder != root:
            folder.rmdir()
            folder = folder.parent


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
