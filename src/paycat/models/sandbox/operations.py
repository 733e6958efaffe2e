"""What the sandbox does for each operation: it creates, reads or lists records, lists banks, or shows an example."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from paycat.catalogue.interface import Operation, StateMachine
from paycat.catalogue.shapes import MadeBy
from paycat.contract.interface import Record
from paycat.contract.members import made_by
from paycat.contract.model import Contract
from paycat.contract.nodes import FieldNode
from paycat.contract.validate import method_member
from paycat.models.operations import Paging, argument_name, method_name, paging, parameters_of
from paycat.shapes.constraints.relations import Measure, Relation

Kind = Literal["create", "read", "list", "choices", "show"]


@dataclass(frozen=True, slots=True)
class Handling:
    """What the sandbox does for an operation.

    `machine` names the state machine of the records that it creates, reads or lists. `argument` is the handler's
    argument for the idempotency key of a creation, or for the identifier of a record. `page` is how a list is paged,
    and `choices` what a list offers that no request created, such as banks. `example` is the record that is shown.
    `headers` are response headers for caches with their values; that of a tag of the version is empty.
    """

    handler: str
    kind: Kind
    record: str
    machine: str = ""
    argument: str = ""
    page: "Page | None" = None
    choices: tuple[Mapping[str, Any], ...] = ()
    example: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Page:
    """The members of a page, and the handler's arguments: `filters` maps an argument to a member of the items."""

    items: str
    has_more: str
    following: str
    limit: str
    cursor: str
    most: int
    filters: Mapping[str, str] = field(default_factory=dict)
    required: tuple[str, ...] = ()


def handling(contract: Contract, operation: Operation) -> Handling:
    """Return what the sandbox does for an operation."""
    record = contract.interface.record(operation.success.record)
    found: dict[str, Any] = {
        "handler": str(method_name(operation)),
        "record": record.name,
        "headers": dict(_for_caches(contract, operation)),
    }
    machine = _machine(contract, record.name)
    if operation.request:
        key = contract.interface.idempotency.parameter
        argument = str(argument_name(contract.interface.parameter(key))) if key in operation.parameters else ""
        if machine:
            return Handling(**found, kind="create", machine=machine.name, argument=argument)
        return Handling(**found, kind="show", example=record.example)
    identifiers = parameters_of(contract, operation, "path")
    if machine and identifiers:
        return Handling(**found, kind="read", machine=machine.name, argument=str(argument_name(identifiers[0])))
    if paged := paging(contract, operation):
        page, item = _page(contract, operation, record, paged), contract.interface.record(str(paged.item))
        if listed := _machine(contract, item.name):
            return Handling(**found, kind="list", machine=listed.name, page=page)
        if operation.serves:
            return Handling(**found, kind="choices", page=page, choices=tuple(_choices(contract, operation, item)))
    return Handling(**found, kind="show", example=record.example)


def _for_caches(contract: Contract, operation: Operation) -> Iterator[tuple[str, str]]:
    """Return the response headers that RFC 9111 and RFC 9110 define for caches, as far as the catalogue lists them."""
    for key in operation.success.headers:
        header = contract.interface.response_header(key)
        fixed = [rule.value for rule in header.value.constraints if rule.kind.relation is Relation.EQUAL]
        if header.name.lower() == "cache-control" and fixed:
            yield header.name, str(fixed[0])
        elif header.name.lower() == "etag":
            yield header.name, ""


def _machine(contract: Contract, record: str) -> StateMachine | None:
    return next((one for one in contract.interface.state_machines if one.record == record), None)


def _page(contract: Contract, operation: Operation, record: Record, paged: Paging) -> Page:
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
    return Page(
        items=str(paged.items),
        has_more=flags[0] if flags else "",
        following=str(paged.following),
        limit=str(argument_name(limits[0])) if limits else "",
        cursor=str(argument_name(paged.cursor)),
        most=min(most, default=100),
        filters=filters,
        required=tuple(str(argument_name(one)) for one in query if one.required and one.name in filters.values()),
    )


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
