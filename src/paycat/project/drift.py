"""How the output folder differs from a file set, as data, as findings and as a patch; nothing is written."""

import errno
import json
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import unified_diff
from enum import StrEnum
from pathlib import Path
from typing import Any

from paycat.catalogue.values import DIRECTIONS
from paycat.contract.differences import Difference, Keys, differences, first_line_of_change, keys_of_file, location_in
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.files.reading import GENERATE_ANEW, LARGEST, conflict_in, file_bytes, strict_json
from paycat.packs.fileset import SUMS, FileSet, Measured, measured, sha256
from paycat.project.output_folder import OutputFolder, folders_above, has_header, is_passed_over, recorded
from paycat.text.counting import counted

_CONTRACT = "contract/contract.json"
_REGISTERS = ("gaps", "decisions", "errata")


class DriftKind(StrEnum):
    """How a file on disk differs from what is wanted, and who changed it."""

    MISSING = "missing"
    """Wanted, and not on disk."""
    CHANGED = "changed"
    """Wanted with another text than the one on disk, which paycat wrote."""
    STALE = "stale"
    """On disk as paycat wrote it, and not wanted any more."""
    EDITED = "edited"
    """On disk with another text than the one that paycat wrote, whatever is wanted."""
    CONFLICT = "conflict"
    """With the marks of a merge that git could not complete, whatever is wanted."""
    STRAY = "stray"
    """On disk, and not written by paycat, which does not write it now; or no plain file (links are never followed)."""


_GENERATE = "run paycat generate"
_TEXTS = {
    DriftKind.MISSING: ("the file is missing", _GENERATE),
    DriftKind.CHANGED: ("the file is out of date", _GENERATE),
    DriftKind.STALE: ("paycat wrote this file, but no longer writes it", _GENERATE),
    DriftKind.EDITED: (
        "the file was edited by hand",
        "move the change to schemas/ or generators/; after a merge, or to overwrite it, use --force",
    ),
    DriftKind.STRAY: (
        "paycat did not write this file",
        "move it elsewhere, or delete it: with `git rm` if it is committed",
    ),
}
_COUNTED = {DriftKind.CHANGED: "out of date", DriftKind.MISSING: "missing", DriftKind.STALE: "no longer written"}
"""What `paycat generate` corrects, and how a count calls it."""
_FEWEST_COUNTED = 2
_LIST = f"{_GENERATE}; `paycat generate --check --list` names the files"
_IN_THE_WAY = ("a link or special file is where paycat writes a file", "remove it, or use --force to replace it")


@dataclass(frozen=True, slots=True)
class Drift:
    """One file that differs; `disk` is None where no text is there or was read; `is_wanted`: a pack makes the file.

    `cause` is the line of the catalogue that causes it, where one is known.
    """

    kind: DriftKind
    path: str
    disk: str | None
    is_wanted: bool
    cause: Span | None = None

    @property
    def is_by_hand(self) -> bool:
        """Whether a person wrote what is there, so that only `force` replaces it."""
        has_conflict = self.kind is DriftKind.CONFLICT and self.path != SUMS
        return has_conflict or self.kind in (DriftKind.EDITED, DriftKind.STRAY)

    @property
    def stays(self) -> bool:
        """Whether paycat leaves it, even with `force`: it neither wrote nor writes it."""
        return self.kind is DriftKind.STRAY and not self.is_wanted


def compare(files: FileSet, folder: Path, shown: str) -> tuple[Drift, ...]:
    """Return what differs, by path; `shown` is the folder in findings.

    SHA256SUMS is never edited: it merges line by line, so another text there is only changed.
    Raises FindingsError when the folder cannot be read, and for a path that cannot be in it.
    """
    location = OutputFolder(folder, shown)
    folders = {above for path in files for above in folders_above(path)}
    wrong = [(path, message) for path in files if (message := _fault(path, folders))]
    if wrong:
        raise FindingsError(Diagnostic("output-path", location.span(path), message) for path, message in wrong)
    wanted = {**{path: file.facts for path, file in files.items()}, SUMS: measured(files.text(SUMS).encode())}
    present = location.files()
    hashes = recorded(location)
    if SUMS not in present:
        unrecorded = (path for path, is_plain in present.items() if is_plain and path not in hashes)
        hashes |= {path: set() for path in unrecorded if has_header(location, path)}
    paths = sorted(wanted.keys() | present.keys())
    drifts = [_drift(location, path, wanted.get(path), present.get(path), hashes.get(path)) for path in paths]
    return tuple(drift for drift in drifts if drift is not None)


