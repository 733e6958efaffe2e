"""A folder in; its contract and everything wrong with it out."""

from paycat.checking.baseline import Baseline, baseline_text, fingerprint, read_baseline
from paycat.checking.folder import PAGES, check_folder, findings_for_baseline, settled_folder

__all__ = [
    "PAGES",
    "Baseline",
    "baseline_text",
    "check_folder",
    "findings_for_baseline",
    "fingerprint",
    "read_baseline",
    "settled_folder",
]
