"""What follows from the head, request tables and methods."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from paycat.catalogue import forms, iso
from paycat.catalogue.derived.value import Derivation, in_words, unstated
from paycat.catalogue.fields import FACTS, ROLES, Container, FieldStatement, RequestTable, Role
from paycat.diagnostics import did_you_mean

if TYPE_CHECKING:
    from paycat.catalogue.reading import Catalogue, SourceFile

_ITEM = "[]"


def service(catalogue: "Catalogue") -> Iterator[Derivation]:
    """Yield the description of the service and of its server, and the titles of directions."""
    source, head = catalogue.service, catalogue.service.value
    yield from unstated(source, (), head, description=head.summary)
    yield from unstated(source, ("server",), head.server, description=head.title)
    for name, direction in head.directions.items():
        yield from unstated(source, ("directions", name), direction, title=in_words(name))


def tables(catalogue: "Catalogue") -> Iterator[Derivation]:
    """Yield the direction and the title of request tables, their containers, and what fields with a role mean."""
    directions = catalogue.service.value.directions
    for name, source in catalogue.requests.items():
        table = source.value
        direction = directions.get(table.direction or name)
        yield from unstated(source, (), table, direction=name, title=direction.title if direction else in_words(name))
        yield from _containers(source, (), table.containers, table.fields)
        facts = facts_of(catalogue, name)
        for path, field in table.fields.items():
            meaning = ROLES.meanings[field.role] if field.role and not field.type else None
            yield from unstated(source, ("fields", path), field, meaning=meaning)
            if field.role in facts and field.rule("fixed") is None:
                place = source.at("fields", path, "role")
                yield Derivation(source.name, ("fields", path, "fixed"), facts[field.role], place)


def facts_of(catalogue: "Catalogue", table_name: str) -> dict[Role, str]:
    """Return the facts that fields of a role are fixed to: those that each method has which uses the request table."""
    methods = [
        method.value
        for method in catalogue.methods.values()
        for direction, offer in method.value.offers.items()
        if offer.availability == "supported" and (offer.request or direction) == table_name
    ]
    is_known: dict[Role, bool] = {
        "method": True,
        "currency": all(method.codes_of_currencies for method in methods),
        "country": all(method.countries and method.has_country for method in methods),
    }
    return {role: fact for role, fact in FACTS.items() if methods and is_known[role]}


def methods(catalogue: "Catalogue") -> Iterator[Derivation]:
    """Yield the notes of methods, and the containers of what they add to request tables."""
    for source in catalogue.methods.values():
        yield from unstated(source, (), source.value, note=source.value.title)
        for direction, offer in source.value.offers.items():
            table = catalogue.requests.get(offer.request or direction)
            yield from _containers(source, (direction,), offer.containers, offer.fields, table.value if table else None)


def _containers(
    source: "SourceFile[Any]",
    path: tuple[str, ...],
    containers: Mapping[str, Container],
    fields: Mapping[str, FieldStatement],
    table: RequestTable | None = None,
) -> Iterator[Derivation]:
    """Yield what containers mean, and those that no statement declares; one that may be misspelt is reported."""
    for name, container in containers.items():
        yield from unstated(source, (*path, "containers", name), container, meaning=_meaning(name))
    declared_names = {*containers, *(table.containers if table else ())}
    leaves = {name.removesuffix(_ITEM) for name in (*fields, *(table.fields if table else ()))}
    for field_path, field in fields.items():
        steps = field_path.split(".")
        for name in (".".join(steps[:length]) for length in range(1, len(steps))):
            if name.removesuffix(_ITEM) in leaves:
                break  # Its type says what it has, or it is no object.
            is_open = forms.CONTAINER_PATH.holds(name) and name not in declared_names
            if is_open and "mean" not in did_you_mean(name, declared_names):
                declared_names.add(name)
                yield Derivation(source.name, (*path, "containers", name, "meaning"), _meaning(name), field.span)


def _meaning(container_path: str) -> str:
    return in_words(container_path.rpartition(".")[2])


def currencies(catalogue: "Catalogue") -> Iterator[Derivation]:
    """Yield the currencies of methods that ISO 4217 has, unless the catalogue lists its currencies."""
    known_codes: set[str] = set()
    for method in catalogue.methods.values() if not catalogue.currencies.value.currencies else ():
        for code in method.value.codes_of_currencies:
            exponent = iso.exponent_of(code) if iso.is_currency(code) and code not in known_codes else None
            if exponent is not None:
                known_codes.add(code)
                currency = {"name": iso.currency_name(code), "exponent": exponent}
                place = method.at(*method.value.place_of_currency(code))
                yield Derivation(catalogue.currencies.name, ("currencies", code), currency, place)


def tasks(catalogue: "Catalogue") -> Iterator[Derivation]:
    """Yield the tasks of directions: the summary of the first operation that takes their requests."""
    operations_by_name = catalogue.operations.value.operations
    for name, direction in catalogue.service.value.directions.items():
        summaries = (operation.summary for operation in operations_by_name.values() if operation.request == name)
        task = next(summaries, direction.title)
        yield from unstated(catalogue.service, ("directions", name), direction, task=task)
