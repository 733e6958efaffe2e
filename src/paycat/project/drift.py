"""How the output folder differs from a file set, as data, as findings and as a patch; nothing is written."""

import errno
import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import unified_diff
from enum import StrEnum
from pathlib import Path
from typing import Any

from paycat.contract.differences import Difference, Keys, differences, first_line_of_change, keys_of_file, location_in
from paycat.contract.model import CONTRACT_VERSION
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.files.line_endings import line_endings_findings
from paycat.files.reading import GENERATE_ANEW, LARGEST, conflict_in, file_bytes, strict_json
from paycat.packs.fileset import SUMS, FileSet, Measured, measured, sha256
from paycat.project.output_folder import OutputFolder, folders_above, has_header, is_passed_over, recorded
from paycat.text.counting import counted

TOOLS = "tools.json"
"""The file with the versions of what shaped the others."""

CONTRACT = "contract/contract.json"
"""The file with the contract that the others were made of."""

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
    LINE_ENDINGS = "line-endings"
    """On disk with the wanted text, but for line endings that git or an editor made."""
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
    """One file that differs; `disk` is its text with line feeds, or None where no text is there or was read.

    `is_wanted`: a pack makes the file.
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


def compare(files: FileSet, folder: Path, folder_name: str) -> tuple[Drift, ...]:
    """Return what differs, by path; `folder_name` is the folder in findings.

    SHA256SUMS is never edited: it merges line by line, so another text there is only changed.
    Raises FindingsError when the folder cannot be read, and for a path that cannot be in it.
    """
    output_folder = OutputFolder(folder, folder_name)
    folders = {parent for path in files for parent in folders_above(path)}
    faults = [(path, message) for path in files if (message := _fault(path, folders))]
    if faults:
        raise FindingsError(Diagnostic("output-path", output_folder.span(path), message) for path, message in faults)
    facts = {**{path: file.facts for path, file in files.items()}, SUMS: measured(files.text(SUMS).encode())}
    disk_files = output_folder.files()
    hashes = recorded(output_folder)
    if SUMS not in disk_files:
        unrecorded_paths = (path for path, is_plain in disk_files.items() if is_plain and path not in hashes)
        hashes |= {path: set() for path in unrecorded_paths if has_header(output_folder, path)}
    paths = sorted(facts.keys() | disk_files.keys())
    drifts = [_drift(output_folder, path, facts.get(path), disk_files.get(path), hashes.get(path)) for path in paths]
    return tuple(drift for drift in drifts if drift is not None)


def with_causes(drifts: Iterable[Drift], files: FileSet) -> tuple[Drift, ...]:
    """Return all drifts of a folder, each with its cause where one is known.

    What other versions wrote differs because of them, not because of a line of the catalogue.
    """
    drift_by_path = {drift.path: drift for drift in drifts}
    is_of_other_versions = TOOLS in drift_by_path and drift_by_path[TOOLS].kind is DriftKind.CHANGED
    texts = {
        path: drift.disk
        for path, drift in drift_by_path.items()
        if drift.kind is not DriftKind.STRAY and (drift.is_by_hand or not is_of_other_versions)
    }
    spans = causes(files, texts, {path for path in texts if not drift_by_path[path].is_by_hand})
    return tuple(replace(drift, cause=spans.get(path)) for path, drift in drift_by_path.items())


def diagnostics_of(drifts: Iterable[Drift], folder_name: str, *, is_listed: bool = True) -> list[Diagnostic]:
    """Return one finding per drift, by path, and one of all line endings; `folder_name` is the output folder.

    If they are not listed, one finding counts all files that `paycat generate` corrects.
    """
    all_drifts = sorted(drifts, key=lambda drift: drift.path)
    recoded_drifts = [drift for drift in all_drifts if drift.kind is DriftKind.LINE_ENDINGS]
    batch = [] if is_listed else [drift for drift in all_drifts if drift.kind in _COUNTED]
    batch = batch if len(batch) >= _FEWEST_COUNTED else []
    return [
        *line_endings_findings([f"{folder_name}/{drift.path}" for drift in recoded_drifts], _GENERATE),
        *([_count(batch, folder_name)] if batch else []),
        *(_finding(drift, folder_name) for drift in all_drifts if drift not in [*batch, *recoded_drifts]),
    ]


def difference(drifts: Iterable[Drift], files: FileSet, folder_name: str) -> str:
    """Return what writing the files would change, by path below `folder_name`, in git's form; strays are left out."""
    changes = sorted((drift for drift in drifts if drift.kind is not DriftKind.STRAY), key=lambda drift: drift.path)
    drift_texts = ((drift, files.text(drift.path) if drift.is_wanted else None) for drift in changes)
    return "".join(patch(f"{folder_name}/{drift.path}", drift.disk, text) for drift, text in drift_texts)


