"""Watches a project, and checks and generates again whenever a file is saved."""

from paycat.watching.loop import watch

__all__ = ["watch"]
