"""A file set in, the output folder brought to it, what was done out; safe to kill at any moment."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from paycat.output.drift import Drift, DriftKind, compare
from paycat.output.locking import locked
from paycat.output.place import Place
from paycat.output.staging import stage, unstage
from paycat.output.tree import clear_vacant, folders_above, remove
from paycat.packs.fileset import SUMS, FileSet


@dataclass(frozen=True, slots=True)
class Written:
    """What a run did: the paths, sorted; and what it left alone because a person wrote it."""

    created: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    refused: tuple[Drift, ...] = ()


def write(files: FileSet, folder: Path, *, force: bool = False, shown: str = "") -> Written:
    """Bring the output folder to the file set and return what was done.

    When a file was edited by hand, or is not paycat's, nothing is written and all of these are `refused`.
    With `force` the edited files are overwritten, and strays are removed, or replaced where a file is wanted.
    Files that are right already are not touched. Killed at any moment, this leaves each file whole, old or new,
    and the next run reaches its tree, whatever its file set is. Another run in the same folder is waited for.
    `shown` stands for the folder in findings. Raises FindingsError when the folder cannot be read or written.
    """
    place = Place(folder, shown or folder.as_posix())
    with place.writing():
        folder.mkdir(parents=True, exist_ok=True)
    with locked(place):
        drifts = compare(files, folder, place.shown)
        refused = tuple(drift for drift in drifts if drift.kind in (DriftKind.EDITED, DriftKind.STRAY))
        if refused and not force:
            return Written(refused=refused)
        _bring(place, drifts, files.sums())
    return _written(files, drifts)


def _bring(place: Place, drifts: tuple[Drift, ...], sums: dict[str, str]) -> None:
    replaced = [drift for drift in drifts if drift.wanted is not None]
    removed = [drift.path for drift in drifts if drift.wanted is None]
    staged = stage(place, replaced, sums) if drifts else {}
    last = staged.pop(SUMS, None)
    blocking = _blocking(removed, sums)
    _remove(place, blocking)
    for path, file in staged.items():
        _put(place, path, file)
    _remove(place, [path for path in removed if path not in blocking])
    with place.writing():
        clear_vacant(place.folder)
    if last is not None:
        _put(place, SUMS, last)
    unstage(place)


def _blocking(removed: Iterable[str], wanted: dict[str, str]) -> set[str]:
    """Return the files that stand where a wanted file needs a folder, or in a folder where one is wanted."""
    names = {*wanted, SUMS}
    folders = {above for path in wanted for above in folders_above(path)}
    return {path for path in removed if path in folders or not names.isdisjoint(folders_above(path))}


def _put(place: Place, path: str, staged: Path) -> None:
    target = place.at(path)
    with place.writing(path):
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.is_dir() and not target.is_symlink() and clear_vacant(target):
            remove(target)
        os.replace(staged, target)


def _remove(place: Place, paths: Iterable[str]) -> None:
    for path in sorted(paths):
        with place.writing(path):
            place.at(path).unlink(missing_ok=True)


def _written(files: FileSet, drifts: tuple[Drift, ...]) -> Written:
    differing = {drift.path for drift in drifts}
    return Written(
        created=tuple(drift.path for drift in drifts if drift.kind is DriftKind.MISSING),
        changed=tuple(
            drift.path for drift in drifts if drift.wanted is not None and drift.kind is not DriftKind.MISSING
        ),
        removed=tuple(drift.path for drift in drifts if drift.wanted is None),
        unchanged=tuple(path for path in sorted([*files, SUMS]) if path not in differing),
    )
