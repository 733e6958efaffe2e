"""A project in; what is found in it and what of generated/ was written out, again and again."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.memo import Memo
from paycat.output import Drift, DriftKind, Written, compare, diagnostics_of, write
from paycat.packs.fileset import SUMS, FileSet
from paycat.workspace import GENERATED, SCHEMAS, Workspace, build, contract_of

_BY_HAND = (DriftKind.EDITED, DriftKind.STRAY)


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
        """Look at generated/, which someone changed; None when there is nothing to tell of it.

        What is missing is made again. What differs otherwise is only told: two that disagree would write for ever.
        """
        if self._files is None:
            return None
        if self._writes and self._done:
            outcome = _timed(self._drift)
            missing = {f"drift-{DriftKind.MISSING}"}
            if {found.code for found in outcome.found} != missing:
                self._done = not outcome.found
                return outcome if outcome.found else None
        return self.all()

    def _all(self) -> tuple[tuple[Diagnostic, ...], Written | None]:
        self._done, self._files = False, None
        contract, warnings = contract_of(self._workspace, self._memo)
        self._files = build(self._workspace, contract, memo=self._memo)
        self._memo.forget_unused()
        done = self._write(self._files) if self._writes else self._would_write(self._files)
        refused = diagnostics_of(done.refused, GENERATED)
        self._done = not refused
        return (*warnings, *refused), done if self._done else None

    def _write(self, files: FileSet) -> Written:
        return write(files, self._workspace.generated, shown=GENERATED)

    def _would_write(self, files: FileSet) -> Written:
        drifts = compare(files, self._workspace.generated, GENERATED)
        differing = {drift.path for drift in drifts}
        return Written(
            created=_paths(drifts, DriftKind.MISSING),
            changed=_paths(drifts, DriftKind.CHANGED),
            removed=_paths(drifts, DriftKind.STALE),
            unchanged=tuple(path for path in (*files, SUMS) if path not in differing),
            refused=tuple(drift for drift in drifts if drift.kind in _BY_HAND),
        )

    def _drift(self) -> tuple[tuple[Diagnostic, ...], None]:
        assert self._files is not None, "what was written is known"
        return tuple(diagnostics_of(compare(self._files, self._workspace.generated, GENERATED), GENERATED)), None


def _paths(drifts: tuple[Drift, ...], kind: DriftKind) -> tuple[str, ...]:
    return tuple(drift.path for drift in drifts if drift.kind is kind)


def _timed(work: Callable[[], tuple[tuple[Diagnostic, ...], Written | None]]) -> Outcome:
    begun = time.perf_counter()
    try:
        found, done = work()
    except FindingsError as error:
        found, done = error.diagnostics, None
    except OSError as error:
        # Files come and go while they are read, as in a checkout: the next batch finds them settled.
        reason = (error.strerror or "unknown reason").lower()
        found, done = (Diagnostic("project-unreadable", Span(SCHEMAS), f"cannot read the project: {reason}"),), None
    return Outcome(found, done, time.perf_counter() - begun)
