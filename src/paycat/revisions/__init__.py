"""Contracts of git revisions; their versions."""
