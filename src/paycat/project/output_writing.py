"""Writes a file set into the output folder; safe to kill at any moment."""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from paycat.files.replacing import STAGING, remove, stage, staging
from paycat.packs.fileset import SUMS, FileSet
from paycat.project.drift import Drift, DriftKind, compare, with_causes
from paycat.project.output_folder import JOURNAL, OutputFolder, clear_vacant, folders_above, journal_text
from paycat.text.counting import counted


@dataclass(frozen=True, slots=True)
class Written:
    """What a run did: the paths, sorted; and what it left because a person wrote it."""

    created: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    rejected: tuple[Drift, ...] = ()

    def described(self, noun: str = "", verb: str = "") -> str:
        """Return the numbers: `2 changed, 241 files up to date`, or with a noun and a verb `2 files to be changed`."""
        counts = {"created": len(self.created), "changed": len(self.changed), "removed": len(self.removed)}
        phrases = [f"{counted(count, noun) if noun else count} {verb}{word}" for word, count in counts.items() if count]
        return ", ".join([*phrases, f"{counted(len(self.unchanged), 'file')} up to date"])


def write(files: FileSet, folder: Path, *, force: bool = False, folder_name: str = "") -> Written:
    """Write the file set into the output folder and return what was done.

    When a file was edited by hand, or is not paycat's, nothing is written and all of these are `rejected`.
    With `force` edited files are overwritten or removed. What paycat neither wrote nor writes stays, and is `rejected`;
    where it is in the way, nothing is written.
    Files that are right already are not touched. Killed at any moment, this leaves each file whole, old or new,
    and the next run reaches its tree, whatever its file set is. Another run in the same folder is waited for.
    `folder_name` is the folder in findings. Raises FindingsError when the folder cannot be read or written.
    """
    output_folder = OutputFolder(folder, folder_name or folder.as_posix())
    with output_folder.writing():
        folder.mkdir(parents=True, exist_ok=True)
    with output_folder.locked():
        drifts = compare(files, folder, output_folder.shown)
        hand_drifts, strays = _by_hand(drifts, files), [drift for drift in drifts if drift.stays]
        blocking_paths = _in_the_way([drift.path for drift in strays], files)
        if (hand_drifts and not force) or blocking_paths:
            return Written(rejected=tuple(drift for drift in hand_drifts if not force or drift.path in blocking_paths))
        drifts = tuple(drift for drift in drifts if not drift.stays)
        if drifts:
            with output_folder.writing(STAGING), staging(folder) as stage_paths:
                _bring(output_folder, drifts, files, stage_paths)
        with output_folder.writing():
            clear_vacant(folder)
            remove(output_folder.at(STAGING))
    return replace(_written(files, drifts), rejected=tuple(strays))


def planned(files: FileSet, folder: Path, *, folder_name: str) -> Written:
    """Return what writing without force would do; nothing is written. Raises FindingsError."""
    drifts = compare(files, folder, folder_name)
    return replace(_written(files, drifts, are_rejected=True), rejected=_by_hand(drifts, files))


def _by_hand(drifts: Sequence[Drift], files: FileSet) -> tuple[Drift, ...]:
    if not any(drift.is_by_hand for drift in drifts):
        return ()
    return tuple(drift for drift in with_causes(drifts, files) if drift.is_by_hand)


def _bring(output_folder: OutputFolder, drifts: tuple[Drift, ...], files: FileSet, stage_paths: Iterator[Path]) -> None:
    sums = files.sums()
    removed_paths = [drift.path for drift in drifts if not drift.is_wanted]
    file_by_path: dict[str, Path] = {}
    for path in (drift.path for drift in drifts if drift.is_wanted):
        with output_folder.writing(path):
            file_by_path[path] = stage(next(stage_paths), files.text(path).encode(), is_lasting=False)
    # Without the journal, the next run would take the files of a run that is killed from here on for edited ones.
    os.replace(stage(next(stage_paths), journal_text(output_folder, sums).encode()), output_folder.at(JOURNAL))
    sums_file = file_by_path.pop(SUMS, None)
    blocking_paths = _in_the_way(removed_paths, files)
    _remove(output_folder, blocking_paths)
    for path, file in file_by_path.items():
        _put(output_folder, path, file)
    _remove(output_folder, [path for path in removed_paths if path not in blocking_paths])
    if sums_file is not None:
        _put(output_folder, SUMS, sums_file)


def _in_the_way(paths: Iterable[str], files: FileSet) -> set[str]:
    """Return the paths where a wanted file needs a folder, or in a folder where one is wanted."""
    file_paths, folders = {*files, SUMS}, {parent for path in files for parent in folders_above(path)}
    return {path for path in paths if path in folders or not file_paths.isdisjoint(folders_above(path))}


def _put(output_folder: OutputFolder, path: str, staged_file: Path) -> None:
    target_path = output_folder.at(path)
    with output_folder.writing(path):
        target_path.parent.mkdir(parents=True, exist_ok=True)
        if target_path.is_dir() and not target_path.is_symlink() and clear_vacant(target_path):
            remove(target_path)
        os.replace(staged_file, target_path)


def _remove(output_folder: OutputFolder, paths: Iterable[str]) -> None:
    for path in sorted(paths):
        with output_folder.writing(path):
            output_folder.at(path).unlink(missing_ok=True)


def _written(files: FileSet, drifts: Sequence[Drift], *, are_rejected: bool = False) -> Written:
    corrections = [drift for drift in drifts if not (are_rejected and drift.is_by_hand)]
    differing_paths = {drift.path for drift in drifts}
    return Written(
        created=tuple(drift.path for drift in corrections if drift.kind is DriftKind.MISSING),
        changed=tuple(drift.path for drift in corrections if drift.is_wanted and drift.kind is not DriftKind.MISSING),
        removed=tuple(drift.path for drift in corrections if not drift.is_wanted),
        unchanged=tuple(path for path in sorted([*files, SUMS]) if path not in differing_paths),
    )
