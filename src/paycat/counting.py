"""Counts with their nouns: the one place for plurals."""

from typing import Any


def plural(count: Any, noun: str) -> str:
    """Return a noun as it is after a count: `character` after 1, else `characters`."""
    return noun if count == 1 else f"{noun}s"


def counted(count: int, noun: str) -> str:
    """Return a count with its noun: `1 file`, `2,000 files`."""
    return f"{count:,} {plural(count, noun)}"
