"""A catalogue and a decision in; the statements that are marked with it out, each with its path in its file."""

from collections.abc import Iterator
from dataclasses import dataclass

from paycat.catalogue.reading import Catalogue
from paycat.diagnostics import Span
from paycat.loading import Mapping, Node, Sequence
from paycat.rules.statements import citations

Steps = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Marked:
    """A mapping that is marked with a decision: its place, its path from the file's root, and its keys."""

    span: Span
    steps: Steps
    keys: tuple[str, ...]

    @property
    def told(self) -> str:
        """The place and the path, for people."""
        return f"{self.span.path}:{self.span.line} ({'.'.join(map(str, self.steps)) or 'the file'})"


def marked(catalogue: Catalogue, decision: str) -> tuple[Marked, ...]:
    """Return every statement outside the registers that is marked with the decision."""
    places = {one.span for one in citations(catalogue) if one.name == decision}
    roots = [source.node for source in catalogue.files if source.name in {place.path for place in places}]
    return tuple(found for root in roots for found in _holding(root, (), places))


def _holding(node: Node, steps: Steps, places: set[Span]) -> Iterator[Marked]:
    if isinstance(node, Mapping):
        if any(_marks(entry.value) & places for entry in node.entries):
            yield Marked(node.span, steps, tuple(entry.key.text for entry in node.entries))
        for entry in node.entries:
            yield from _holding(entry.value, (*steps, entry.key.text), places)
    elif isinstance(node, Sequence):
        for number, item in enumerate(node.items):
            yield from _holding(item, (*steps, number), places)


def _marks(value: Node) -> set[Span]:
    """Return where ids may stand in the value of a key: it is one, or a list of them."""
    if isinstance(value, Sequence):
        return {item.span for item in value.items}
    return {value.span}
