"""Checks and generates again whenever a file of a project is saved: the loop of `paycat watch`."""

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from threading import Event

from watchfiles import Change
from watchfiles import watch as saved_files
from watchfiles.main import FileChange

from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.files.installed import GENERATORS
from paycat.files.reading import system_errors_as
from paycat.interrupting import raise_if_interrupted
from paycat.packs.fileset import FileSet
from paycat.project.building import build, drift_of
from paycat.project.drift import DriftKind, diagnostics_of
from paycat.project.output_folder import is_passed_over
from paycat.project.output_writing import Written, planned, write
from paycat.project.workspace import GENERATED, SCHEMAS, Workspace, contract_of
from paycat.text.characters import printable

_MOST_NAMES = 3

PrintLine = Callable[[str], object]
PrintFindings = Callable[[Iterable[Diagnostic]], object]
_Result = tuple[tuple[Diagnostic, ...], Written | None]
_BATCH_INTERVAL, _LONGEST_BATCH = 50, 1000
"""Milliseconds: saves at shorter intervals are one batch, and the longest duration of a batch."""
_POLL_INTERVAL = 100
"""Milliseconds between checks for changes that the system does not report."""
_Identities = dict[str, tuple[int, ...]]


def watch(workspace: Workspace, print_line: PrintLine, print_findings: PrintFindings, *, writes: bool) -> None:
    """Check and generate now and whenever a file of the project is saved, until interrupted.

    An empty line ends the block of each run. If `writes` is false, nothing is written. Raises KeyboardInterrupt, and
    FindingsError if the project cannot be watched.
    """
    print_line(f"watching {SCHEMAS}/, {GENERATORS}/ and {GENERATED}/; Ctrl-C ends it\n")
    runs = Runs(workspace, writes=writes)
    for saved_names in batches(workspace):
        noticed_at = datetime.now()
        # Files that paycat wrote count as saved, too, and may be in one batch with the next save.
        edited_names = {name for name in saved_names if name.partition("/")[0] != GENERATED}
        outcome = runs.all() if edited_names or not saved_names else runs.after_others()
        raise_if_interrupted()
        if outcome is None:
            continue
        names = sorted(edited_names or saved_names)
        shown_names = names if len(names) <= _MOST_NAMES + 1 else names[:_MOST_NAMES]
        remainder = f" and {len(names) - len(shown_names)} more" if len(shown_names) < len(names) else ""
        print_line(printable(f"{noticed_at:%H:%M:%S} {', '.join(shown_names) or 'start'}{remainder}"))
        print_findings(outcome.findings)
        if not outcome.findings:
            print_line("clean")
        summary = "nothing written" if writes else "nothing compared"
        if outcome.done:
            summary = outcome.done.described("file", "" if writes else "to be ")
        print_line(f"{summary}, {outcome.seconds:.2f} s\n")


@dataclass(frozen=True, slots=True)
class WatchRun:
    """What one run found, and what it wrote or would write; `done` is None if findings prevented that."""

    findings: tuple[Diagnostic, ...]
    done: Written | None
    seconds: float


class Runs:
    """The runs over one project; each repeats only the work that depends on what was saved."""

    def __init__(self, workspace: Workspace, *, writes: bool) -> None:
        self._workspace = workspace
        self._writes = writes
        self._files: FileSet | None = None
        self._done = False

    def all(self) -> WatchRun:
        """Check, generate everything in memory, and write it if there is no error."""
        return _timed(self._all)

    def after_others(self) -> WatchRun | None:
        """Compare generated/, in which someone changed a file; return None if there is nothing to report.

        Missing files are written again. Other differences are only reported: two programs that correct each other's
        files would never stop.
        """
        files = self._files
        if files is None:
            return None
        if self._writes and self._done:
            outcome = _timed(lambda: (tuple(drift_of(self._workspace.generated, GENERATED, files).findings), None))
            if {finding.code for finding in outcome.findings} != {f"drift-{DriftKind.MISSING}"}:
                self._done = not outcome.findings
                return outcome if outcome.findings else None
        return self.all()

    def _all(self) -> _Result:
        self._done, self._files = False, None
        contract, warnings = contract_of(self._workspace, anew=True)
        self._files = build(self._workspace, contract)
        self._workspace.cache.forget_unused()
        outcome = (write if self._writes else planned)(self._files, self._workspace.generated, folder_name=GENERATED)
        rejections = diagnostics_of(outcome.rejected, GENERATED)
        self._done = not rejections
        return (*warnings, *rejections), outcome if self._done else None