def patch(path: str, old_text: str | None, new_text: str | None) -> str:
    """Return what turns one text of a file into another, in the form of git; None is no file."""
    return "" if old_text == new_text else "".join(_lines(path, old_text, new_text))


def _lines(path: str, old_text: str | None, new_text: str | None) -> Iterator[str]:
    yield f"diff --git a/{path} b/{path}\n"
    if old_text is None:
        yield "new file mode 100644\n"
    if new_text is None:
        yield "deleted file mode 100644\n"
    labels = ("/dev/null" if old_text is None else f"a/{path}", "/dev/null" if new_text is None else f"b/{path}")
    for line in unified_diff(_split(old_text), _split(new_text), *labels):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _split(text: str | None) -> list[str]:
    """Return the lines with their ends; only `\\n` ends one, unlike for str.splitlines."""
    lines = (text or "").split("\n")
    return [f"{line}\n" for line in lines[:-1]] + lines[-1:] * bool(lines[-1])


def _count(drifts: Sequence[Drift], folder_name: str) -> Diagnostic:
    count_by_kind = Counter(drift.kind for drift in drifts)
    count_texts = [f"{count_by_kind[kind]} {words}" for kind, words in _COUNTED.items() if kind in count_by_kind]
    spans = [drift.cause for drift in drifts if drift.path == CONTRACT] + [drift.cause for drift in drifts]
    code = f"drift-{DriftKind.CHANGED if len(count_by_kind) > 1 else drifts[0].kind}"
    message = f"{counted(len(drifts), 'file')} differ from what paycat generates: {', '.join(count_texts)}"
    return Diagnostic(code, Span(folder_name), message, _LIST, cause=next(filter(None, spans), None))


def _finding(drift: Drift, folder_name: str) -> Diagnostic:
    if drift.kind is DriftKind.CONFLICT and drift.disk is not None:
        conflict = conflict_in(drift.disk.encode(), f"{folder_name}/{drift.path}", GENERATE_ANEW)
        assert conflict, "the marks of the conflict are in the text"
        return conflict
    is_obstacle = drift.kind is DriftKind.STRAY and drift.is_wanted
    message, advice = _IN_THE_WAY if is_obstacle else _TEXTS[drift.kind]
    path_text = drift.path.encode(errors="backslashreplace").decode()
    return Diagnostic(f"drift-{drift.kind}", Span(f"{folder_name}/{path_text}"), message, advice, cause=drift.cause)


def _fault(path: str, folders: set[str]) -> str:
    if not path.isprintable():
        return f"the path {path!r} contains a character that a line of {SUMS} cannot contain"
    if path == SUMS or path.startswith(f"{SUMS}/"):
        return f"a pack writes to {SUMS}, which paycat writes itself"
    if any(is_passed_over(name) for name in path.split("/")):
        return "a pack writes a file whose name is that of a cache, of the history or of the staging folder"
    return "a pack writes this as a file, and another file below it" if path in folders else ""


def _drift(
    output_folder: OutputFolder, path: str, facts: Measured | None, is_plain: bool | None, hashes: set[str] | None
) -> Drift | None:
    """Return how one path differs, if it does.

    `is_plain` is None when nothing is on disk. `hashes` are those that paycat recorded; None for a path that it did not
    write.
    """
    is_wanted = facts is not None
    if is_plain is None:
        return Drift(DriftKind.MISSING, path, None, is_wanted=True)
    if not is_plain or (facts is None and hashes is None):
        return Drift(DriftKind.STRAY, path, None, is_wanted)
    content = _data(output_folder, path, facts)
    if content is None:
        return Drift(DriftKind.EDITED, path, "", is_wanted)
    digest = sha256(content)
    if facts is not None and digest == facts.sha256:
        return None
    content = content.replace(b"\r\n", b"\n")
    digest = sha256(content)
    if facts is not None and digest == facts.sha256:
        kind = DriftKind.LINE_ENDINGS
    elif conflict_in(content, path):
        kind = DriftKind.CONFLICT
    elif digest in (hashes or ()) or path == SUMS:
        kind = DriftKind.STALE if facts is None else DriftKind.CHANGED
    else:
        kind = DriftKind.EDITED
    return Drift(kind, path, content.decode(errors="backslashreplace"), is_wanted)


