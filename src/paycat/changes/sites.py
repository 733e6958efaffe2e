"""A site in; what a contract has there out."""

from paycat.changes.change import ANSWERS, Site
from paycat.contract.model import Contract, Request
from paycat.contract.nodes import FieldNode, fields_of


def request_at(contract: Contract, site: Site) -> Request | None:
    """Return the request type that a site is in, or None."""
    method = contract.method(site.method or "")
    return method.offer(site.direction).request if method and site.direction else None


def field_at(contract: Contract, site: Site) -> FieldNode | None:
    """Return the field that a site is at, in a request or in a record, or None."""
    if site.part in ANSWERS:
        name, _, path = site.path.partition(".")
        records = (one.body for one in contract.interface.records if one.name == name)
        return next((field for body in records for field in fields_of(body) if field.path == path), None)
    request = request_at(contract, site)
    return next((field for field in request.root.fields() if field.path == site.path), None) if request else None
