"""One file of a project and its new text in; the file replaced whole out."""

import os
import tempfile
from pathlib import Path

from paycat.diagnostics import Diagnostic, FindingsError, Span


def replace_file(path: Path, text: str, shown: str) -> None:
    """Give a file a new text, or make it; whoever reads it meanwhile sees the old text or the new one, whole.

    The file keeps its mode. `shown` stands for it in findings. Raises FindingsError when it cannot be written.
    """
    written: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        with tempfile.NamedTemporaryFile("wb", dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            written = Path(file.name)
            file.write(text.encode())
        written.chmod(mode)
        os.replace(written, path)
    except OSError as error:
        if written:
            written.unlink(missing_ok=True)
        reason = (error.strerror or "unknown reason").lower()
        raise FindingsError([Diagnostic("file-unwritable", Span(shown), f"cannot write the file: {reason}")]) from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
