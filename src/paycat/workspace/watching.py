"""Checks and generates again whenever a file of a project is saved: the loop of `paycat watch`."""

import gc
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from paycat.characters import printable
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.files import reason_of
from paycat.memo import Memo
from paycat.output import DriftKind, Written, compare, diagnostics_of, planned, write
from paycat.packs.fileset import FileSet
from paycat.workspace.building import build, contract_of
from paycat.workspace.project import GENERATED, GENERATORS, SCHEMAS, Workspace
from paycat.workspace.saves import batches

_MOST_NAMES = 3

Say = Callable[[str], object]
Report = Callable[[Iterable[Diagnostic]], object]
Result = tuple[tuple[Diagnostic, ...], Written | None]


def watch(workspace: Workspace, say: Say, report: Report, *, writes: bool) -> None:
    """Run over the project now and whenever a file of it is saved, until interrupted; an empty line ends each block.

    `say` prints a line, `report` prints findings; with `writes` false nothing is written. Raises KeyboardInterrupt, and
    FindingsError when the project cannot be watched.
    """
    say(f"watching {SCHEMAS}/, {GENERATORS}/ and {GENERATED}/; Ctrl-C ends it\n")
    runs = Runs(workspace, writes=writes)
    for saved in batches(workspace):
        noticed = datetime.now()
        # What was written counts as saved, too, and may come together with the next save.
        stated = {name for name in saved if name.partition("/")[0] != GENERATED}
        outcome = runs.all() if stated or not saved else runs.after_others()
        if outcome is None:
            continue
        say(_heading(stated or saved, noticed))
        report(outcome.found)
        if not outcome.found:
            say("clean")
        say(f"{_closing(outcome, writes=writes)}\n")
        if not saved:
            # What the first run loaded and remembers stays; to search it for garbage takes a fifth of a run.
            gc.freeze()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one run found, and what it wrote, or would write; `done` is None when findings kept it from that."""

    found: tuple[Diagnostic, ...]
    done: Written | None
    seconds: float


class Runs:
    """The runs over one project; what a save does not touch is not made anew."""

    def __init__(self, workspace: Workspace, *, writes: bool) -> None:
        self._workspace = workspace
        self._writes = writes
        self._memo = Memo()
        self._files: FileSet | None = None
        self._done = False

    def all(self) -> Outcome:
        """Check, make everything in memory, and write it if nothing is wrong."""
        return _timed(self._all)

    def after_others(self) -> Outcome | None:
        """Look at generated/, which someone changed; None when there is nothing to report.

        What is missing is made again. What differs otherwise is only reported: two that disagree would write for ever.
        """
        files = self._files
        if files is None:
            return None
        if self._writes and self._done:
            outcome = _timed(lambda: (self._drift(files), None))
            if {found.code for found in outcome.found} != {f"drift-{DriftKind.MISSING}"}:
                self._done = not outcome.found
                return outcome if outcome.found else None
        return self.all()

    def _all(self) -> Result:
        self._done, self._files = False, None
        contract, warnings = contract_of(self._workspace, self._memo)
        self._files = build(self._workspace, contract, memo=self._memo)
        self._memo.forget_unused()
        done = (write if self._writes else planned)(self._files, self._workspace.generated, shown=GENERATED)
        refused = diagnostics_of(done.refused, GENERATED)
        self._done = not refused
        return (*warnings, *refused), done if self._done else None

    def _drift(self, files: FileSet) -> tuple[Diagnostic, ...]:
        return tuple(diagnostics_of(compare(files, self._workspace.generated, GENERATED), GENERATED))


def _timed(work: Callable[[], Result]) -> Outcome:
    begun = time.perf_counter()
    try:
        found, done = work()
    except FindingsError as error:
        found, done = error.diagnostics, None
    except OSError as error:
        # Files come and go while they are read, as in a checkout: the next batch finds them settled.
        message = f"cannot read the project: {reason_of(error)}"
        found, done = (Diagnostic("project-unreadable", Span(SCHEMAS), message),), None
    return Outcome(found, done, time.perf_counter() - begun)


def _heading(saved: Iterable[str], at: datetime) -> str:
    """Return the first line of a block: when, and which files were saved."""
    names = sorted(saved)
    shown = names if len(names) <= _MOST_NAMES + 1 else names[:_MOST_NAMES]
    more = f" and {len(names) - len(shown)} more" if len(shown) < len(names) else ""
    return printable(f"{at:%H:%M:%S} {', '.join(shown) or 'start'}{more}")


def _closing(outcome: Outcome, *, writes: bool) -> str:
    """Return the last line of a block: what was written, or would be, and how long it took."""
    nothing = "nothing written" if writes else "nothing compared"
    done = outcome.done.described("file", "" if writes else "to be ") if outcome.done else nothing
    return f"{done}, {outcome.seconds:.2f} s"
