"""A catalogue in; every name that it gives to something out, by kind, with its place."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from paycat.catalogue.reading import Catalogue, Source
from paycat.catalogue.shapes import Shape
from paycat.catalogue.statement import Statement
from paycat.contract.paths import ITEM
from paycat.diagnostics import Span
from paycat.rules.views.offers import offers
from paycat.rules.views.shapes import shapes

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Name:
    """A name, the kind of what has it in the plural, and the place where it may not stand twice, if there is one."""

    kind: str
    text: str
    source: Source[Statement]
    path: Path
    scope: str = ""

    @property
    def span(self) -> Span:
        """Where the name is given."""
        return self.source.at(*self.path, key=True)


def names(catalogue: Catalogue) -> Iterator[Name]:
    """Every name, kind by kind; a dotted path is several names."""
    yield from _members(catalogue)
    yield from _of_files(catalogue)
    yield from _of_interface(catalogue)


def _of_files(catalogue: Catalogue) -> Iterator[Name]:
    yield from _keys("field types", catalogue.types, ("types",), catalogue.types.value.types)
    for name, table in catalogue.requests.items():
        yield Name("request tables", name, table, ())
    for method in catalogue.methods.values():
        yield Name("methods", method.value.method_code, method, ("method_code",))
    for samples in catalogue.samples.values():
        for name in samples.value.samples:
            yield Name("samples", name, samples, ("samples", name), samples.name)


def _of_interface(catalogue: Catalogue) -> Iterator[Name]:
    operations, events, problems = catalogue.operations, catalogue.events, catalogue.problems
    yield from _keys("parameters", operations, ("parameters",), operations.value.parameters)
    yield from _keys("response headers", operations, ("response_headers",), operations.value.response_headers)
    yield from _keys("operations", operations, ("operations",), operations.value.operations)
    yield from _keys("records", catalogue.records, ("records",), catalogue.records.value.records)
    yield from _keys("state machines", catalogue.states, ("machines",), catalogue.states.value.machines)
    for name, machine in catalogue.states.value.machines.items():
        yield from _keys("states", catalogue.states, ("machines", name, "states"), machine.states)
    for event in events.value.types:
        yield from (Name("events", part, events, ("types", event)) for part in event.split("."))
    yield from _keys("notifications", events, ("notifications",), events.value.notifications)
    yield from _keys("problems", problems, ("problems",), problems.value.problems)
    yield from _keys("codes", problems, ("refusal_codes",), problems.value.refusal_codes)
    yield from _keys("codes", problems, ("failure_codes",), problems.value.failure_codes)


def _members(catalogue: Catalogue) -> Iterator[Name]:
    for table in catalogue.requests.values():
        yield from _steps(table, ("containers",), table.value.containers)
        yield from _steps(table, ("fields",), table.value.fields)
    for offer in offers(catalogue):
        yield from _steps(offer.source, (offer.direction, "containers"), offer.statement.containers)
        yield from _steps(offer.source, (offer.direction, "fields"), offer.statement.fields)
    for shape in shapes(catalogue):
        if isinstance(shape.value, Shape):
            stated = shape.stated
            yield from _keys("members", stated.source, (*stated.path, "members"), shape.value.members)


def _steps(source: Source[Statement], home: Path, paths: Iterable[str]) -> Iterator[Name]:
    for path in paths:  # Paths of another form were reported when the request was settled.
        if re.fullmatch(r"[a-z0-9_.\[\]]+", path):
            yield from (Name("members", step, source, (*home, path)) for step in path.replace(ITEM, "").split("."))


def _keys(kind: str, source: Source[Statement], home: Path, entries: Iterable[str]) -> Iterator[Name]:
    yield from (Name(kind, name, source, (*home, name)) for name in entries)
