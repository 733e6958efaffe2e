"""Tables, styles and progress on a terminal, which no printed text can control.

Progress is on standard error: shown when work takes longer than a second, silent when piped.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from rich import progress as rich_progress
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.status import Status

from paycat.characters import visible

_PATIENCE_SECONDS = 1.0


class Terminal(Console):
    """Prints tables and styles; texts are no markup and cannot control the terminal.

    When piped, a table is at least `narrowest` characters wide.
    """

    def __init__(self, *, narrowest: int | None = None, stderr: bool = False) -> None:
        super().__init__(highlight=False, markup=False, emoji=False, stderr=stderr)
        if narrowest and not self.is_terminal:
            self.width = narrowest

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Return the pieces of what is printed; control codes are those of the library alone."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(visible(segment.text), segment.style)


class Progress:
    """Shows the current step, once the work has taken a second."""

    def __init__(self, console: Terminal) -> None:
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
def progress() -> Iterator[Progress]:
    """Yield a progress line for the work inside the `with` block."""
    line = Progress(Terminal(stderr=True))
    try:
        yield line
    finally:
        line.stop()


@contextmanager
def bar(total: int) -> Iterator[Callable[[str], None]]:
    """Yield a function to call with the name of each of `total` pieces of work; a bar shows them on a terminal."""
    console = Terminal(stderr=True)
    columns = (
        rich_progress.TextColumn("{task.description}", markup=False),
        rich_progress.BarColumn(),
        rich_progress.MofNCompleteColumn(),
        rich_progress.TimeRemainingColumn(),
    )
    with rich_progress.Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as shown:
        task = shown.add_task("", total=total)

        def advance(doing: str) -> None:
            shown.update(task, description=doing, advance=1)

        yield advance
