"""Vectors × engines: every engine must give every vector the same violations."""
