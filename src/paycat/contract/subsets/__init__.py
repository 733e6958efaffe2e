"""Subsets: smaller contracts, complete, and with nothing of the methods left out."""

from paycat.contract.subsets.selection import Selection, combined, selected
from paycat.contract.subsets.subset import subset_of
from paycat.contract.subsets.whole import Whole

__all__ = ["Selection", "Whole", "combined", "selected", "subset_of"]
