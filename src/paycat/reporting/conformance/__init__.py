"""Reports of a conformance run: what is printed, and what is written to files."""

from paycat.reporting.conformance.terminal import print_by_subject, print_outcome

__all__ = ["print_by_subject", "print_outcome"]
