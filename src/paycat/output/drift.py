"""A file set and the output folder in, what differs between them out; nothing is written."""

import errno
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from paycat.diagnostics import Span
from paycat.files import LARGEST, file_bytes
from paycat.output.causes import causes
from paycat.output.place import Place
from paycat.output.records import recorded
from paycat.output.tree import files_below
from paycat.output.wanted import wanted_texts
from paycat.packs.fileset import SUMS, FileSet, sha256


class DriftKind(StrEnum):
    """How a file on disk differs from what is wanted, and whose doing it is."""

    MISSING = "missing"
    """Wanted, and not on disk."""
    CHANGED = "changed"
    """Wanted with another text than the one on disk, which paycat wrote."""
    STALE = "stale"
    """On disk as paycat wrote it, and not wanted any more."""
    EDITED = "edited"
    """Wanted with another text than the one on disk, which paycat did not write."""
    STRAY = "stray"
    """On disk, not wanted, and not as paycat wrote it; or no plain file (links are never followed)."""


@dataclass(frozen=True, slots=True)
class Drift:
    """One file that differs; `disk` is None where no text is there or was read, `wanted` None where none is wanted.

    `cause` is the line of the catalogue that it goes back to, where one is known.
    """

    kind: DriftKind
    path: str
    disk: str | None
    wanted: str | None
    cause: Span | None = None


def compare(files: FileSet, folder: Path, shown: str) -> tuple[Drift, ...]:
    """Return what differs, by path; `shown` stands for the folder in findings.

    SHA256SUMS is never edited: it merges line by line, so another text there is only changed.
    Raises FindingsError when the folder cannot be read.
    """
    place = Place(folder, shown)
    wanted = wanted_texts(files, place)
    found = files_below(place)
    known = recorded(place)
    paths = sorted(wanted.keys() | found.keys())
    drifts = [_drift(place, path, wanted.get(path), found.get(path), known.get(path, set())) for path in paths]
    differing = {drift.path: drift for drift in drifts if drift is not None}
    ours = {path: drift.disk for path, drift in differing.items() if drift.kind is not DriftKind.STRAY}
    lines = causes(files, ours)
    return tuple(replace(drift, cause=lines.get(path)) for path, drift in differing.items())


def _drift(place: Place, path: str, wanted: str | None, plain: bool | None, known: set[str]) -> Drift | None:
    """Return how one path differs, if it does; `plain` is None when nothing is on disk, `known` are its hashes."""
    if plain is None:
        return Drift(DriftKind.MISSING, path, None, wanted)
    if not plain or (wanted is None and not known):
        return Drift(DriftKind.STRAY, path, None, wanted)
    data = _data(place, path, wanted)
    if data is None:
        return Drift(DriftKind.STRAY if wanted is None else DriftKind.EDITED, path, "", wanted)
    if wanted is not None and data == wanted.encode():
        return None
    ours = sha256(data) in known
    if wanted is None:
        kind = DriftKind.STALE if ours else DriftKind.STRAY
    else:
        kind = DriftKind.CHANGED if ours or path == SUMS else DriftKind.EDITED
    return Drift(kind, path, data.decode(errors="backslashreplace"), wanted)


def _data(place: Place, path: str, wanted: str | None) -> bytes | None:
    """Return what a file holds; None when it is larger than anything that paycat writes."""
    with place.reading(path):
        try:
            return file_bytes(place.at(path), largest=max(LARGEST, len((wanted or "").encode())))
        except OSError as error:
            if error.errno == errno.EFBIG:
                return None
            raise
