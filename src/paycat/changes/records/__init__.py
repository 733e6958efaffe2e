"""Records of responses and events in both contracts in; what changed in them, and bodies that show it, out."""

from paycat.changes.records.comparing import record_changes
from paycat.changes.records.witness import record_witness

__all__ = ["record_changes", "record_witness"]
