"""An operation serves a field that requests of the direction have, and takes no requests itself.

Why: `serves` decides in which slices of the catalogue the operation is. With a field that nobody sends it would be in
none, and integrators would miss a call that they need.

Example: in schemas/interface/operations.yaml

    serves: { direction: payout, field: beneficiary.ibann }

is found as

    schemas/interface/operations.yaml:204:41 error unknown-served-field: no payout request has a field
      'beneficiary.ibann'; did you mean 'beneficiary.iban'?

Fix: correct the path or the direction; remove `serves` where the operation has `request`, which says the same.
"""

from collections.abc import Iterator

from paycat.catalogue.directions import Direction
from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, did_you_mean

ID = "R-96"
UNKNOWN = "unknown-served-field"
BOTH = "serves-and-takes"
NEEDS: tuple[str, ...] = ("interface/operations.yaml", "methods", "requests", "types.yaml")


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report operations that serve a field of no request, or that serve and take requests."""
    source = catalogue.operations
    for name, stated in source.value.operations.items():
        serves = stated.serves
        if serves is None:
            continue
        fields = {field.path for one in contract.requests(serves.direction) for field in one.root.fields()}
        if serves.field not in fields and _is_settled(catalogue, contract, serves.direction):
            place = source.at("operations", name, "serves", "field")
            message = f"no {serves.direction} request has a field {serves.field!r}"
            yield Diagnostic(UNKNOWN, place, message, did_you_mean(serves.field, fields))
        if stated.request:
            place = source.at("operations", name, "serves", key=True)
            message = f"the operation takes {stated.request} requests, and so serves them already"
            yield Diagnostic(BOTH, place, message, "remove `serves`")


def _is_settled(catalogue: Catalogue, contract: Contract, direction: Direction) -> bool:
    """Tell whether every request of a direction is settled: one with a fault may be the one that has the field."""
    said = {
        source.value.method_code
        for source in catalogue.methods.values()
        if getattr(source.value, direction).availability == "supported"
    }
    return said == {request.method for request in contract.requests(direction)}