def _timed(work: Callable[[], _Result]) -> WatchRun:
    start = time.perf_counter()
    try:
        with unreadable_as_finding():
            findings, outcome = work()
    except FindingsError as error:
        findings, outcome = error.diagnostics, None
    return WatchRun(findings, outcome, time.perf_counter() - start)


def unreadable_as_finding() -> AbstractContextManager[None]:
    """Turn errors of the operating system within the block into the finding that the project cannot be read.

    During a checkout, files appear and disappear while paycat reads them: the next batch finds them complete.
    """
    return system_errors_as("project-unreadable", Span(SCHEMAS), "cannot read the project")


def batches(workspace: Workspace, stop_event: Event | None = None) -> Iterator[frozenset[str]]:
    """Yield the paths in the project that were saved, moved or removed since the last batch, until `stop_event` is set.

    The first batch is empty, and means that watching has begun; a save during the work on a batch is in the next one.
    Folders may appear and disappear. Raises FindingsError if the system does not permit watching.
    """
    folders = _folders(workspace)
    changed_names: set[str] = set()
    has_begun = False
    while not (stop_event and stop_event.is_set()):
        for changes in _changes(workspace, folders, stop_event):
            changed_names |= _names(changes, workspace.root)
            # A new folder may have the number of the old one; then only the removal of the old one shows it.
            paths, new_ids = {path for _, path in changes}, _folders(workspace)
            is_new = {name: new_ids[name] != folders[name] or str(workspace.root / name) in paths for name in folders}
            if replaced_folders := {name: new_ids[name] for name in folders if is_new[name]}:
                # Yielded when the new ones are watched: a save in between would be missed otherwise.
                changed_names |= replaced_folders.keys()
                folders = folders | replaced_folders
                break
            if changed_names or not has_begun:
                has_begun = True
                yield frozenset(changed_names)
                changed_names = set()


def _changes(workspace: Workspace, folders: _Identities, stop_event: Event | None) -> Iterator[set[FileChange]]:
    """Yield the changes in the folders, or an empty set at intervals; end when there is nothing to watch."""
    paths = [workspace.root / name for name, identity in folders.items() if identity]
    try:
        if paths:
            yield from saved_files(
                *paths,
                watch_filter=None,
                debounce=_LONGEST_BATCH,
                step=_BATCH_INTERVAL,
                rust_timeout=_POLL_INTERVAL,
                yield_on_timeout=True,
                stop_event=stop_event,
            )
    except FileNotFoundError:
        pass  # Removed after its identity was read.
    except RuntimeError:  # A name that is no UTF-8 ends the watching; what else changed with it is not known.
        yield {(Change.modified, str(path)) for path in paths}
    except OSError as error:
        message = f"the system does not permit watching the project: {(error.strerror or str(error)).lower()}"
        advice = "permit more watched files, or set WATCHFILES_FORCE_POLLING=1"
        raise FindingsError([Diagnostic("unwatchable", Span(SCHEMAS), message, advice)]) from error
    time.sleep(_POLL_INTERVAL / 1000)
    yield set()


def _folders(workspace: Workspace) -> _Identities:
    """Return the identity of each folder; nothing for one that does not exist."""
    return {name: _identity(workspace.root / name) for name in (SCHEMAS, GENERATORS, GENERATED)}


def _identity(path: Path) -> tuple[int, ...]:
    try:
        status = path.stat()
    except OSError:
        return ()
    return status.st_dev, status.st_ino


def _names(changes: Iterable[FileChange], root: Path) -> set[str]:
    """Return the changed files, without temporary files of editors and of paycat itself."""
    added_paths = {path for change, path in changes if change is Change.added}
    names = set()
    for change, path in changes:
        file, inner_path = Path(path), Path(path).relative_to(root)
        is_temporary = path in added_paths and not os.path.lexists(file)
        are_hidden = (part.startswith(".") or part.endswith("~") or is_passed_over(part) for part in inner_path.parts)
        # What happens in a folder is reported of its files.
        is_folder_change = change is Change.modified and file.is_dir()
        if not is_temporary and not is_folder_change and not any(are_hidden):
            names.add(inner_path.as_posix())
    return names
