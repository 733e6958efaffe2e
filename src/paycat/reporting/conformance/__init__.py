"""Reports of a conformance run: what is printed, and what is written to files."""
