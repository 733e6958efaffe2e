"""Tables, styles and progress on a terminal: nothing in a text that is printed acts on it.

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
    """Prints tables and styles; texts are no markup, and nothing in them acts on the terminal.

    Where no person sees it, a table is at least `narrowest` signs wide.
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
    """Says what is being done, once the work has taken a second."""

    def __init__(self, console: Terminal) -> None:
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
    line = Progress(Terminal(stderr=True))
    try:
        yield line
    finally:
        line.stop()


@contextmanager
def bar(total: int) -> Iterator[Callable[[str], None]]:
    """Return a function that is told what each of `total` pieces of work was about; a bar shows it on a terminal."""
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
