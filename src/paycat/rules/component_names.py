"""Component names are unique over all requests and records, and can stand in an OpenAPI document.

Why: requests and the containers inside them get their names from method code, direction and path, and records give
theirs. Two of the same name would overwrite each other in documents and in generated classes. A container that all
requests share is one component, so its rules are the same everywhere.

Example: in schemas/interface/records.yaml

    SepaDebitPayInMandate:
      decision: D-107
      meaning: Why no money moved, or why it came back.

is found as

    schemas/interface/records.yaml:64:3 error name-collision: the component name 'SepaDebitPayInMandate' is taken by
      'mandate' of the pay_in request of SEPA_DEBIT; rename the record

Fix: rename the record or the container; share only containers whose fields are the same for all methods.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from paycat.catalogue.forms import COMPONENT
from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract, Group, Request
from paycat.diagnostics import Diagnostic, Span
from paycat.rules.views.offers import offer_of, place_of

ID = "R-31"
COLLISION = "name-collision"
BAD_NAME = "bad-component-name"
UNEQUAL = "unequal-shared-container"
NEEDS: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Owner:
    """Who has a component name: in words, where it is stated, and whether all requests share it."""

    words: str
    place: Span
    shared: bool
    rules: str


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report names of another form, and names that two components have."""
    yield from _ill_formed(catalogue)
    taken: dict[str, _Owner] = {}
    for request in contract.requests():
        yield from islice(_collisions(catalogue, request, taken), 1)  # The containers' names only follow the request's.
    for name in catalogue.records.value.records:
        if name in taken:
            message = f"the component name {name!r} is taken by {taken[name].words}"
            yield Diagnostic(COLLISION, catalogue.records.at("records", name, key=True), message, "rename the record")


def _collisions(catalogue: Catalogue, request: Request, taken: dict[str, _Owner]) -> Iterator[Diagnostic]:
    for group in request.root.groups():
        words = f"{f'{group.path!r} of ' if group.path else ''}the {request.direction} request of {request.method}"
        owner = _Owner(words, _place(catalogue, request, group), group.shared, _rules(group))
        first = taken.setdefault(group.component, owner)
        if first is not owner and not (first.shared and owner.shared and first.place == owner.place):
            message = f"the component name {group.component!r} is taken by {first.words}"
            yield Diagnostic(COLLISION, owner.place, message, "rename one of the two")
        elif first.rules != owner.rules:
            message = f"all requests share {group.component!r}, and its rules differ between them"
            yield Diagnostic(UNEQUAL, owner.place, message, "share only what every method has alike")


def _place(catalogue: Catalogue, request: Request, group: Group) -> Span:
    if group.path:
        return place_of(catalogue, request, "containers", group.path)
    return offer_of(catalogue, request).at(key=True)


def _rules(group: Group) -> str:
    members = (f"{field.path} {field.requirement} {field.type} {field.constraints}" for field in group.fields())
    return " ".join(members) if group.shared else ""


def _ill_formed(catalogue: Catalogue) -> Iterator[Diagnostic]:
    operations, events = catalogue.operations, catalogue.events
    tables = (
        (operations, "parameters", operations.value.parameters),
        (operations, "response_headers", operations.value.response_headers),
        (events, "notifications", events.value.notifications),
    )
    for source, table, entries in tables:
        for name in entries:
            if not COMPONENT.holds(name):
                message = f"the name of a component has letters and digits only, and this is {name!r}"
                yield Diagnostic(BAD_NAME, source.at(table, name, key=True), message)
