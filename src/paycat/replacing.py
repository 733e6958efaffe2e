"""One file of a project and its new text in; the file replaced whole out."""

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from paycat.diagnostics import Diagnostic, FindingsError, Span


def replace_file(path: Path, text: str, shown: str) -> None:
    """Give a file a new text, or make it with the folders above; whoever reads it meanwhile sees a whole text.

    The file keeps its mode, and a link stays a link. `shown` stands for it in findings. Raises FindingsError when it
    cannot be written.
    """
    target = path.resolve()
    staged: str | None = None
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        descriptor, staged = tempfile.mkstemp(prefix=".", suffix=".new", dir=target.parent)
        with os.fdopen(descriptor, "wb") as file:
            file.write(text.encode())
        if target.exists():
            shutil.copymode(target, staged)
        else:
            os.chmod(staged, 0o666 & ~_umask())
        os.replace(staged, target)
    except OSError as error:
        if staged:
            with suppress(OSError):
                os.unlink(staged)
        reason = (error.strerror or "unknown reason").lower()
        raise FindingsError([Diagnostic("file-unwritable", Span(shown), f"cannot write the file: {reason}")]) from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
