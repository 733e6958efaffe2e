"""The Markdown files of a catalogue, apart from its statements: what a run kept is found without importing models."""

import re
from contextlib import suppress
from pathlib import Path, PurePosixPath

from paycat.files.confining import confined
from paycat.files.line_endings import with_line_feeds
from paycat.files.reading import file_bytes

RELEASES = "releases.md"
"""What earlier versions changed."""

_NOT_RELEASED = re.compile(r"^## \S+ \(not released\)[ \t]*\n(?:(?!## ).*\n?)*", re.MULTILINE)


def of_released_versions(releases: str) -> str:
    """Return the text of releases.md without the sections of versions that are not released: they still change."""
    return _NOT_RELEASED.sub("", releases)


def markdown(folder: Path, file_name: str) -> str:
    """Return the text of a Markdown file in a folder; nothing if it is not there or elsewhere. Raises OSError."""
    path = PurePosixPath(file_name)
    if not file_name.isprintable() or path.is_absolute() or ".." in path.parts or path.suffix != ".md":
        return ""
    with suppress(FileNotFoundError):
        return with_line_feeds(file_bytes(confined(folder / path)).decode("utf-8", errors="replace"))
    return ""
