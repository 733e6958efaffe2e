"""Mutants: artefacts changed in one place, which the vectors must notice, or which prove to mean the same."""
