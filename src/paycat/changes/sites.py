"""A site in; what a contract has there out."""

from paycat.changes.change import Site
from paycat.contract.model import Contract, FieldNode, Request


def request_at(contract: Contract, site: Site) -> Request | None:
    """Return the request type that a site is in, or None."""
    method = contract.method(site.method or "")
    return method.offer(site.direction).request if method and site.direction else None


def field_at(contract: Contract, site: Site) -> FieldNode | None:
    """Return the field that a site is at, or None."""
    request = request_at(contract, site)
    return next((field for field in request.root.fields() if field.path == site.path), None) if request else None
