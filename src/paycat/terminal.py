"""Tables and styles on a terminal, which no printed text can control."""

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from paycat.characters import visible


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
