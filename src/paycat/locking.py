"""One writer at a time in a folder."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform != "win32":
    import fcntl


@contextmanager
def locked(folder: Path) -> Iterator[bool]:
    """Wait until no other run writes to a folder, then keep others out; give whether the folder is locked.

    The folder itself is locked, so no file is made, and the system lifts the lock however a run ends. Windows and some
    network file systems cannot lock a folder: there a run goes on without. Raises OSError when there is no such folder.
    """
    if sys.platform == "win32":
        yield False
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        except OSError:
            yield False
        else:
            yield True
    finally:
        os.close(descriptor)
