"""Subsets: smaller contracts, complete, and with nothing of the methods left out."""

from paycat.contract.subsets.selection import Selection, combined, selected
from paycat.contract.subsets.subset import subset_of

__all__ = ["Selection", "combined", "selected", "subset_of"]
