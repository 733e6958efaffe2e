"""Replaces files whole: one, or several of a project, all together or none.

A folder of the project keeps the old texts, beside a journal that names the files, until all of them are replaced. If
a journal exists while nobody holds the lock of the project, its run was killed. The next run that writes restores what
that run replaced, but nothing that somebody edited since. A run that only reads rejects such a project, and changes
nothing.

A stranger who made the project may have written the journal. So it reaches only files that paycat edits, and restores
only texts whose hashes it states.
"""

import errno
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path, PurePath, PurePosixPath

from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.files import file_bytes, real_path, reason_of, strict_json, system_errors_as
from paycat.locking import locked

SUFFIX = ".paycat-new"
"""The end of the name of a file that waits to be renamed; no other program uses it."""
FOLDER = ".paycat-writing"
_JOURNAL = "journal.json"
_EDITED_FOLDERS = ("schemas", "generators")
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


def replace_file(path: Path, data: bytes) -> None:
    """Write new bytes to a file, and make the folders above it; a reader always finds a whole text.

    The file keeps its mode, and a link stays a link. A run that is killed leaves at most its new text beside the file,
    where the next one writes its own. Raises OSError, and then the file is as it was.
    """
    target = real_path(path)
    staged = staged_beside(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        staged.unlink(missing_ok=True)
        with open(staged, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, staged)
        os.replace(staged, target)
    except BaseException:
        with suppress(OSError):
            staged.unlink()
        raise


def staged_beside(target: Path) -> Path:
    """Return where the new text of a file waits until it is whole."""
    return target.with_name(f".{target.name}{SUFFIX}")


@contextmanager
def project_lock(root: Path, ours: Ours | None = None) -> Iterator[None]:
    """Keep other runs from writing to a project, and undo what a killed one began. Raises FindingsError.

    `ours` decides which files a killed run may have written; without it, those that commands edit.
    """
    if root in _HOLDERS:
        yield
        return
    with ExitStack() as held:
        if _enter(held, root):
            _undo_interrupted(root, ours or _is_edited)
        elif os.path.lexists(root / FOLDER):
            raise _maybe_alive()
        _HOLDERS.add(root)
        held.callback(_HOLDERS.discard, root)
        yield


def finish_interrupted(root: Path) -> None:
    """Undo what a killed run began to replace in a project; wait for one that is alive. Raises FindingsError."""
    if os.path.lexists(root / FOLDER):
        with project_lock(root):
            pass


def reject_interrupted(root: Path) -> None:
    """Raise FindingsError if a killed run began to replace files of a project; wait for one that is alive."""
    if root in _HOLDERS or not _has_journal(root):
        return
    with ExitStack() as held:
        is_locked = _enter(held, root)
        if _has_journal(root):
            restore = "run paycat generate, which restores the old texts first; or "
            raise _interrupted("the project may be half old and half new", restore) if is_locked else _maybe_alive()


def replace_files(root: Path, texts: Mapping[str, str]) -> None:
    """Write new texts to files of a project, by path in it: all of them, or none. Raises FindingsError."""
    if not texts:
        return
    try:
        with project_lock(root):
            write_files(root, {path: text.encode() for path, text in texts.items()}, _is_edited)
    except OSError as error:
        with _writing(str(error.filename)):
            raise


def write_files(root: Path, files: Mapping[str, bytes], ours: Ours) -> None:
    """Write files of a project that this run has locked: all of them, or none.

    Raises OSError, whose `filename` is then the path of a file in the project.
    """
    assert all(map(ours, map(PurePosixPath, files))), "the next run would not restore any other file"
    path = next(iter(files))
    try:
        _make_folder(root)
        try:
            _keep(root, files)
            for path, data in files.items():
                replace_file(root / path, data)
            _forget(root)
        except BaseException:
            # As far as the system permits; the next run tries again.
            with suppress(FindingsError):
                _undo_interrupted(root, ours)
            raise
    except OSError as error:
        error.filename = path
        raise


def _enter(held: ExitStack, root: Path) -> bool:
    with _writing("."):
        return held.enter_context(locked(root))


def _writing(path: str) -> AbstractContextManager[None]:
    return system_errors_as("file-unwritable", Span(path), "cannot write the file")


def _make_folder(root: Path) -> None:
    """Make the folder that keeps old texts. An existing one is of another run: where no folder can be locked."""
    try:
        (root / FOLDER).mkdir()
    except FileExistsError as error:
        raise OSError(errno.EEXIST, "another run of paycat writes to this project") from error


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
    (root / FOLDER / _JOURNAL).unlink(missing_ok=True)
    shutil.rmtree(root / FOLDER)


def _undo_interrupted(root: Path, ours: Ours) -> None:
    folder = root / FOLDER
    if not os.path.lexists(folder):
        return
    try:
        if folder.is_symlink() or not folder.is_dir():
            raise ValueError("it is not a folder")
        journal = _journal(root, ours) if _has_journal(root) else []
        texts = [_kept(folder / str(number), one) for number, one in enumerate(journal)]
        for one, text in zip(journal, texts, strict=True):
            _restore(root, one, text)
        _forget(root)
    except (OSError, ValueError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else str(error).lower()
        raise _interrupted(f"this cannot be undone: {reason}") from error


def _has_journal(root: Path) -> bool:
    return os.path.lexists(root / FOLDER / _JOURNAL)


def _interrupted(what: str, first: str = "") -> FindingsError:
    hint = f"{first}compare the files in {FOLDER}/ with those of the project, and remove {FOLDER}/"
    message = f"a run was interrupted while it wrote, and {what}"
    return FindingsError([Diagnostic("interrupted-edit", Span(FOLDER), message, hint)])


def _maybe_alive() -> FindingsError:
    return _interrupted("this cannot be undone: this folder cannot be locked, so another run may still be writing")


def _journal(root: Path, ours: Ours) -> list[_Replaced]:
    """Return what a killed run began to replace. Raises ValueError if no run of paycat wrote that."""
    file = root / FOLDER / _JOURNAL
    if file.is_symlink():
        raise ValueError("the journal is a link")
    stated = strict_json(file_bytes(file))
    try:
        found = [_Replaced(**one) for one in stated]
    except TypeError as error:
        raise ValueError("paycat did not write the journal") from error
    if not all(_is_within(root, one, ours) for one in found):
        raise ValueError("the journal names a file that paycat does not write")
    return found


def _is_within(root: Path, one: _Replaced, ours: Ours) -> bool:
    """Return whether a file may be in a journal, wherever links lead."""
    if not (isinstance(one.path, str) and isinstance(one.new, str) and isinstance(one.old, str | None)):
        return False
    target, top = real_path(root / one.path), real_path(root)
    return ours(PurePosixPath(one.path)) and target.is_relative_to(top) and ours(target.relative_to(top))


def _is_edited(path: PurePath) -> bool:
    """Return whether commands of paycat replace a file of a project, by its path in it."""
    if any(part.lower() in ("..", ".git") for part in path.parts):
        return False
    return len(path.parts) > 1 and path.parts[0] in _EDITED_FOLDERS


def _kept(file: Path, one: _Replaced) -> bytes | None:
    """Return the old text of a file, or None if there was none. Raises ValueError if the journal states another."""
    if one.old is None:
        return None
    text = b"" if file.is_symlink() else file_bytes(file)
    if _hash(text) != one.old or file.is_symlink():
        raise ValueError(f"the old text of {one.path} was changed")
    return text


def _restore(root: Path, one: _Replaced, text: bytes | None) -> None:
    target = real_path(root / one.path)
    staged_beside(target).unlink(missing_ok=True)
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
