"""A value that follows from statements, and what makes them for the keys of one."""

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from paycat.catalogue.fields import FieldStatement
from paycat.catalogue.parameters import ParameterStatement, ResponseHeaderStatement
from paycat.catalogue.statement import Statement
from paycat.diagnostics import Span

if TYPE_CHECKING:
    from paycat.catalogue.reading import Catalogue, SourceFile

N = TypeVar("N", ParameterStatement, ResponseHeaderStatement)

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+|[0-9]+")


class Derivation(NamedTuple):
    """A value for a path of a file, which has none there, as JSON data; and the place of what it follows from."""

    file: str
    path: tuple[str | int, ...]
    value: Any
    place: Span


def unstated(
    source: "SourceFile[Any]",
    path: tuple[str | int, ...],
    statement: Statement,
    place: Span | None = None,
    /,
    **values: Any,
) -> Iterator[Derivation]:
    """Yield the values of the keys that a statement at a path does not have; None is no value.

    Their place is that of the key of the statement, unless they follow from something at another `place`.
    """
    for key, value in values.items():
        if key not in statement.model_fields_set and value is not None:
            yield Derivation(source.name, (*path, key), value, place or source.at(*path, key=True))


def field_tables(catalogue: "Catalogue") -> list[tuple[str, Mapping[str, FieldStatement]]]:
    """Return the fields that request tables and methods state, each table with its direction; those of methods last."""
    tables = [(table.value.direction, table.value.fields) for table in catalogue.requests.values()]
    offers = [offer for method in catalogue.methods.values() for offer in method.value.offers.items()]
    return [*tables, *((direction, offer.fields) for direction, offer in offers)]


def in_words(name: str) -> str:
    """Return a name in words, the first with a capital letter: top_up is Top up, and createTopUp Create top up."""
    text = " ".join(word if word.isupper() else word.lower() for word in _WORD.findall(name))
    return text[:1].upper() + text[1:] or name


def first_of_each_name(entries: Mapping[str, N]) -> list[tuple[str, N]]:
    """Return the entries of a table of headers or parameters, of several of one name the first: what is stated."""
    keys_by_name: dict[str, str] = {}
    for key, entry in entries.items():
        keys_by_name.setdefault(entry.name.lower(), key)
    return [(key, entries[key]) for key in keys_by_name.values()]
