"""What paycat remembers of its writing: SHA256SUMS, and the folder in which new files wait, whole, beside a journal."""

import os
from collections.abc import Mapping
from pathlib import Path

from paycat.files import file_bytes
from paycat.output.place import STAGING, Place, remove
from paycat.packs.fileset import SUMS, read_sums, sums_text

_FILES, _JOURNAL = f"{STAGING}/files", f"{STAGING}/journal"


def recorded(place: Place) -> dict[str, set[str]]:
    """Return the hashes that paycat wrote, by path; a path has several after a merge or an interrupted run."""
    hashes: dict[str, set[str]] = {}
    for path, digest in _sums(place, SUMS) | _journalled(place):
        hashes.setdefault(path, set()).add(digest)
    return hashes


def was_written(folder: Path, shown: str, path: str) -> bool:
    """Tell whether a run of paycat, a whole or an interrupted one, recorded that it writes `path` in a folder.

    Raises FindingsError when the folder, called `shown` in findings, cannot be read.
    """
    return path in recorded(Place(folder, shown))


def stage(place: Place, texts: Mapping[str, str], sums: dict[str, str]) -> dict[str, Path]:
    """Write the texts and the journal; return where each staged file is, by the path that it is for.

    The journal keeps what interrupted runs before this one recorded: their files may still be on disk.
    It is replaced whole, so a run killed in here leaves the journal before it.
    """
    with place.writing(STAGING):
        _clear(place.at(STAGING))
        place.at(_FILES).mkdir(parents=True)
        place.at(f"{STAGING}/.gitignore").write_bytes(b"*\n")
    staged: dict[str, Path] = {}
    for number, (path, text) in enumerate(texts.items()):
        staged[path] = place.at(f"{_FILES}/{number}")
        with place.writing(path):
            staged[path].write_bytes(text.encode())
    with place.writing(STAGING):
        complete = place.at(f"{_JOURNAL}.new")
        # Like SHA256SUMS, but a path may have several sums.
        lines = (sums_text({path: digest}) for path, digest in sorted(_journalled(place) | sums.items()))
        complete.write_bytes("".join(lines).encode())
        os.replace(complete, place.at(_JOURNAL))
    return staged


def unstage(place: Place) -> None:
    """Remove the staging folder, if there is one."""
    with place.writing(STAGING):
        remove(place.at(STAGING))


def _journalled(place: Place) -> frozenset[tuple[str, str]]:
    """Return each path with each hash of runs that were interrupted since the last whole one."""
    return frozenset() if place.at(STAGING).is_symlink() else _sums(place, _JOURNAL)


def _sums(place: Place, path: str) -> frozenset[tuple[str, str]]:
    file = place.at(path)
    with place.reading(path):
        try:
            text = "" if file.is_symlink() or not file.is_file() else file_bytes(file).decode()
        except UnicodeDecodeError:
            text = ""
    return frozenset(pair for line in text.splitlines() for pair in read_sums(line).items())


def _clear(staging: Path) -> None:
    """Remove what an interrupted run left, but for its journal."""
    if staging.is_symlink() or not staging.is_dir():
        remove(staging)
        return
    for entry in list(os.scandir(staging)):
        if entry.name != Path(_JOURNAL).name or not entry.is_file(follow_symlinks=False):
            remove(Path(entry.path))
