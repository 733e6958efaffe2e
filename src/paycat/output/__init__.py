"""A file set in memory; written, checked or compared with what is on disk."""

from paycat.output.difference import difference
from paycat.output.drift import Drift, DriftKind, compare
from paycat.output.findings import diagnostics_of
from paycat.output.owning import is_vacant, was_written
from paycat.output.writing import Written, write

__all__ = [
    "Drift",
    "DriftKind",
    "Written",
    "compare",
    "diagnostics_of",
    "difference",
    "is_vacant",
    "was_written",
    "write",
]
