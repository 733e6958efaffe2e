"""A catalogue in; every shape of its records, parameters and response headers out, with its place."""

from collections.abc import Iterator
from dataclasses import dataclass

from paycat.catalogue.reading import Catalogue, Source
from paycat.catalogue.shapes import Shape, Shaped
from paycat.catalogue.statement import Statement, keys
from paycat.contract.resolved_shapes import ResolvedShape, resolved_shape
from paycat.diagnostics import Span
from paycat.loading import Mapping, node_at
from paycat.rules.views.statements import Path, Stated


@dataclass(frozen=True, slots=True)
class StatedShape:
    """A shape, where it stands, and the record that it is a part of, if it is one of a record."""

    stated: Stated
    value: Shaped
    record: str | None

    @property
    def home(self) -> tuple[str, str]:
        """The table and the key of the record, parameter or header."""
        return str(self.stated.path[0]), str(self.stated.path[1])

    @property
    def has_unknown_keys(self) -> bool:
        """Whether it has keys that were reported, and that may say what seems to be missing."""
        node = node_at(self.stated.source.node, self.stated.path)
        known = keys(type(self.value))
        return isinstance(node, Mapping) and any(entry.key.text not in known for entry in node.entries)

    def resolved(self, catalogue: Catalogue) -> ResolvedShape:
        """Return what the value looks like."""
        return resolved_shape(catalogue, self.value, self.record)

    def at(self, *path: str | int, key: bool = False) -> Span:
        """Return a place in the shape, or with `key` the place of its key."""
        return self.stated.at(*path, key=key)


def shapes(catalogue: Catalogue) -> Iterator[StatedShape]:
    """Every shape, each before those that are a part of it."""
    operations, records = catalogue.operations, catalogue.records
    for table, scalars in (
        ("parameters", operations.value.parameters),
        ("response_headers", operations.value.response_headers),
    ):
        for name, scalar in scalars.items():
            yield StatedShape(Stated(operations, (table, name), scalar, ()), scalar, None)
    for name, record in records.value.records.items():
        yield from _inside(records, ("records", name), record, name)


def _inside(source: Source[Statement], path: Path, value: Shape, record: str) -> Iterator[StatedShape]:
    yield StatedShape(Stated(source, path, value, ()), value, record)
    if value.of:
        yield from _inside(source, (*path, "of"), value.of, record)
    for name, member in value.members.items():
        yield from _inside(source, (*path, "members", name), member, record)


def references(shape: StatedShape) -> Iterator[tuple[str, Span]]:
    """Every name of a record in a shape, without those of the shapes inside it."""
    if isinstance(shape.value, Shape):
        if shape.value.record is not None:
            yield shape.value.record, shape.at("record")
        for word, record in shape.value.variants.items():
            yield record, shape.at("variants", word)
