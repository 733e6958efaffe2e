"""Compares two contracts: what changed, for whom it breaks what, and a payload that proves it."""

from paycat.changes.change import Change, Comparison, Counterexample, Rating, Site
from paycat.changes.compare import compare, differing

__all__ = ["Change", "Comparison", "Counterexample", "Rating", "Site", "compare", "differing"]
