"""A catalogue in; every statement that holds rules on a value out: of field types, tables and methods."""

from collections.abc import Iterator
from dataclasses import dataclass

from paycat.catalogue.fields import FieldTypes, RequestTable, Rules
from paycat.catalogue.methods import Method
from paycat.catalogue.reading import Catalogue, Source
from paycat.diagnostics import Span
from paycat.loading import Sequence, node_at
from paycat.rules.views.offers import offers


@dataclass(frozen=True, slots=True)
class Ruling:
    """Rules, and where they stand."""

    source: Source[FieldTypes] | Source[RequestTable] | Source[Method]
    path: tuple[str, ...]
    rules: Rules

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
