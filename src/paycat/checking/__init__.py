"""Check a catalogue: its contract, everything wrong with it, and what is allowed there."""

from paycat.checking.baseline import Baseline, baseline_text, fingerprint, read_baseline
from paycat.checking.folder import check_folder, findings_for_baseline, settled_folder

__all__ = [
    "Baseline",
    "baseline_text",
    "check_folder",
    "findings_for_baseline",
    "fingerprint",
    "read_baseline",
    "settled_folder",
]
