"""Progress on standard error: shown on a terminal when work takes longer than a second, silent when piped."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Step = Callable[[str], None]
"""Shows what is done now."""

_PATIENCE_SECONDS = 1.0
_FORCING = {"FORCE_COLOR", "TTY_COMPATIBLE"}
"""The variables that may make rich take a pipe for a terminal."""


@contextmanager
def progress() -> Iterator[Step]:
    """Yield a function to call with each step of the work inside the `with` block; a line shows it after a second."""
    if not _may_be_terminal():
        yield _silent
        return
    from paycat.reporting.terminal import Terminal  # noqa: PLC0415 - slow; nothing is shown without a terminal

    console, begun = Terminal(stderr=True), time.monotonic()
    line = console.status("")

    def show(doing: str) -> None:
        line.update(doing)
        if console.is_terminal and time.monotonic() - begun > _PATIENCE_SECONDS:
            line.start()

    try:
        yield show
    finally:
        line.stop()


@contextmanager
def bar(total: int) -> Iterator[Step]:
    """Yield a function to call with the name of each of `total` pieces of work; a bar shows them."""
    if not _may_be_terminal():
        yield _silent
        return
    from rich import progress as rich_progress  # noqa: PLC0415 - as above

    from paycat.reporting.terminal import Terminal  # noqa: PLC0415 - as above

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
