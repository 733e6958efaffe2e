"""Each role is held by one field of a request, and fields of one name do not differ in role.

Why: the machinery finds the amount, the reference or the address for notifications by role and never by name; with two
of them it would pay or tell by the wrong one. A reader who sees two fields of one name takes them for the same thing.

Example: in schemas/requests/payout.yaml

    collection_id: { requirement: required, type: record_id, role: notify, meaning: The collection that is refunded }
    ...
    notify_url:
      requirement: optional
      type: https_url
      role: notify

is found as

    schemas/requests/payout.yaml:31:3 error repeated-role: 'collection_id' has the role 'notify' already; keep the role
      at one of the two fields

Fix: keep the role at one field, or rename one of the two fields.
"""

from collections.abc import Iterator

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract, FieldNode
from paycat.diagnostics import Diagnostic
from paycat.rules.views.offers import place_of

ID = "R-30"
REPEATED = "repeated-role"
DIFFERENT = "name-with-two-roles"
NEEDS: tuple[str, ...] = ()


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report roles that two fields of a request hold, and names that stand for two roles."""
    for request in contract.requests():
        holders: dict[str, FieldNode] = {}
        names: dict[str, FieldNode] = {}
        for field in request.root.fields():
            if field.role is None:
                continue
            place = place_of(catalogue, request, "fields", field.path)
            first, namesake = holders.setdefault(field.role, field), names.setdefault(field.name, field)
            if first is not field:
                message = f"{first.path!r} has the role {field.role!r} already"
                yield Diagnostic(REPEATED, place, message, "keep the role at one of the two fields")
            elif namesake.role != field.role:
                message = f"{namesake.path!r} has the same name, and the role {namesake.role!r}"
                yield Diagnostic(DIFFERENT, place, message, "rename one of the two fields")
