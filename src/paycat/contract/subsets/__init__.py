"""Subsets: smaller contracts, complete, and with nothing of the methods left out."""
