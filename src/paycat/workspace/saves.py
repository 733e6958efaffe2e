"""The files of a project that are saved, one batch after another."""

import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from watchfiles import Change
from watchfiles import watch as changes_below
from watchfiles.main import FileChange

from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.output.place import is_passed_over
from paycat.workspace.project import BASELINE, GENERATED, GENERATORS, SCHEMAS, Workspace

_QUIET, _LONGEST = 50, 1000
"""Milliseconds: what is saved in shorter intervals is one batch, until the batch has taken so long."""
_LOOK = 100
"""Milliseconds between looks at what the system does not tell of."""

_Seen = dict[str, tuple[int, ...]]


def batches(workspace: Workspace) -> Iterator[frozenset[str]]:
    """Yield the paths, relative to the project, that were saved, moved or removed since the last batch.

    The first batch is empty, and comes once the project is watched; what is saved while a batch is worked on is in the
    next one. Folders may come and go. Raises FindingsError when the system does not let them be watched.
    """
    folders, baseline = _folders(workspace), _baseline(workspace)
    news: set[str] = set()
    begun = False
    while True:
        for changes in _changes(workspace, folders):
            news |= _names(changes, workspace.root)
            if baseline != (baseline := _baseline(workspace)):
                news.add(BASELINE)
            if replaced := _replaced(workspace, folders, changes):
                # Told when the new ones are watched: what is saved in between would be missed otherwise.
                news |= replaced.keys()
                folders = folders | replaced
                break
            if news or not begun:
                begun = True
                yield frozenset(news)
                news = set()


def _changes(workspace: Workspace, folders: _Seen) -> Iterator[set[FileChange]]:
    """Yield what changes in the folders, and nothing at all now and then; end when there is nothing to watch."""
    paths = [workspace.root / name for name, identity in folders.items() if identity]
    try:
        if paths:
            yield from changes_below(
                *paths,
                watch_filter=None,
                debounce=_LONGEST,
                step=_QUIET,
                rust_timeout=_LOOK,
                yield_on_timeout=True,
            )
    except FileNotFoundError:
        pass  # It was there a moment ago.
    except OSError as error:
        message = f"the system does not let the project be watched: {(error.strerror or str(error)).lower()}"
        advice = "let it watch more files, or set WATCHFILES_FORCE_POLLING=1"
        raise FindingsError([Diagnostic("unwatchable", Span(SCHEMAS), message, advice)]) from error
    time.sleep(_LOOK / 1000)
    yield set()


def _folders(workspace: Workspace) -> _Seen:
    """Return what tells whether a folder is the one that is watched; nothing where there is none."""
    return {name: _identity(workspace.root / name) for name in (SCHEMAS, GENERATORS, GENERATED)}


def _identity(path: Path) -> tuple[int, ...]:
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_dev, found.st_ino


def _baseline(workspace: Workspace) -> tuple[int, ...]:
    # It stands in no folder that is watched, and to watch the project's own would be to watch everything in it.
    try:
        found = workspace.baseline.stat()
    except OSError:
        return ()
    return found.st_ino, found.st_mtime_ns, found.st_size


def _replaced(workspace: Workspace, folders: _Seen, changes: Iterable[FileChange]) -> _Seen:
    # A new folder may get the number of the old one; then only the removal of the old one tells.
    touched = {path for _, path in changes}
    now = _folders(workspace)
    return {name: now[name] for name in folders if now[name] != folders[name] or str(workspace.root / name) in touched}


def _names(changes: Iterable[FileChange], root: Path) -> set[str]:
    """Return the files behind the changes, without what editors and paycat itself put beside them for a moment."""
    added = {path for change, path in changes if change is Change.added}
    named = set()
    for _, path in changes:
        file, name = Path(path), Path(path).relative_to(root)
        passing = path in added and not file.exists()
        if not passing and not file.is_dir() and not any(map(_is_passed_over, name.parts)):
            named.add(name.as_posix())
    return named


def _is_passed_over(part: str) -> bool:
    return part.startswith(".") or part.endswith("~") or is_passed_over(part)
