"""Source of a POSIX shell (IEEE 1003.1, Shell Command Language)."""

import shlex

from paycat.languages.source import Source, UnsuitableValueError


def shell(text: str) -> Source:
    """Return a text as one word of a command. Raises UnsuitableValueError for other than one line."""
    if "\0" in text or "\n" in text or "\r" in text:
        raise UnsuitableValueError("a word of a command is one line")
    return Source(shlex.quote(text), "shell")
