"""Every statement of a catalogue with its place, and what is found by going through all of them once."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from paycat.catalogue.annotations import Refers
from paycat.catalogue.canonical import PLAIN, held_by
from paycat.catalogue.reading import Catalogue, SourceFile, Stated
from paycat.catalogue.registers import Decisions, Errata
from paycat.catalogue.statement import Statement, keys_of
from paycat.catalogue.texts import prose_keys
from paycat.contract.paths import Steps
from paycat.diagnostics import Span
from paycat.yaml.nodes import Sequence, node_at


@dataclass(frozen=True, slots=True)
class Reference:
    """A name that a statement has for something stated elsewhere, and the path in the statement that leads to it."""

    kind: str
    name: str
    stated: Stated[Statement]
    path: Steps

    @property
    def span(self) -> Span:
        """Where the name is."""
        return self.stated.at(*self.path)

    @property
    def in_register(self) -> bool:
        """Whether gaps, decisions or errata name it."""
        return isinstance(self.stated.source.value, Decisions | Errata)


def statements(catalogue: Catalogue) -> Iterator[Stated[Statement]]:
    """Return every statement, file by file, each before those inside it."""
    for source in catalogue.files:
        yield from _in_file(source)


@lru_cache(maxsize=4096)  # Watching asks again about files that stay as they are.
def _in_file(source: SourceFile[Statement]) -> tuple[Stated[Statement], ...]:
    return tuple(_inside(Stated(source, (), source.value)))


@lru_cache(maxsize=4096)
def by_class_in(source: SourceFile[Statement]) -> dict[type, list[Stated[Statement]]]:
    """Return the statements of a file by their class and those that it derives from, each before those inside it."""
    statements_by_class: dict[type, list[Stated[Statement]]] = defaultdict(list)
    for statement in _in_file(source):
        for statement_class in type(statement.value).__mro__:
            statements_by_class[statement_class].append(statement)
    return statements_by_class


def references(catalogue: Catalogue) -> Iterator[Reference]:
    """Return every name under a key that the model marks as a reference."""
    for source in catalogue.files:
        yield from _references_in(source)


@lru_cache(maxsize=4096)
def _references_in(source: SourceFile[Statement]) -> tuple[Reference, ...]:
    return tuple(
        Reference(kind, name, statement, path)
        for statement in _in_file(source)
        for key, kind in _naming_keys(type(statement.value))
        for path, name in _leaves((key,), statement.value.value_of(key))
    )


@lru_cache(maxsize=4096)
def texts_in(source: SourceFile[Statement]) -> tuple[Stated[str], ...]:
    """Return every text for people in a file, without the specification's own words, payloads and examples."""
    return tuple(
        Stated(source, (*statement.path, *path), text)
        for statement in _in_file(source)
        for key in (*prose_keys(type(statement.value)), "allow")
        for path, text in _leaves((key,), statement.value.value_of(key))
    )


def _inside(statement: Stated[Statement]) -> Iterator[Stated[Statement]]:
    yield statement
    source, value, ancestors = statement.source, statement.value, (*statement.around, statement.value)
    for key in _holding_keys(type(value)):
        content = value.value_of(key)
        path = statement.path if value.whole else (*statement.path, key)
        if isinstance(content, Statement):
            yield from _inside(Stated(source, path, content, ancestors))
        elif isinstance(content, dict):
            # A table may be written as a list of its keys.
            is_list = value.whole and isinstance(node_at(source.node, path), Sequence)
            for index, (member_key, member) in enumerate(content.items()):
                if isinstance(member, Statement):
                    step = index if is_list else member_key
                    yield from _inside(Stated(source, (*path, step), member, ancestors, is_entry=True))
        elif isinstance(content, tuple):
            for index, member in enumerate(content):
                if isinstance(member, Statement) and member.own_key:
                    yield from _inside(Stated(source, (*path, member.own_key), member, ancestors, is_entry=True))
                elif isinstance(member, Statement):  # One may be written without a list, and then has the list's place.
                    is_alone = index == 0 and source.at(*path, 0) == source.at(*path)
                    yield from _inside(Stated(source, path if is_alone else (*path, index), member, ancestors))


def _leaves(path: Steps, value: Any) -> Iterator[tuple[Steps, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict | tuple):
        for step, inner_value in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _leaves((*path, step), inner_value)


@cache
def _holding_keys(model: type[Statement]) -> tuple[str, ...]:
    return tuple(key for key, content_kind in held_by(model).items() if content_kind != PLAIN)


@cache
def _naming_keys(model: type[Statement]) -> tuple[tuple[str, str], ...]:
    """Return the keys of a model that name something, each with the kind of what it names."""
    marked_keys = ((key, described.marks(Refers)) for key, described in keys_of(model).items())
    return tuple((key, marks[0].kind) for key, marks in marked_keys if marks)
