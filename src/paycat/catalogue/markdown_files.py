"""The Markdown files of a catalogue, apart from its statements: what a run kept is found without importing models."""

import re
from contextlib import suppress
from pathlib import Path, PurePosixPath

from paycat.files.reading import file_bytes

RELEASES = "releases.md"
"""What earlier versions changed."""

_NOT_RELEASED = re.compile(r"^## \S+ \(not released\)[ \t]*\n(?:(?!## ).*\n?)*", re.MULTILINE)


def of_released_versions(releases: str) -> str:
    """Return the text of releases.md without the sections of versions that are not released: they still change."""
    return _NOT_RELEASED.sub("", releases)


def markdown(folder: Path, file: str) -> str:
    """Return the text of a Markdown file in a folder; nothing if it is not there or elsewhere."""
    path = PurePosixPath(file)
    inside = file.isprintable() and not path.is_absolute() and ".." not in path.parts
    with suppress(OSError):
        return file_bytes(folder / path).decode("utf-8", errors="replace") if inside and path.suffix == ".md" else ""
    return ""
