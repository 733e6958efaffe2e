"""The staging folder: new files wait there, whole, beside a journal of what is being written."""

import os
from collections.abc import Iterable
from pathlib import Path

from paycat.output.drift import Drift
from paycat.output.place import Place
from paycat.output.records import JOURNAL, journal_text, journalled
from paycat.output.tree import STAGING, remove

_FILES = f"{STAGING}/files"


def stage(place: Place, drifts: Iterable[Drift], sums: dict[str, str]) -> dict[str, Path]:
    """Write the wanted texts and the journal; return where each staged file is, by the path that it is for.

    The journal keeps what interrupted runs before this one recorded: their files may still be on disk.
    It is replaced whole, so a run killed in here leaves the journal before it.
    """
    with place.writing(STAGING):
        _clear(place.at(STAGING))
        place.at(_FILES).mkdir(parents=True)
        place.at(f"{STAGING}/.gitignore").write_bytes(b"*\n")
    staged: dict[str, Path] = {}
    for number, drift in enumerate(drifts):
        staged[drift.path] = place.at(f"{_FILES}/{number}")
        with place.writing(drift.path):
            staged[drift.path].write_bytes((drift.wanted or "").encode())
    with place.writing(STAGING):
        complete = place.at(f"{JOURNAL}.new")
        complete.write_bytes(journal_text(journalled(place) | sums.items()).encode())
        os.replace(complete, place.at(JOURNAL))
    return staged


def unstage(place: Place) -> None:
    """Remove the staging folder, if there is one."""
    with place.writing(STAGING):
        remove(place.at(STAGING))


def _clear(staging: Path) -> None:
    """Remove what an interrupted run left, but for its journal."""
    if staging.is_symlink() or not staging.is_dir():
        remove(staging)
        return
    for entry in list(os.scandir(staging)):
        if entry.name != Path(JOURNAL).name or not entry.is_file(follow_symlinks=False):
            remove(Path(entry.path))
