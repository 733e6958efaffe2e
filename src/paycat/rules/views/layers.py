"""A settled field in; the statements of its type, its table and its method that hold rules on it out."""

from collections.abc import Iterator

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import FieldNode, Request
from paycat.rules.views.offers import offer_of
from paycat.rules.views.rulings import Ruling


def layers_of(catalogue: Catalogue, request: Request, field: FieldNode) -> Iterator[Ruling]:
    """The statements on a field of a request; each overrides the one before."""
    offer = offer_of(catalogue, request)
    table = offer.table(catalogue)
    if stated := catalogue.types.value.types.get(field.type):
        yield Ruling(catalogue.types, ("types", field.type), stated)
    if table and field.path in table.value.fields:
        yield Ruling(table, ("fields", field.path), table.value.fields[field.path])
    if field.path in offer.statement.fields:
        yield Ruling(offer.source, (offer.direction, "fields", field.path), offer.statement.fields[field.path])
