"""Compares two contracts: what changed, for whom it breaks what, and a payload that proves it."""

from paycat.changes.assessment import Assessment, Comparison, Counterexample, Rating
from paycat.changes.change import Change, Site
from paycat.changes.compare import compare, differing

__all__ = ["Assessment", "Change", "Comparison", "Counterexample", "Rating", "Site", "compare", "differing"]
