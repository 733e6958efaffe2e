"""A file set in memory; written, checked or compared with what is on disk."""

from paycat.output.drift import Drift, DriftKind, compare, diagnostics_of, difference
from paycat.output.place import is_vacant
from paycat.output.staging import was_written
from paycat.output.writing import Written, planned, write

__all__ = [
    "Drift",
    "DriftKind",
    "Written",
    "compare",
    "diagnostics_of",
    "difference",
    "is_vacant",
    "planned",
    "was_written",
    "write",
]
