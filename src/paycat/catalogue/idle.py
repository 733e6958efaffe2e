"""What comes with paycat and is for nothing in a catalogue: neither rules nor its contract have it."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from paycat.catalogue.annotations import Refers
from paycat.catalogue.interface import NEEDED, OF_REPETITION
from paycat.catalogue.statement import Statement, keys_of
from paycat.catalogue.values import READING
from paycat.yaml.nodes import Entry, Mapping, Node

if TYPE_CHECKING:
    from paycat.catalogue.reading import Catalogue, SourceFile

S = TypeVar("S", bound=Statement)
_Entry = tuple[str, str]
"""An entry of a table: the key of the table, and its own."""
_TABLES = {
    "parameter": "parameters",
    "header parameter": "parameters",
    "response header": "response_headers",
    "record": "records",
    "problem": "problems",
}
"""The tables in which entries are shipped, by the kind of name that refers to them."""
_MEMBERS = {
    "duplicate_reference": ("existing_id",),
    "unavailable_direction": ("method_code", "direction", "availability", "available_directions"),
}
"""Members of the shipped record of problems that only the problem of a cause has."""


def needed_causes(catalogue: "Catalogue") -> Iterator[str]:
    """Yield the causes that a service needs a problem for, whatever its operations name."""
    yield from NEEDED
    if catalogue.rulebook.value.idempotency:
        yield from OF_REPETITION
    offers = [offer for method in catalogue.methods.values() for offer in method.value.offers.values()]
    tables = [*(source.value.fields for source in catalogue.requests.values()), *(offer.fields for offer in offers)]
    tables += [field_type.members for field_type in catalogue.types.value.types.values()]
    roles = {field.role for table in tables for field in table.values()}
    if "method" in {*roles, *(parameter.role for parameter in catalogue.operations.value.parameters.values())}:
        yield "unknown_method"
        if any(offer.availability != "supported" for offer in offers):
            yield "unavailable_direction"


def without_idle(catalogue: "Catalogue") -> "Catalogue":
    """Return a catalogue without the shipped entries of tables that nothing needs or names."""
    sources = [catalogue.operations, catalogue.records, catalogue.problems]
    shipped = {entry: statement for source in sources for entry, statement in _shipped_in(source)}
    causes, problems = {*needed_causes(catalogue)}, catalogue.problems.value.problems
    used = {("problems", slug) for slug, problem in problems.items() if problem.cause in causes}
    others = (catalogue.states, catalogue.events, catalogue.rulebook, catalogue.sandbox)
    for source in (*sources, *(other for other in others if other)):
        used |= {*_named_by(source.value, shipped)}
    pending = [*used]
    while pending:
        entry = pending.pop()
        named = {*_named_by(shipped[entry], ())} - used if entry in shipped else set()
        used |= named
        pending += named
    idle_causes = _MEMBERS.keys() - {problem.cause for slug, problem in problems.items() if ("problems", slug) in used}
    idle = shipped.keys() - used | {("members", name) for cause in idle_causes for name in _MEMBERS[cause]}
    return replace(
        catalogue,
        operations=_without(catalogue.operations, idle),
        records=_without(catalogue.records, idle),
        problems=_without(catalogue.problems, idle),
    )


def _shipped_in(source: "SourceFile[Any]") -> Iterator[tuple[_Entry, Statement]]:
    for table in {*_TABLES.values()}:
        for name, statement in (source.value.value_of(table) or {}).items():
            if source.at(table, name, key=True).is_shipped:
                yield (table, name), statement


def _named_by(value: Any, passed: Iterable[_Entry], table: str = "") -> Iterator[_Entry]:
    """Yield the entries that a value names, but not those that only passed entries name."""
    if isinstance(value, Statement):
        for key, described in keys_of(type(value)).items():
            inner_value = value.value_of(key)
            for mark in described.marks(Refers)[:1]:
                yield from ((_TABLES[mark.kind], name) for name in _texts(inner_value) if mark.kind in _TABLES)
            yield from _named_by(inner_value, passed, key)
    elif isinstance(value, dict):
        for key, inner_value in value.items():
            yield from _named_by(inner_value, passed) if (table, key) not in passed else ()
    elif isinstance(value, tuple):
        for inner_value in value:
            yield from _named_by(inner_value, passed)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | tuple):
        for inner_value in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner_value)


def _without(source: "SourceFile[S]", idle: set[_Entry]) -> "SourceFile[S]":
    node = _left(source.node, "", idle)
    if node == source.node:
        return source
    return replace(source, node=node, value=type(source.value).model_validate(node, context=READING))


def _left(node: Node, table: str, idle: set[_Entry]) -> Node:
    if not isinstance(node, Mapping):
        return node
    kept = (entry for entry in node.entries if not (entry.key.span.is_shipped and (table, entry.key.text) in idle))
    return Mapping(node.span, tuple(Entry(entry.key, _left(entry.value, entry.key.text, idle)) for entry in kept))
