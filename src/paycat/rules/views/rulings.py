"""A catalogue in; every statement that holds rules on a value out: of field types, tables, methods and shapes."""

from collections.abc import Iterator
from dataclasses import dataclass

from paycat.catalogue.constraints import Constrained
from paycat.catalogue.fields import Hint, Rules
from paycat.catalogue.reading import Catalogue, Source
from paycat.catalogue.statement import Statement
from paycat.diagnostics import Span
from paycat.loading import Sequence, node_at
from paycat.rules.views.offers import offers
from paycat.rules.views.shapes import shapes


@dataclass(frozen=True, slots=True)
class Ruling:
    """Rules, and where they stand."""

    source: Source[Statement]
    path: tuple[str | int, ...]
    rules: Constrained

    @property
    def hints(self) -> tuple[Hint, ...]:
        """The hints beside the rules, which fields and their types may have."""
        return self.rules.hints if isinstance(self.rules, Rules) else ()

    def at(self, *path: str | int, key: bool = False) -> Span:
        """Return a place among the rules; as far as the path can be followed, so that short forms need no care."""
        return self.source.at(*self.path, *path, key=key)

    def hint_at(self, index: int, key: str) -> Span:
        """Return a place in a hint, which stands alone or in a list."""
        hints = node_at(self.source.node, (*self.path, "hints"))
        return self.at("hints", index, key) if isinstance(hints, Sequence) else self.at("hints", key)


def rulings(catalogue: Catalogue) -> Iterator[Ruling]:
    """The rules of every field type, of every field of a table, and of every field of a method."""
    types = catalogue.types
    for name, field_type in types.value.types.items():
        yield Ruling(types, ("types", name), field_type)
    for table in catalogue.requests.values():
        for path, field in table.value.fields.items():
            yield Ruling(table, ("fields", path), field)
    for offer in offers(catalogue):
        for path, field in offer.statement.fields.items():
            yield Ruling(offer.source, (offer.direction, "fields", path), field)


def rulings_of_shapes(catalogue: Catalogue) -> Iterator[Ruling]:
    """The rules of every shape of the interface."""
    for shape in shapes(catalogue):
        yield Ruling(shape.stated.source, shape.stated.path, shape.value)