def with_causes(drifts: Iterable[Drift], files: FileSet) -> tuple[Drift, ...]:
    """Return all drifts of a folder, each with its cause where one is known."""
    differing = {drift.path: drift for drift in drifts}
    ours = {path: drift.disk for path, drift in differing.items() if drift.kind is not DriftKind.STRAY}
    lines = causes(files, ours, {path for path, drift in differing.items() if drift.kind is DriftKind.CHANGED})
    return tuple(replace(drift, cause=lines.get(path)) for path, drift in differing.items())


def diagnostics_of(drifts: Iterable[Drift], shown: str, *, is_listed: bool = True) -> list[Diagnostic]:
    """Return one finding per drift, by path; `shown` is the output folder.

    If they are not listed, one finding counts all files that `paycat generate` corrects.
    """
    ordered = sorted(drifts, key=lambda drift: drift.path)
    counted_ones = [] if is_listed else [drift for drift in ordered if drift.kind in _COUNTED]
    if len(counted_ones) < _FEWEST_COUNTED:
        return [_finding(drift, shown) for drift in ordered]
    return [_count(counted_ones, shown), *(_finding(drift, shown) for drift in ordered if drift not in counted_ones)]


def difference(drifts: Iterable[Drift], files: FileSet, shown: str) -> str:
    """Return what writing the files would change, by path below `shown`, in the form of git; strays are left out."""
    ordered = sorted((drift for drift in drifts if drift.kind is not DriftKind.STRAY), key=lambda drift: drift.path)
    texts = ((drift, files.text(drift.path) if drift.is_wanted else None) for drift in ordered)
    return "".join(patch(f"{shown}/{drift.path}", drift.disk, text) for drift, text in texts)


def patch(path: str, before: str | None, after: str | None) -> str:
    """Return what turns one text of a file into another, in the form of git; None is no file."""
    return "" if before == after else "".join(_lines(path, before, after))


def _lines(path: str, before: str | None, after: str | None) -> Iterator[str]:
    yield f"diff --git a/{path} b/{path}\n"
    if before is None:
        yield "new file mode 100644\n"
    if after is None:
        yield "deleted file mode 100644\n"
    names = ("/dev/null" if before is None else f"a/{path}", "/dev/null" if after is None else f"b/{path}")
    for line in unified_diff(_split(before), _split(after), *names):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _split(text: str | None) -> list[str]:
    """Return the lines with their ends; only `\\n` ends one, unlike for str.splitlines."""
    parts = (text or "").split("\n")
    return [f"{line}\n" for line in parts[:-1]] + parts[-1:] * bool(parts[-1])


def _count(drifts: Sequence[Drift], shown: str) -> Diagnostic:
    kinds = Counter(drift.kind for drift in drifts)
    parts = [f"{kinds[kind]} {words}" for kind, words in _COUNTED.items() if kind in kinds]
    causes = [drift.cause for drift in drifts if drift.path == _CONTRACT] + [drift.cause for drift in drifts]
    code = f"drift-{DriftKind.CHANGED if len(kinds) > 1 else drifts[0].kind}"
    message = f"{counted(len(drifts), 'file')} differ from what paycat generates: {', '.join(parts)}"
    return Diagnostic(code, Span(shown), message, _LIST, cause=next(filter(None, causes), None))


def _finding(drift: Drift, shown: str) -> Diagnostic:
    if drift.kind is DriftKind.CONFLICT and drift.disk is not None:
        conflict = conflict_in(drift.disk.encode(), f"{shown}/{drift.path}", GENERATE_ANEW)
        assert conflict, "the marks of the conflict are in the text"
        return conflict
    in_the_way = drift.kind is DriftKind.STRAY and drift.is_wanted
    message, advice = _IN_THE_WAY if in_the_way else _TEXTS[drift.kind]
    printable = drift.path.encode(errors="backslashreplace").decode()
    return Diagnostic(f"drift-{drift.kind}", Span(f"{shown}/{printable}"), message, advice, cause=drift.cause)


