"""Progress on standard error: shown on a terminal when work takes longer than a second, silent when piped."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.status import Status

    from paycat.terminal import Terminal

Step = Callable[[str], None]
"""Shows what is done now."""

_PATIENCE_SECONDS = 1.0
_FORCING = {"FORCE_COLOR", "TTY_COMPATIBLE"}
"""The variables that may make rich take a pipe for a terminal."""


class Progress:
    """Shows the current step, once the work has taken a second."""

    def __init__(self, console: "Terminal") -> None:
        self._console = console
        self._begun = time.monotonic()
        self._status: Status | None = None

    def __call__(self, doing: str) -> None:
        """Show the current step."""
        if not self._console.is_terminal:
            return
        if self._status:
            self._status.update(doing)
        elif time.monotonic() - self._begun > _PATIENCE_SECONDS:
            self._status = self._console.status(doing)
            self._status.start()

    def stop(self) -> None:
        """Remove the line."""
        if self._status:
            self._status.stop()


@contextmanager
def progress() -> Iterator[Step]:
    """Yield a function to call with each step of the work inside the `with` block."""
    if not _may_be_terminal():
        yield _silent
        return
    from paycat.terminal import Terminal  # noqa: PLC0415 - slow; nothing is shown without a terminal

    line = Progress(Terminal(stderr=True))
    try:
        yield line
    finally:
        line.stop()


@contextmanager
def bar(total: int) -> Iterator[Step]:
    """Yield a function to call with the name of each of `total` pieces of work; a bar shows them."""
    if not _may_be_terminal():
        yield _silent
        return
    from rich import progress as rich_progress  # noqa: PLC0415 - as above

    from paycat.terminal import Terminal  # noqa: PLC0415 - as above

    columns = (
        rich_progress.TextColumn("{task.description}", markup=False),
        rich_progress.BarColumn(),
        rich_progress.MofNCompleteColumn(),
        rich_progress.TimeRemainingColumn(),
    )
    console = Terminal(stderr=True)
    with rich_progress.Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as shown:
        task = shown.add_task("", total=total)

        def advance(doing: str) -> None:
            shown.update(task, description=doing, advance=1)

        yield advance


def _may_be_terminal() -> bool:
    """Tell without importing rich."""
    return sys.stderr.isatty() or not _FORCING.isdisjoint(os.environ)


def _silent(doing: str) -> None:
    """Show nothing."""
