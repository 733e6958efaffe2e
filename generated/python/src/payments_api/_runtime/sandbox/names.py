# Part of paycat's runtime, copied unchanged. Do not edit.

"""The names of workers: no two processes that use a database have the same one."""

import errno
import sys
from pathlib import Path
from typing import IO

from .store import Store, WrongDatabaseError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_TAKEN = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)


def claim_name(store: Store, prefix: str, most: int) -> tuple[str, IO[str]]:
    """Return the first name of a worker that no process has, and the lock that keeps it.

    The system releases the lock when the process ends, however it ends, so the worker that replaces it has its name.
    Raises WrongDatabaseError if all names are taken, and OSError if the system cannot lock a file there.
    """
    beginning = store.beginning_of_locks()
    for number in range(1, most + 1):
        name = f"{prefix}{number}"
        path = Path(f"{beginning}-{name}.lock")
        file = path.open("a", encoding="utf-8")
        if _is_locked(file.fileno()):
            return name, file
        file.close()
    raise WrongDatabaseError(
        "Another sandbox uses the database. Stop that one, or give this one another --database or --name."
    )


def _is_locked(descriptor: int) -> bool:
    """Return whether a file is locked for this process; False if another one has locked it."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _TAKEN:
            return False
        raise
    return True
