"""What the system refuses, wherever it does: no bug of paycat, and nothing that a command could do without."""

import errno
import os
import shutil
import sys
from contextlib import suppress

from paycat.cli.printing import echo
from paycat.diagnostics import Diagnostic, Span

_SEE = "see who may use this file or folder, and what space is left"
_REFUSALS = {
    *(errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ENOMEM),
    *(errno.ENAMETOOLONG, errno.ELOOP, errno.EMFILE, errno.ENFILE, errno.ESTALE, errno.ETXTBSY, errno.EBUSY),
}
"""What the state of the machine brings about: rights, space, limits, broken disks. A wrong path is not among them."""


def refused_by_system(error: OSError) -> Diagnostic | None:
    """Return the finding for an error that the system is the cause of, or None when it may be a bug."""
    if _is_folder_gone():
        return Diagnostic("system-refused", Span("."), "the current folder was removed", "go to another folder")
    if isinstance(error, shutil.Error) and isinstance(error.args[0], list):
        copied, _, why = error.args[0][0]
        return Diagnostic("system-refused", Span(os.fspath(copied)), f"the system refuses to copy this: {why}", _SEE)
    if error.errno not in _REFUSALS:
        return None
    place = Span(os.fspath(error.filename) if isinstance(error.filename, str) else ".")
    message = f"the system refuses this: {(error.strerror or 'unknown reason').lower()}"
    return Diagnostic("system-refused", place, message, _SEE)


def give_up_printing(error: OSError) -> None:
    """Say on standard error that standard output takes nothing more; nothing at all when its reader went away."""
    if error.errno != errno.EPIPE:
        reason = (error.strerror or "unknown reason").lower()
        with suppress(OSError):  # Standard error may go to the same place.
            echo(f"paycat: cannot print everything: {reason}", err=True)
    with suppress(OSError, ValueError):  # What is left to print would fail once more when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _is_folder_gone() -> bool:
    try:
        os.getcwd()
    except FileNotFoundError:
        return True
    return False
