"""What comes with paycat and is for nothing in a catalogue: neither rules nor its contract have it."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache as kept
from typing import TYPE_CHECKING, Any

from paycat.cache import Cache
from paycat.catalogue.annotations import Refers
from paycat.catalogue.canonical import PLAIN, held_by
from paycat.catalogue.derived.value import field_tables
from paycat.catalogue.problems import NEEDED, OF_CAUSES, OF_REPETITION
from paycat.catalogue.statement import Statement, keys_of
from paycat.catalogue.values import READING
from paycat.yaml.nodes import Entry, Mapping, Node

if TYPE_CHECKING:
    from paycat.catalogue.reading import Catalogue, SourceFile

_Entry = tuple[str, str]
"""An entry of a table: the key of the table, and its own."""
_TABLES = {
    "parameter": "parameters",
    "header parameter": "parameters",
    "response header": "response_headers",
    "record": "records",
    "problem": "problems",
    "credential": "credentials",
}
"""The tables in which entries are shipped, by the kind of name that refers to them."""
_MEMBERS = {
    cause: {"method_code" if word == "method" else word for word in words} for cause, words in OF_CAUSES.items()
}
_OF_SOME = {name for names in _MEMBERS.values() for name in names}
"""Members of the shipped record of problems that only the problem of a cause has."""


def needed_causes(catalogue: "Catalogue") -> Iterator[str]:
    """Yield the causes that a service needs a problem for, whatever its operations name."""
    yield from NEEDED
    if catalogue.rulebook.value.idempotency:
        yield from OF_REPETITION
    offers = [offer for method in catalogue.methods.values() for offer in method.value.offers.values()]
    tables = [table for _, table in field_tables(catalogue)]
    tables += [field_type.members for field_type in catalogue.types.value.types.values()]
    roles = {field.role for table in tables for field in table.values()}
    if "method" in {*roles, *(parameter.role for parameter in catalogue.operations.value.parameters.values())}:
        yield "unknown_method"
        if any(offer.availability != "supported" for offer in offers):
            yield "unavailable_direction"


def without_idle(catalogue: "Catalogue", cache: Cache) -> "Catalogue":
    """Return a catalogue without the shipped entries of tables that nothing needs or names."""
    causes, problems = {*needed_causes(catalogue)}, catalogue.problems.value.problems
    used = {("problems", slug) for slug, problem in problems.items() if problem.cause in causes}
    tables = (catalogue.operations, catalogue.records, catalogue.problems, catalogue.rulebook)
    sources = (*tables, catalogue.states, catalogue.events, catalogue.sandbox)
    names = [pair for source in sources if source for pair in cache.of(_names_of, source)]
    while new := {named for owner, named in names if owner is None or owner in used} - used:
        used |= new
    answered_causes = {problem.cause for slug, problem in problems.items() if ("problems", slug) in used}
    used |= {("members", name) for cause in answered_causes for name in _MEMBERS.get(cause, ())}
    return catalogue.with_files({source.name: cache.of(_without_idle, source, frozenset(used)) for source in tables})


def _names_of(source: "SourceFile[Any]") -> tuple[tuple[_Entry | None, _Entry], ...]:
    return tuple(_names_in(source.value))


def _names_in(value: Any, owner: _Entry | None = None, table: str = "") -> Iterator[tuple[_Entry | None, _Entry]]:
    """Yield each entry that a value names, with the shipped entry in which it does, if it is one."""
    if isinstance(value, Statement):
        for key, named_table in _telling_keys(type(value)):
            inner_value = value.value_of(key)
            if named_table:
                yield from ((owner, (named_table, name)) for name in _texts(inner_value))
            yield from _names_in(inner_value, owner, key)
    elif isinstance(value, dict | tuple):
        entries: Iterable[tuple[Any, Any]] = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner_value in entries:
            is_shipped = owner is None and isinstance(inner_value, Statement) and inner_value.span.is_shipped
            yield from _names_in(inner_value, (table, str(key)) if is_shipped else owner)


@kept
def _telling_keys(model: type[Statement]) -> tuple[tuple[str, str], ...]:
    """Return the keys of a statement that name entries of a table, with the table, or hold further statements."""
    marks_by_key = {key: described.marks(Refers) for key, described in keys_of(model).items()}
    table_by_key = {key: _TABLES.get(marks[0].kind, "") if marks else "" for key, marks in marks_by_key.items()}
    return tuple((key, table) for key, table in table_by_key.items() if table or held_by(model)[key] != PLAIN)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | tuple):
        for inner_value in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner_value)


def _without_idle(source: "SourceFile[Any]", used: frozenset[_Entry]) -> "SourceFile[Any]":
    node = _used(source.node, used)
    if node == source.node:
        return source
    return replace(source, node=node, value=type(source.value).model_validate(node, context=READING))


def _used(node: Node, used: frozenset[_Entry], table: str = "") -> Node:
    if not isinstance(node, Mapping):
        return node
    kept = []
    for entry in node.entries:
        name = entry.key.text
        is_idle = (table in _TABLES.values() or name in _OF_SOME) and (table, name) not in used
        if not (is_idle and entry.key.span.is_shipped):
            kept.append(Entry(entry.key, _used(entry.value, used, name)))
    return Mapping(node.span, tuple(kept))
