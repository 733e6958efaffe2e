"""Drifts in, findings for a person out."""

from collections.abc import Iterable

from paycat.diagnostics import Diagnostic, Span
from paycat.output.drift import Drift, DriftKind

_GENERATE = "run paycat generate"
_TEXTS = {
    DriftKind.MISSING: ("the file is missing", _GENERATE),
    DriftKind.CHANGED: ("the file is out of date", _GENERATE),
    DriftKind.STALE: ("paycat wrote this file once and does not write it any more", _GENERATE),
    DriftKind.EDITED: (
        "the file was edited by hand",
        "move the change to schemas/ or generators/, or use --force to overwrite it",
    ),
    DriftKind.STRAY: ("paycat did not write this file", "move it elsewhere, or use --force to remove it"),
}
_IN_THE_WAY = ("a link or special file stands where paycat writes a file", "remove it, or use --force to replace it")


def diagnostics_of(drifts: Iterable[Drift], shown: str) -> list[Diagnostic]:
    """Return one finding per drift, by path; `shown` stands for the output folder."""
    return [_finding(drift, shown) for drift in sorted(drifts, key=lambda drift: drift.path)]


def _finding(drift: Drift, shown: str) -> Diagnostic:
    in_the_way = drift.kind is DriftKind.STRAY and drift.wanted is not None
    message, advice = _IN_THE_WAY if in_the_way else _TEXTS[drift.kind]
    printable = drift.path.encode(errors="backslashreplace").decode()
    place = Span(f"{shown}/{printable}")
    return Diagnostic(f"drift-{drift.kind}", place, message, advice, cause=drift.cause)
