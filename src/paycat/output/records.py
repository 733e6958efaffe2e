"""What paycat remembers of its writing: the sums in SHA256SUMS, and those in the journal of an interrupted run."""

from collections.abc import Set as AbstractSet
from pathlib import Path

from paycat.files import file_bytes
from paycat.output.place import Place
from paycat.output.tree import STAGING
from paycat.packs.fileset import SUMS, read_sums, sums_text

JOURNAL = f"{STAGING}/journal"


def recorded(place: Place) -> dict[str, set[str]]:
    """Return the hashes that paycat wrote, by path; a path has several after a merge or an interrupted run."""
    hashes: dict[str, set[str]] = {}
    for path, digest in _sums(place, SUMS) | journalled(place):
        hashes.setdefault(path, set()).add(digest)
    return hashes


def journalled(place: Place) -> frozenset[tuple[str, str]]:
    """Return each path with each hash of runs that were interrupted since the last whole one."""
    return frozenset() if place.at(STAGING).is_symlink() else _sums(place, JOURNAL)


def journal_text(sums: AbstractSet[tuple[str, str]]) -> str:
    """Return the text of a journal: a line per sum, like SHA256SUMS, but a path may have several."""
    return "".join(sums_text({path: digest}) for path, digest in sorted(sums))


def _sums(place: Place, path: str) -> frozenset[tuple[str, str]]:
    with place.reading(path):
        text = _text(place.at(path))
    return frozenset(pair for line in text.splitlines() for pair in read_sums(line).items())


def _text(file: Path) -> str:
    if file.is_symlink() or not file.is_file():
        return ""
    try:
        return file_bytes(file).decode()
    except UnicodeDecodeError:
        return ""