def _data(output_folder: OutputFolder, path: str, facts: Measured | None) -> bytes | None:
    """Return what a file holds; None when it is larger than anything that paycat writes."""
    with output_folder.reading(path):
        try:
            return file_bytes(output_folder.at(path), largest=max(LARGEST, facts.size if facts else 0))
        except OSError as error:
            if error.errno == errno.EFBIG:
                return None
            raise


def causes(
    files: FileSet, disk_texts: Mapping[str, str | None], written_paths: Collection[str] = ()
) -> dict[str, Span]:
    """Return the cause by path, where one is known, of the files that differ; `disk_texts` are theirs, if any.

    `written_paths` are not edited by hand: where their request is the same as before, something else is the cause.
    Where the catalogue is the same, that is another paycat. Without the contract among the files nothing is known.
    """
    if not disk_texts or CONTRACT not in files:
        return {}
    new = json.loads(files.text(CONTRACT))
    old = _contract(disk_texts[CONTRACT]) if CONTRACT in disk_texts else new
    changes = differences(old, new) if old else []
    first_change = first_line_of_change(old, new) if old else None
    if CONTRACT in written_paths and changes and new.get("digest") and old.get("digest") == new["digest"]:
        changes, first_change = [], None
    directions = {
        direction
        for contract in (old, new)
        if contract
        for method in contract["methods"]
        for direction in method.get("offers", ())
    }
    names = {(method["code"], method["name"]) for contract in (old, new) if contract for method in contract["methods"]}
    declared_keys = {path: files[path].made_for if path in files else () for path in disk_texts}
    keys_by_path = {
        path: keys or keys_of_file(sorted(names), sorted(directions), path) for path, keys in declared_keys.items()
    }
    # A file that is missing or stale goes back to no more than what differs in its method or request.
    contract_by_path = dict.fromkeys(disk_texts, new)
    for path in written_paths:
        contract_by_path[path] = None if path in files and disk_texts[path] is not None else {}
    span_by_path = {path: _cause(keys, changes, contract_by_path[path]) for path, keys in keys_by_path.items()}
    span_by_path |= dict.fromkeys(keys_by_path.keys() & {CONTRACT, SUMS}, first_change)
    return {path: cause for path, cause in span_by_path.items() if cause}


def _contract(text: str | None) -> Any:
    """Return the contract in a text, or None when it is none: somebody edited it, or another paycat wrote it."""
    try:
        contract = strict_json((text or "").encode())
        names = (method[key] for method in contract["methods"] for key in ("code", "name"))
        offers = (method.get("offers", {}) for method in contract["methods"])
        is_sound = all(isinstance(name, str) for name in names) and all(isinstance(offer, dict) for offer in offers)
        return contract if is_sound and contract["contract_version"] == CONTRACT_VERSION else None
    except (ValueError, KeyError, TypeError):
        return None


def _cause(keys: Keys, changes: list[Difference], contract: Any) -> Span | None:
    """Return the difference behind a file; if its method or request has none, its place in `contract`, if any.

    Without a contract that is the first difference, if all are in one method or one file.
    """
    spans = (location for place, location in changes if keys and _concerns(place, keys))
    if cause := next(spans, None):
        return cause
    if keys and contract is not None:
        return location_in(contract, keys)
    other_changes = [change for change in changes if change[0][0] not in _REGISTERS] or changes
    owners, file_paths = {place[:2] for place, _ in other_changes}, {location.path for _, location in other_changes}
    return other_changes[0][1] if len(owners) == 1 or len(file_paths) == 1 else None


def _concerns(place: Keys, keys: Keys) -> bool:
    """Return whether a difference is in a method or request, or in what a method states for all directions."""
    length = len(keys) if place[2:3] == ("offers",) else 2
    return place[:length] == keys[:length]