def _fault(path: str, folders: set[str]) -> str:
    if not path.isprintable():
        return f"the path {path!r} contains a character that a line of {SUMS} cannot contain"
    if path == SUMS or path.startswith(f"{SUMS}/"):
        return f"a pack writes to {SUMS}, which paycat writes itself"
    if any(is_passed_over(part) for part in path.split("/")):
        return "a pack writes a file whose name is that of a cache, of the history or of the staging folder"
    return "a pack writes this as a file, and another file below it" if path in folders else ""


def _drift(
    location: OutputFolder, path: str, wanted: Measured | None, plain: bool | None, hashes: set[str] | None
) -> Drift | None:
    """Return how one path differs, if it does.

    `plain` is None when nothing is on disk. `hashes` are those that paycat recorded; None for a path that it did not
    write.
    """
    is_wanted = wanted is not None
    if plain is None:
        return Drift(DriftKind.MISSING, path, None, is_wanted=True)
    if not plain or (wanted is None and hashes is None):
        return Drift(DriftKind.STRAY, path, None, is_wanted)
    data = _data(location, path, wanted)
    if data is None:
        return Drift(DriftKind.EDITED, path, "", is_wanted)
    digest = sha256(data)
    if wanted is not None and digest == wanted.sha256:
        return None
    if conflict_in(data, path):
        kind = DriftKind.CONFLICT
    elif digest in (hashes or ()) or path == SUMS:
        kind = DriftKind.STALE if wanted is None else DriftKind.CHANGED
    else:
        kind = DriftKind.EDITED
    return Drift(kind, path, data.decode(errors="backslashreplace"), is_wanted)


def _data(location: OutputFolder, path: str, wanted: Measured | None) -> bytes | None:
    """Return what a file holds; None when it is larger than anything that paycat writes."""
    with location.reading(path):
        try:
            return file_bytes(location.at(path), largest=max(LARGEST, wanted.size if wanted else 0))
        except OSError as error:
            if error.errno == errno.EFBIG:
                return None
            raise


def causes(files: FileSet, disk: Mapping[str, str | None], written: Container[str] = ()) -> dict[str, Span]:
    """Return the cause by path, where one is known, of the files that differ; `disk` holds their text on disk, if any.

    Files of `written` are as paycat wrote them: where their request is the same as before, something else is the cause.
    Without the contract among the files nothing is known.
    """
    if not disk or _CONTRACT not in files:
        return {}
    new = json.loads(files.text(_CONTRACT))
    old = _contract(disk[_CONTRACT]) if _CONTRACT in disk else new
    changed = differences(old, new) if old else []
    first = first_line_of_change(old, new) if old else None
    names = {(method["code"], method["name"]) for contract in (old, new) if contract for method in contract["methods"]}
    declared = {path: files[path].made_for if path in files else () for path in disk}
    made_for = {path: keys or keys_of_file(sorted(names), path) for path, keys in declared.items()}
    contracts = {path: None if changed and path in written else new for path in disk}
    spans = {path: _cause(keys, changed, contracts[path]) for path, keys in made_for.items()}
    spans |= dict.fromkeys(made_for.keys() & {_CONTRACT, SUMS}, first)
    return {path: cause for path, cause in spans.items() if cause}


def _contract(text: str | None) -> Any:
    """Return the contract in a text, or None when it is none: somebody edited it, or another paycat wrote it."""
    try:
        contract = strict_json((text or "").encode())
        names = (method[key] for method in contract["methods"] for key in ("code", "name"))
        return contract if all(isinstance(text, str) for text in names) else None
    except (ValueError, KeyError, TypeError):
        return None


def _cause(keys: Keys, changed: list[Difference], new: Any) -> Span | None:
    """Return the difference behind a file; if its method or request has none, the place of that in `new`, if any."""
    inside = (location for where, location in changed if keys and _concerns(where, keys))
    if cause := next(inside, None):
        return cause
    if keys and new:
        return location_in(new, keys)
    # The first difference, if all are in one method or one file.
    statements = [change for change in changed if change[0][0] not in _REGISTERS] or changed
    owners, written_in = {where[:2] for where, _ in statements}, {location.path for _, location in statements}
    return statements[0][1] if len(owners) == 1 or len(written_in) == 1 else None


def _concerns(where: Keys, keys: Keys) -> bool:
    """Return whether a difference is in a method or request, or in what a method states for both directions."""
    length = len(keys) if where[2:3] and where[2] in DIRECTIONS else 2
    return where[:length] == keys[:length]
