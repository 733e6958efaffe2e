"""What is known of one thing: what it is, where it is, why, what carries it, and what tests it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from paycat.catalogue.statement import Place
from paycat.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Explanation:
    """A heading and sections of lines; a section without lines is not printed."""

    heading: str
    what: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    tested: tuple[str, ...] = ()
    example: tuple[str, ...] = ()
    fix: tuple[str, ...] = ()

    def sections(self) -> dict[str, tuple[str, ...]]:
        """Return the sections that have lines, by their names for people."""
        named = {
            "what": self.what,
            "stands in": self.places,
            "why": self.why,
            "carried by": self.carried,
            "tested by": self.tested,
            "example": self.example,
            "fix": self.fix,
        }
        return {name: lines for name, lines in named.items() if lines}


Named = Iterator[tuple[str, Callable[[], Explanation]]]
"""Names, each with a function that explains what has the name."""


def at(place: Place | Span) -> str:
    """Return a place as `file:line`."""
    return f"{place.path}:{place.line}" if place.line else place.path
