"""The files of a release in, a folder with them out: whole, or not at all."""

import shutil
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from paycat.diagnostics import Diagnostic, FindingsError, Span


class PublishedError(Exception):
    """The release is there already; a release never changes."""


def publish(files: Mapping[str, bytes], folder: Path, shown: str) -> None:
    """Write files below a new folder, called `shown` in findings. A folder that holds the same files is left alone.

    Raises PublishedError when the folder holds anything else, and FindingsError when it cannot be written.
    """
    if folder.exists():
        if held(folder) != files:
            raise PublishedError(shown)
        return
    staged: Path | None = None
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        staged = Path(tempfile.mkdtemp(prefix=".", suffix=".new", dir=folder.parent))
        for path, data in files.items():
            (staged / path).parent.mkdir(parents=True, exist_ok=True)
            (staged / path).write_bytes(data)
        staged.chmod(0o755)
        staged.rename(folder)
    except OSError as error:
        if staged:
            with suppress(OSError):
                shutil.rmtree(staged)
        reason = (error.strerror or "unknown reason").lower()
        raise FindingsError(
            [Diagnostic("file-unwritable", Span(shown), f"cannot write the release: {reason}")]
        ) from error


def held(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder by path."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}
