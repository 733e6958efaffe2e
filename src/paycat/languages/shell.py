"""Source of a POSIX shell (IEEE 1003.1, Shell Command Language)."""

import shlex

from paycat.languages.source import Source


def shell(text: str) -> Source:
    """Return a text as one word of a command. Raises ValueError for a text of several lines, or with a NUL."""
    if "\0" in text or "\n" in text or "\r" in text:
        raise ValueError("a word of a command is one line")
    return Source(shlex.quote(text), "shell")
