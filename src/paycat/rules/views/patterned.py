"""A catalogue and its contract in; every pattern that texts are held against out, with the longest text it may meet."""

from collections.abc import Iterator
from dataclasses import dataclass

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract, FieldNode, Request
from paycat.diagnostics import Span
from paycat.matching.portable import fault_of
from paycat.rules.views.layers import layers_of
from paycat.rules.views.offers import place_of
from paycat.rules.views.shapes import StatedShape, shapes


@dataclass(frozen=True, slots=True)
class Patterned:
    """A pattern without a fault, where it stands, whose it is, and the longest text that may be sent there.

    `field_span` is the place of the field: a type's pattern holds for several.
    """

    pattern: str
    span: Span
    field_span: Span
    owner: str
    most: int | None


def patterned(catalogue: Catalogue, contract: Contract) -> Iterator[Patterned]:
    """Every pattern of a field of a request, and of the interface's shapes."""
    for request in contract.requests():
        for field in request.root.fields():
            yield from _of_field(catalogue, request, field)
    for shape in shapes(catalogue):
        yield from _of_shape(catalogue, shape)


def _of_field(catalogue: Catalogue, request: Request, field: FieldNode) -> Iterator[Patterned]:
    rule, most = field.constraint("pattern"), field.constraint("max_length")
    if rule is None or fault_of(str(rule.value)):
        return
    stated = [
        ruling.at(key, "value")
        for ruling in layers_of(catalogue, request, field)
        for key in ("characters", "pattern")
        if ruling.rules.stated(key)
    ]
    owner = f"the field {field.path!r} of {request.method}"
    place = place_of(catalogue, request, "fields", field.path) if field.name else stated[-1]
    yield Patterned(str(rule.value), stated[-1], place, owner, int(most.number) if most else None)


def _of_shape(catalogue: Catalogue, shape: StatedShape) -> Iterator[Patterned]:
    stated = [key for key in ("characters", "pattern") if shape.value.stated(key)]
    bounds = shape.resolved(catalogue).bounds if stated else {}
    if "pattern" in bounds and not fault_of(str(bounds["pattern"])):
        place, most = shape.at(stated[-1], "value"), bounds.get("max_length")
        yield Patterned(str(bounds["pattern"]), place, place, "the text", int(str(most)) if most else None)
