"""A catalogue in; what each method says of each direction out."""

from collections.abc import Iterator
from dataclasses import dataclass

from paycat.catalogue.directions import DIRECTIONS, Direction
from paycat.catalogue.fields import RequestTable
from paycat.catalogue.methods import DirectionStatement, Method
from paycat.catalogue.reading import Catalogue, Source
from paycat.contract.model import Request
from paycat.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Offer:
    """What a method says of a direction; `name` is the name of the method's file without its ending."""

    name: str
    source: Source[Method]
    direction: Direction

    @property
    def statement(self) -> DirectionStatement:
        """The statement itself."""
        return self.source.value.pay_in if self.direction == "pay_in" else self.source.value.payout

    @property
    def supported(self) -> bool:
        """Whether the method can be used in the direction."""
        return self.statement.availability == "supported"

    @property
    def table_name(self) -> str:
        """The request table that it uses."""
        return self.statement.request or self.direction

    def table(self, catalogue: Catalogue) -> Source[RequestTable] | None:
        """Return the request table that it uses, if there is such a table."""
        return catalogue.requests.get(self.table_name)

    def at(self, *path: str | int, key: bool = False) -> Span:
        """Return a place in the statement, or with `key` the place of its key."""
        return self.source.at(self.direction, *path, key=key)


def offers(catalogue: Catalogue) -> Iterator[Offer]:
    """What every method says of every direction."""
    for name, source in catalogue.methods.items():
        for direction in DIRECTIONS:
            yield Offer(name, source, direction)


def offer_of(catalogue: Catalogue, request: Request) -> Offer:
    """Return the statement that a settled request comes from."""
    named = catalogue.methods.get(request.method)
    if named and named.value.method_code == request.method:
        return Offer(request.method, named, request.direction)
    return next(
        offer
        for offer in offers(catalogue)
        if offer.direction == request.direction and offer.source.value.method_code == request.method
    )


def place_of(catalogue: Catalogue, request: Request, part: str, path: str) -> Span:
    """Return where a request's field or container (`part` is the key they stand under) is last spoken of."""
    offer = offer_of(catalogue, request)
    if path in getattr(offer.statement, part):
        return offer.at(part, path, key=True)
    table = offer.table(catalogue)
    if table and path in getattr(table.value, part):
        return table.at(part, path, key=True)
    return offer.at(key=True)
