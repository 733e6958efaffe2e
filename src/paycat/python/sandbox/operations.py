"""What the sandbox does for each operation: it creates, reads or lists records, lists banks, or shows an example."""

from collections.abc import Iterator, Mapping
from typing import Any

from paycat.catalogue.interface import Operation
from paycat.catalogue.shapes import MadeBy
from paycat.contract.interface import Record
from paycat.contract.members import made_by
from paycat.contract.model import Contract
from paycat.contract.nodes import FieldNode
from paycat.contract.validate import method_member
from paycat.python.operations import Paging, argument_name, method_name, paging, parameters_of
from paycat.shapes.constraints.relations import Measure, Relation


def handling(contract: Contract, operation: Operation) -> dict[str, Any]:
    """Return what the sandbox does for an operation: an `Action` of the runtime (`runtime/sandbox/facts.py`).

    `machine` names the state machine of the records that it creates, reads or lists. `argument` is the handler's
    argument for the idempotency key of a creation, or for the identifier of a record. `choices` are what a list offers
    that no request created, such as banks. `headers` are response headers for caches; that of a tag of the version is
    empty.
    """
    record = contract.interface.record(operation.success.record)
    action: dict[str, Any] = {
        "handler": str(method_name(operation)),
        "kind": "show",
        "record": record.name,
        "machine": "",
        "argument": "",
        "page": None,
        "choices": [],
        "example": None,
        "headers": dict(_for_caches(contract, operation)),
    }
    machine = contract.interface.state_machine_of(record.name)
    if operation.request and machine:
        key = contract.interface.idempotency.parameter
        argument = str(argument_name(contract.interface.parameter(key))) if key in operation.parameters else ""
        return action | {"kind": "create", "machine": machine.name, "argument": argument}
    identifiers = parameters_of(contract, operation, "path")
    if machine and identifiers:
        return action | {"kind": "read", "machine": machine.name, "argument": str(argument_name(identifiers[0]))}
    paged = None if operation.request else paging(contract, operation)
    if paged:
        action |= {"page": _page(contract, operation, record, paged)}
        item = contract.interface.record(str(paged.item))
        if listed := contract.interface.state_machine_of(item.name):
            return action | {"kind": "list", "machine": listed.name}
        if operation.serves:
            return action | {"kind": "choices", "choices": _choices(contract, operation, item)}
    return action | {"page": None, "example": record.example}


def _for_caches(contract: Contract, operation: Operation) -> Iterator[tuple[str, str]]:
    """Return the response headers that RFC 9111 and RFC 9110 define for caches, as far as the catalogue lists them."""
    for key in operation.success.headers:
        header = contract.interface.response_header(key)
        if header.name.lower() == "cache-control" and (fixed := header.value.fixed):
            yield header.name, str(fixed.value)
        elif header.name.lower() == "etag":
            yield header.name, ""


def _page(contract: Contract, operation: Operation, record: Record, paged: Paging) -> dict[str, Any]:
    """Return a `Page` of the runtime: members of a page, and arguments; `filters` maps one to a member of the items."""
    members = {one.name for one in contract.interface.record(str(paged.item)).members}
    query = parameters_of(contract, operation, "query")
    limits = [one for one in query if one.value.json_type == "integer" and one.name not in members]
    method = method_member(contract, operation.serves.direction) if operation.serves else ""
    filters = {str(argument_name(one)): one.name for one in query if one.name in {*members, method}}
    flags = [one.name for one in record.members if isinstance(one, FieldNode) and one.shape == "boolean"]
    most = [
        int(rule.number)
        for one in record.members
        if isinstance(one, FieldNode) and one.name == paged.items
        for rule in one.constraints
        if (rule.kind.measure, rule.kind.relation) == (Measure.ITEMS, Relation.AT_MOST)
    ]
    return {
        "items": str(paged.items),
        "has_more": flags[0] if flags else "",
        "following": str(paged.following),
        "limit": str(argument_name(limits[0])) if limits else "",
        "cursor": str(argument_name(paged.cursor)),
        "most": min(most, default=100),
        "filters": filters,
        "required": [str(argument_name(one)) for one in query if one.required and one.name in filters.values()],
    }


def _choices(contract: Contract, operation: Operation, item: Record) -> list[Mapping[str, Any]]:
    """Return an item for each value of the served field in the samples of a method, with the method in it."""
    served = operation.serves
    assert served is not None
    method = method_member(contract, served.direction)
    found: dict[str, Mapping[str, Any]] = {}
    for request in contract.requests(served.direction):
        if not any(one.path == served.field for one in request.root.stated_fields()):
            continue
        values = [one.at(served.field) for one in request.samples if not one.violations]
        country = next((one.countries[0] for one in contract.methods if one.code == request.method), None)
        for value in values:
            if value is not None:
                made: dict[MadeBy, Any] = {"served": value, "country": country, "methods": [request.method]}
                names = {name: by for by in made if (name := made_by(item, by))}
                shown = {**item.example, **{name: made[by] for name, by in names.items()}}
                found[f"{request.method} {value}"] = {method: request.method, "item": shown}
    return [found[key] for key in sorted(found, key=lambda one: (one.partition(" ")[0], one))]
