"""A server that runs somewhere, tested with the vectors over HTTP."""
