"""Reports of a conformance run: what is printed, and what is written to files."""

from paycat.reporting.conformance.terminal import print_outcome

__all__ = ["print_outcome"]
