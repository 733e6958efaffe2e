"""Explain a name of a project or a finding: what it is, where it is, why, what carries it, and what tests it."""
