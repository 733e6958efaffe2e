"""Tables and styles on a terminal, which no printed text can control."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from paycat.text.characters import visible

Column = Literal["word", "text", "number"]
"""What a column has: words, which are in one line; texts, which are wrapped; or numbers, which end below each other."""


class Terminal(Console):
    """Prints tables and styles; texts are no markup and cannot control the terminal.

    When piped, a table is at least `narrowest_width` characters wide.
    """

    def __init__(self, *, narrowest_width: int | None = None, stderr: bool = False) -> None:
        super().__init__(highlight=False, markup=False, emoji=False, stderr=stderr)
        if narrowest_width and not self.is_terminal:
            self.width = narrowest_width

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Return the pieces of what is printed; control codes are those of the library alone."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(visible(segment.text), segment.style)

    def on_broken_pipe(self) -> None:
        """Raise BrokenPipeError: the command ends as where it prints plain text."""
        raise BrokenPipeError

    def print_table(self, columns: Mapping[str, Column], rows: Iterable[Sequence[str | int]]) -> None:
        """Print rows of cells below the names of the columns."""
        table = Table(box=None, pad_edge=False)
        for name, column in columns.items():
            is_number = column == "number"
            table.add_column(name, justify="right" if is_number else "left", no_wrap=column == "word", overflow="fold")
        for row in rows:
            table.add_row(*(Text(f"{cell:,}" if isinstance(cell, int) else cell) for cell in row))
        self.print(table)
