"""Several files of a project, replaced all together or not at all.

What the files held is kept in a folder of the project, beside a journal that names them, until all of them are
replaced. A journal that is there when nobody holds the project's lock is of a run that was killed: the next run that
writes puts back what that one had begun to replace, and nothing that somebody edited since. A run that only reads
refuses such a project, and changes nothing.

A journal may be a stranger's, who made the project. So it reaches no other files than paycat edits, and brings nothing
into them but the texts whose hashes it states.
"""

import errno
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path, PurePath, PurePosixPath

from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.files import file_bytes, real_path, reason_of, strict_json
from paycat.locking import locked
from paycat.replacing.one_file import replace_file, staged_beside

FOLDER = ".paycat-writing"
_JOURNAL = "journal.json"
_EDITED_FOLDERS = ("schemas", "generators")
_EDITED_FILES = ("baseline.json", "approvals.json")
Ours = Callable[[PurePath], bool]
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
def project_lock(root: Path, ours: Ours | None = None) -> Iterator[None]:
    """Keep other runs from writing to a project, and undo what a killed one had begun. Raises FindingsError.

    `ours` tells which files a killed run may have written; without it, those that commands edit.
    """
    if root in _HOLDERS:
        yield
        return
    with ExitStack() as held:
        if _enter(held, root):
            _undo_interrupted(root, ours or _is_edited)
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
    try:
        with project_lock(root):
            write_files(root, {path: text.encode() for path, text in texts.items()}, _is_edited)
    except OSError as error:
        raise FindingsError([_unwritable(str(error.filename), error)]) from error


def write_files(root: Path, files: Mapping[str, bytes], ours: Ours) -> None:
    """Write files of a project that this run has locked: all of them, or none.

    Raises OSError, whose `filename` is then the path of a file in the project.
    """
    assert all(map(ours, map(PurePosixPath, files))), "the next run would not put back any other file"
    path = next(iter(files))
    try:
        _make_folder(root)
        try:
            _keep(root, files)
            for path, data in files.items():
                replace_file(root / path, data)
            _forget(root)
        except BaseException:
            # As far as the system lets it; the next run tries again.
            with suppress(FindingsError):
                _undo_interrupted(root, ours)
            raise
    except OSError as error:
        error.filename = path
        raise


def _enter(held: ExitStack, root: Path) -> bool:
    try:
        return held.enter_context(locked(root))
    except OSError as error:
        raise FindingsError([_unwritable(".", error)]) from error


def _make_folder(root: Path) -> None:
    """Make the folder that keeps old texts. One that is there is of another run: where no folder can be locked."""
    try:
        (root / FOLDER).mkdir()
    except FileExistsError as error:
        raise OSError(errno.EEXIST, "another run of paycat writes to this project") from error


def _unwritable(path: str, error: OSError) -> Diagnostic:
    return Diagnostic("file-unwritable", Span(path), f"cannot write the file: {reason_of(error)}")


def _keep(root: Path, files: Mapping[str, bytes]) -> None:
    folder = root / FOLDER
    (folder / ".gitignore").write_bytes(b"*\n")
    kept = []
    for number, (path, data) in enumerate(files.items()):
        old = file_bytes(root / path) if (root / path).exists() else None
        if old is not None:
            (folder / str(number)).write_bytes(old)
        kept.append(_Replaced(path, _hash(data), None if old is None else _hash(old)))
    complete = folder / f"{_JOURNAL}.new"
    complete.write_bytes(json.dumps([asdict(one) for one in kept]).encode())
    os.replace(complete, folder / _JOURNAL)


def _forget(root: Path) -> None:
    with suppress(FileNotFoundError):
        (root / FOLDER / _JOURNAL).unlink()
    shutil.rmtree(root / FOLDER)


def _undo_interrupted(root: Path, ours: Ours) -> None:
    folder = root / FOLDER
    if not os.path.lexists(folder):
        return
    try:
        if folder.is_symlink() or not folder.is_dir():
            raise ValueError("it is no folder")
        journal = _journal(root, ours) if _has_journal(root) else []
        texts = [_kept(folder / str(number), one) for number, one in enumerate(journal)]
        for one, text in zip(journal, texts, strict=True):
            _put_back(root, one, text)
        _forget(root)
    except (OSError, ValueError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else str(error).lower()
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


def _journal(root: Path, ours: Ours) -> list[_Replaced]:
    """Return what a killed run had begun to replace. Raises ValueError when no run of paycat wrote that."""
    place = root / FOLDER / _JOURNAL
    if place.is_symlink():
        raise ValueError("the journal is a link")
    stated = strict_json(file_bytes(place))
    try:
        found = [_Replaced(**one) for one in stated]
    except TypeError as error:
        raise ValueError("paycat did not write the journal") from error
    if not all(_is_within(root, one, ours) for one in found):
        raise ValueError("the journal names a file that paycat does not write")
    return found


def _is_within(root: Path, one: _Replaced, ours: Ours) -> bool:
    """Tell whether a file may be in a journal, wherever links lead."""
    if not (isinstance(one.path, str) and isinstance(one.new, str) and isinstance(one.old, str | None)):
        return False
    target, top = real_path(root / one.path), real_path(root)
    return ours(PurePosixPath(one.path)) and target.is_relative_to(top) and ours(target.relative_to(top))


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
    is_new = target.exists() and _hash(file_bytes(target)) == one.new
    if text is not None and is_new:
        replace_file(target, text)
    elif text is None:
        if is_new:
            target.unlink()
        _remove_empty(target.parent, real_path(root))


def _remove_empty(folder: Path, root: Path) -> None:
    """Remove the folders that were made for a file, as far as nothing else is in them."""
    with suppress(OSError):
        while folder != root:
            with suppress(FileNotFoundError):  # A run may be killed when it has made only those above.
                folder.rmdir()
            folder = folder.parent


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
