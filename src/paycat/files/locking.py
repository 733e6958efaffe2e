"""One writer at a time in a folder."""

import errno
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from paycat.interrupting import raise_if_interrupted
from paycat.text.characters import visible

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

PATIENCE = 300.0
"""Seconds that a run waits for another one; what takes longer hangs."""

_PAUSE = 0.05
_TAKEN = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)


@contextmanager
def locked(folder: Path) -> Iterator[bool]:
    """Wait until no other run writes to a folder, then keep others out; yield whether the folder is locked.

    The folder itself is locked, so no file is made, and the system releases the lock however a run ends. Windows
    cannot lock a folder: there a temporary file is locked, whose name follows from the path of the folder. Some
    network file systems lock nothing: there a run continues without. A run that waits reports it on standard error.
    Raises OSError if there is no such folder, and if the other run takes longer than PATIENCE; and KeyboardInterrupt
    if a library lost one, as nothing may be written then.
    """
    raise_if_interrupted()
    descriptor = _opened(folder)
    try:
        yield _lock(descriptor, folder)
    finally:
        os.close(descriptor)


def is_locked(folder: Path) -> bool:
    """Return whether another run has locked a folder. Raises OSError if there is no such folder."""
    descriptor = _opened(folder)
    try:
        return _try_lock(descriptor) is None
    finally:
        os.close(descriptor)


def _opened(folder: Path) -> int:
    """Return the descriptor of what is locked for a folder. Raises OSError if there is no such folder."""
    if sys.platform != "win32":
        return os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    real_path = os.path.normcase(folder.resolve(strict=True))
    lock_name = f"paycat-{sha256(real_path.encode()).hexdigest()[:16]}.lock"
    return os.open(Path(tempfile.gettempdir(), lock_name), os.O_RDWR | os.O_CREAT)


def _lock(descriptor: int, folder: Path) -> bool:
    if (has_lock := _try_lock(descriptor)) is not None:
        return has_lock
    sys.stderr.write(f"Waiting for another run of paycat in {visible(str(folder))}.\n")
    sys.stderr.flush()
    deadline = time.monotonic() + PATIENCE
    while (has_lock := _try_lock(descriptor)) is None:
        if time.monotonic() > deadline:
            raise OSError(errno.EBUSY, f"another run of paycat has been writing for {PATIENCE:g} seconds", str(folder))
        time.sleep(_PAUSE)
    return has_lock


def _try_lock(descriptor: int) -> bool | None:
    """Return whether a folder is locked; None while another run has locked it."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return None if error.errno in _TAKEN else False
    return True
