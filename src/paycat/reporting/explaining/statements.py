"""The page of any statement of the catalogue that has a name; a new kind of statement needs nothing here."""

import re
from collections.abc import Iterator
from functools import partial

from paycat.catalogue.fields import Container, CurrencyLimits, FieldStatement
from paycat.catalogue.parameters import ParameterStatement, ResponseHeaderStatement
from paycat.catalogue.registers import Decision, Erratum, Gap
from paycat.catalogue.shapes import Member, RecordStatement
from paycat.catalogue.statement import Statement
from paycat.contract.nodes import nodes_of
from paycat.contract.shapes import meaning_of
from paycat.pages.words import parameter_words, type_words
from paycat.reporting.explaining.explanation import (
    Explanation,
    Named,
    Occurrence,
    because,
    lines_of,
    occurrence,
    reasons_of,
    title_of,
)
from paycat.reporting.explaining.project import NamedStatement, Project, carrying_component, carrying_mark
from paycat.text.json_data import compact

_ELSEWHERE = (FieldStatement, Container, Gap, Decision, Erratum)
"""Statements that other modules explain: fields as they are resolved, and the registers."""

_MOST = 3

_DISTINCT = re.compile("[a-z][A-Z]|[-._]")
"""What a name has that is no word of English: an artefact that contains it means the item."""


def named(project: Project) -> Named:
    """Return every statement by its names; many of one kind with one name have one page together.

    Limits in a currency have a page each, however many there are.
    """
    items_by_name: dict[tuple[str, str], list[NamedStatement]] = {}
    for item in project.items:
        if not isinstance(item.statement.value, _ELSEWHERE):
            for name in item.names:
                items_by_name.setdefault((name, item.kind), []).append(item)
    for (name, kind), items in items_by_name.items():
        if len(items) > _MOST and not isinstance(items[0].statement.value, CurrencyLimits):
            yield name, partial(_list, name, kind, items)
        else:
            yield from ((name, partial(_page, project, item)) for item in items)


def _list(name: str, kind: str, items: list[NamedStatement]) -> Explanation:
    sentence = f"{len(items)} items have this name; `paycat explain FULL_NAME` explains one of them."
    occurrences = (occurrence(item.statement.at(key=True), item.qualified_name) for item in items)
    return Explanation(name, kind, what=(sentence,), defined=tuple(occurrences))


def _page(project: Project, item: NamedStatement) -> Explanation:
    statement, value = item.statement, item.statement.value
    example = getattr(value, "example", None)
    is_plain = example is not None and not isinstance(example, dict | list)
    lines = (item.text,) if item.text else (*_of_type(project, value), *lines_of(value, _value_type(project, item)))
    return Explanation(
        item.qualified_name,
        f"{item.kind} of {item.owner}" if item.owner and item.statement.is_entry else item.kind,
        "" if item.text else title_of(value),
        what=tuple(lines),
        defined=(occurrence(statement.at(key=True)),),
        used=tuple(_uses(project, item)),
        why=because(project.contract, reasons_of(value, statement.around), is_brief=True),
        carried=_carried(project, item),
        example=(compact(example),) if is_plain else (),
    )


def _of_type(project: Project, statement: Statement) -> Iterator[str]:
    """Yield the meaning of the field type of a member, a parameter or a header that has no words of its own."""
    if isinstance(statement, Member | ParameterStatement | ResponseHeaderStatement) and statement.type:
        words = statement.meaning if isinstance(statement, Member) else statement.description
        yield from () if words else (meaning_of(project.catalogue, statement, words),)


def _value_type(project: Project, item: NamedStatement) -> str:
    interface, name = project.contract.interface, item.name
    match item.statement.value:
        case RecordStatement() | Member():
            record_name, _, path = item.qualified_name.partition(".")
            nodes = nodes_of(interface.record(record_name).body)
            node = next((node for node in nodes if node.path == path), None)
            return type_words(node, "", interface.is_state(record_name, path)).striptags() if node else ""
        case ParameterStatement():
            return parameter_words(interface.parameter(name), "").striptags()
        case ResponseHeaderStatement():
            return type_words(interface.response_header(name).value, "").striptags()
        case _:
            return ""


def _uses(project: Project, item: NamedStatement) -> Iterator[Occurrence]:
    """Return where other statements name the item; nothing if several items of its kind have the name."""
    namesakes = [namesake for namesake in project.items if (namesake.kind, namesake.name) == (item.kind, item.name)]
    if len(namesakes) > 1:
        return
    for reference in project.references:
        is_alike = any(f" {kind}".endswith(f" {item.kind}") for kind in reference.kind.split(" or "))
        if reference.name == item.name and is_alike:
            yield occurrence(reference.span, project.nearest(reference.stated))


def _carried(project: Project, item: NamedStatement) -> tuple[str, ...]:
    folder = project.catalogue.records.name.rpartition("/")[0]
    if not item.statement.source.name.startswith(f"{folder}/"):
        return ()
    match item.statement.value:
        case Member():
            record_name, _, path = item.qualified_name.partition(".")
            return carrying_component(project, record_name) if "." not in path else ()
        case RecordStatement() | ParameterStatement() | ResponseHeaderStatement():
            return carrying_component(project, item.name)
        case _:
            return carrying_mark(project, [item.name]) if _DISTINCT.search(item.name) else ()
