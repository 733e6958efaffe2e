"""Progress on standard error: shown when work takes longer than a second, silent when piped."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.status import Status

_PATIENCE_SECONDS = 1.0


class Progress:
    """Says what is being done, once the work has taken a second."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._begun = time.monotonic()
        self._status: Status | None = None

    def __call__(self, doing: str) -> None:
        """Say what is done now."""
        if not self._console.is_terminal:
            return
        if self._status:
            self._status.update(doing)
        elif time.monotonic() - self._begun > _PATIENCE_SECONDS:
            self._status = self._console.status(doing)
            self._status.start()

    def stop(self) -> None:
        """Take the line away."""
        if self._status:
            self._status.stop()


@contextmanager
def progress() -> Iterator[Progress]:
    """Return a progress line for the work inside the `with` block."""
    line = Progress(Console(stderr=True))
    try:
        yield line
    finally:
        line.stop()
