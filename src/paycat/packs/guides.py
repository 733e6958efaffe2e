"""The guides that come with paycat, for the templates of reference pages."""

from paycat.files.installed import DOCS, bundled
from paycat.files.reading import file_bytes
from paycat.languages.source import UnsuitableValueError
from paycat.pages.guides import GuidePart, guide_parts
from paycat.pages.navigation import GUIDES


def guide(path: str) -> list[GuidePart]:
    """Return the parts of the guide for the page at a path. Raises UnsuitableValueError if no guide is its text."""
    if path not in GUIDES:
        raise UnsuitableValueError(f"no guide is the text of the page {path}")
    return guide_parts(file_bytes(bundled(DOCS) / path.replace(".html", ".md")).decode("utf-8"))
