"""Contracts of git revisions; versions and approvals."""
