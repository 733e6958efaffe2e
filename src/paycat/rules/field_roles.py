"""Each role is held by one field of a request.

Why: the machinery finds the amount, the reference or the address for notifications by role and never by name.
Mend: keep the role at one field.
"""

from collections.abc import Iterator

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract, FieldNode
from paycat.diagnostics import Diagnostic
from paycat.rules.views.offers import place_of

REPEATED = "repeated-role"
NEEDS: tuple[str, ...] = ()


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report roles that two fields of a request hold."""
    for request in contract.requests():
        holders: dict[str, FieldNode] = {}
        for field in request.root.fields():
            first = holders.setdefault(field.role, field) if field.role else field
            if first is not field:
                message = f"{first.path!r} has the role {field.role!r} already"
                place = place_of(catalogue, request, "fields", field.path)
                yield Diagnostic(REPEATED, place, message, "keep the role at one of the two fields")
