"""Subsets: smaller contracts, complete, and with nothing of the methods left out."""

from paycat.contract.slices.selection import Selection, combined, selected
from paycat.contract.slices.slicing import sliced

__all__ = ["Selection", "combined", "selected", "sliced"]
