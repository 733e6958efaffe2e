"""A catalogue in; every name by which one part of the interface speaks of another out, with its place."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeVar

from paycat.catalogue.reading import Catalogue, Source
from paycat.catalogue.statement import Statement
from paycat.diagnostics import Span
from paycat.rules.views.shapes import references as records_of
from paycat.rules.views.shapes import shapes

Kind = Literal["parameter", "header", "record", "problem", "tag", "notification", "machine"]
S = TypeVar("S", bound=Statement)


@dataclass(frozen=True, slots=True)
class Reference:
    """A name of a part, where it stands; `inside` is the record whose own shape says it, if one does."""

    kind: Kind
    name: str
    span: Span
    inside: str | None = None


def known_names(catalogue: Catalogue, kind: Kind) -> dict[str, Span]:
    """Return the parts of a kind that exist, with their places."""
    places: dict[Kind, Callable[[], dict[str, Span]]] = {
        "parameter": lambda: _keys(catalogue.operations, "parameters", catalogue.operations.value.parameters),
        "header": lambda: _keys(catalogue.operations, "response_headers", catalogue.operations.value.response_headers),
        "record": lambda: _keys(catalogue.records, "records", catalogue.records.value.records),
        "problem": lambda: _keys(catalogue.problems, "problems", catalogue.problems.value.problems),
        "tag": lambda: _keys(catalogue.operations, "tags", catalogue.operations.value.tags),
        "notification": lambda: _keys(catalogue.events, "notifications", catalogue.events.value.notifications),
        "machine": lambda: _keys(catalogue.states, "machines", catalogue.states.value.machines),
    }
    return places[kind]()


def _keys(source: Source[S], table: str, names: Iterable[str]) -> dict[str, Span]:
    return {name: source.at(table, name, key=True) for name in names}


def references(catalogue: Catalogue) -> Iterator[Reference]:
    """Every reference of the interface files."""
    yield from _of_operations(catalogue)
    yield from _of_events(catalogue)
    yield from _of_problems_and_rules(catalogue)
    states = catalogue.states
    for name, machine in states.value.machines.items():
        yield Reference("record", machine.record, states.at("machines", name, "record"))
    for shape in shapes(catalogue):
        for record, span in records_of(shape):
            yield Reference("record", record, span, shape.record)
        for key, parameter in shape.value.of_parameters():
            yield Reference("parameter", parameter, shape.at(key, "parameter"))


def _of_operations(catalogue: Catalogue) -> Iterator[Reference]:
    source = catalogue.operations
    for name, stated in source.value.operations.items():
        here = ("operations", name)
        yield Reference("tag", stated.tag, source.at(*here, "tag"))
        yield Reference("record", stated.success.record, source.at(*here, "success", "record"))
        if stated.notification is not None:
            yield Reference("notification", stated.notification, source.at(*here, "notification"))
        for index, parameter in enumerate(stated.parameters):
            yield Reference("parameter", parameter, source.at(*here, "parameters", index))
        for index, header in enumerate(stated.success.headers):
            yield Reference("header", header, source.at(*here, "success", "headers", index))
        for index, problem in enumerate(stated.problems):
            yield Reference("problem", problem, source.at(*here, "problems", index))


def _of_events(catalogue: Catalogue) -> Iterator[Reference]:
    source = catalogue.events
    for name, event in source.value.types.items():
        yield Reference("machine", event.machine, source.at("types", name, "machine"))
    for name, stated in source.value.notifications.items():
        here = ("notifications", name)
        yield Reference("tag", stated.tag, source.at(*here, "tag"))
        yield Reference("record", stated.record, source.at(*here, "record"))
        yield Reference("machine", stated.machine, source.at(*here, "machine"))
        for index, header in enumerate(stated.headers):
            yield Reference("parameter", header, source.at(*here, "headers", index))


def _of_problems_and_rules(catalogue: Catalogue) -> Iterator[Reference]:
    problems, rulebook = catalogue.problems, catalogue.rulebook
    yield Reference("record", problems.value.record, problems.at("record"))
    for slug, problem in problems.value.problems.items():
        for index, header in enumerate(problem.headers):
            yield Reference("header", header, problems.at("problems", slug, "headers", index))
    stated = rulebook.value.idempotency
    yield Reference("parameter", stated.parameter, rulebook.at("idempotency", "parameter"))
    yield Reference("header", stated.replayed, rulebook.at("idempotency", "replayed"))
