"""Writes a file set into the output folder; safe to kill at any moment."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from paycat.counting import counted
from paycat.output.drift import Drift, DriftKind, compare
from paycat.output.place import Place, clear_vacant, folders_above, remove, stage, unstage
from paycat.packs.fileset import SUMS, FileSet


@dataclass(frozen=True, slots=True)
class Written:
    """What a run did: the paths, sorted; and what it did not touch because a person wrote it."""

    created: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    refused: tuple[Drift, ...] = ()

    def described(self, noun: str = "", verb: str = "") -> str:
        """Return the numbers, such as `2 changed, 241 unchanged`; with a noun and a verb `2 files to be changed`."""
        parts = {"created": len(self.created), "changed": len(self.changed), "removed": len(self.removed)}
        done = [f"{counted(n, noun) if noun else n} {verb}{word}" for word, n in parts.items() if n]
        return ", ".join([*done, f"{len(self.unchanged)} unchanged"])


def write(files: FileSet, folder: Path, *, force: bool = False, shown: str = "") -> Written:
    """Write the file set into the output folder and return what was done.

    When a file was edited by hand, or is not paycat's, nothing is written and all of these are `refused`.
    With `force` the edited files are overwritten, and strays are removed, or replaced where a file is wanted.
    Files that are right already are not touched. Killed at any moment, this leaves each file whole, old or new,
    and the next run reaches its tree, whatever its file set is. Another run in the same folder is waited for.
    `shown` is the folder in findings. Raises FindingsError when the folder cannot be read or written.
    """
    place = Place(folder, shown or folder.as_posix())
    with place.writing():
        folder.mkdir(parents=True, exist_ok=True)
    with place.locked():
        drifts = compare(files, folder, place.shown)
        if not force and (refused := tuple(drift for drift in drifts if drift.is_by_hand)):
            return Written(refused=refused)
        _bring(place, drifts, files.sums())
    return _written(files, drifts)


def planned(files: FileSet, folder: Path, *, shown: str) -> Written:
    """Return what writing without force would do; nothing is written. Raises FindingsError."""
    return _written(files, compare(files, folder, shown), are_refused=True)


def _bring(place: Place, drifts: tuple[Drift, ...], sums: dict[str, str]) -> None:
    removed = [drift.path for drift in drifts if drift.wanted is None]
    wanted = {drift.path: drift.wanted for drift in drifts if drift.wanted is not None}
    staged = stage(place, wanted, sums) if drifts else {}
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
    """Return the files that are where a wanted file needs a folder, or in a folder where one is wanted."""
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


def _written(files: FileSet, drifts: Sequence[Drift], *, are_refused: bool = False) -> Written:
    done = [drift for drift in drifts if not (are_refused and drift.is_by_hand)]
    differing = {drift.path for drift in drifts}
    return Written(
        created=tuple(drift.path for drift in done if drift.kind is DriftKind.MISSING),
        changed=tuple(drift.path for drift in done if drift.wanted is not None and drift.kind is not DriftKind.MISSING),
        removed=tuple(drift.path for drift in done if drift.wanted is None),
        unchanged=tuple(path for path in sorted([*files, SUMS]) if path not in differing),
        refused=tuple(drift for drift in drifts if are_refused and drift.is_by_hand),
    )
