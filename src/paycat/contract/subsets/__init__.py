"""Subsets: smaller contracts, complete, and with nothing of the methods left out."""

from paycat.contract.subsets.selection import Selection, combined, selected
from paycat.contract.subsets.subset import part_of, subset_of
from paycat.contract.subsets.whole import Whole

__all__ = ["Selection", "Whole", "combined", "part_of", "selected", "subset_of"]
