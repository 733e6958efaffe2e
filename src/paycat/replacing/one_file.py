"""One file, replaced whole."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

from paycat.files import real_path

SUFFIX = ".paycat-new"
"""What the name of a file ends with that waits to be renamed; no one else gives a file such a name."""


def replace_file(path: Path, data: bytes) -> None:
    """Give a file new bytes, or make it with the folders above; whoever reads it meanwhile sees a whole text.

    The file keeps its mode, and a link stays a link. A run that is killed leaves its new text beside the file at most,
    where the next one writes its own. Raises OSError, and then the file is as it was.
    """
    target = real_path(path)
    staged = staged_beside(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        with suppress(FileNotFoundError):
            staged.unlink()
        descriptor = os.open(staged, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, staged)
        os.replace(staged, target)
    except BaseException:
        with suppress(OSError):
            staged.unlink()
        raise


def staged_beside(target: Path) -> Path:
    """Return where the new text of a file waits until it is whole."""
    return target.with_name(f".{target.name}{SUFFIX}")
