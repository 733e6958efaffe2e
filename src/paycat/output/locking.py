"""One writer at a time in an output folder."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from paycat.output.place import Place

if sys.platform != "win32":
    import fcntl


@contextmanager
def locked(place: Place) -> Iterator[None]:
    """Wait until no other run writes to the output folder, then keep others out.

    The folder itself is locked, so no file is made, and the system lifts the lock however a run ends.
    Windows cannot lock a folder: there nothing is locked.
    """
    if sys.platform == "win32":
        yield
        return
    with place.writing():
        descriptor = os.open(place.folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        with suppress(OSError):  # Some network file systems lock no folders; there a run goes on without.
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
