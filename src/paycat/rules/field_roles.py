"""Each role is held by one field of a request, and its values are of the kind that the role asks for.

Why: the machinery finds the amount, the reference or the address for notifications by role and never by name.
Mend: keep the role at one field, and choose a field type with the right JSON type.
"""

from collections.abc import Iterator, Mapping

from paycat.catalogue.fields import Role
from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract, FieldNode, Request
from paycat.diagnostics import Diagnostic
from paycat.rules.views.offers import place_of

REPEATED = "repeated-role"
WRONG_TYPE = "role-type"
NEEDS: tuple[str, ...] = ()

_JSON_TYPES: Mapping[Role, str] = {
    "method": "string",
    "amount": "number",
    "currency": "string",
    "reference": "string",
    "metadata": "object",
    "notify": "string",
    "return": "string",
    "country": "string",
}


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report roles that two fields of a request hold, and roles on values of another kind."""
    for request in contract.requests():
        holders: dict[str, FieldNode] = {}
        for field in request.root.fields():
            if field.role:
                yield from _of_field(catalogue, request, field, field.role)
                first = holders.setdefault(field.role, field)
                if first is not field:
                    message = f"{first.path!r} has the role {field.role!r} already"
                    place = place_of(catalogue, request, "fields", field.path)
                    yield Diagnostic(REPEATED, place, message, "keep the role at one of the two fields")


def _of_field(catalogue: Catalogue, request: Request, field: FieldNode, role: str) -> Iterator[Diagnostic]:
    wanted = next(json_type for name, json_type in _JSON_TYPES.items() if name == role)
    if field.json_type != wanted:
        message = (
            f"a field with the role {role!r} is a JSON {wanted}, and the type {field.type!r} is a {field.json_type}"
        )
        yield Diagnostic(WRONG_TYPE, place_of(catalogue, request, "fields", field.path), message)
