"""What the generated client calls, and what its receiver of notifications knows: names, signatures, docstrings."""

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import indent

from paycat.catalogue.interface import Notification, Operation, Problem
from paycat.contract.interface import Interface, Parameter
from paycat.contract.model import Contract
from paycat.contract.naming import snake
from paycat.contract.nodes import FieldNode, Node
from paycat.languages.python import literal, name, source, union
from paycat.languages.source import Source
from paycat.models.docstrings import method_docstring, pages_docstring
from paycat.models.operations import argument_name, method_name, request_type, value_type

_PLACES = ("path", "query", "header")


@dataclass(frozen=True, slots=True)
class PagesView:
    """How the pages of a listing are read one after the other."""

    function: Source
    item: Source
    items: Source
    cursor: Source
    following: Source
    arguments: tuple[Source, ...]
    docstring: Source


@dataclass(frozen=True, slots=True)
class CallView:
    """An operation as a method of the client."""

    constant: Source
    id: str
    http_method: str
    path: str
    status: int
    record: Source
    function: Source
    direction: str | None
    signature: tuple[Source, ...]
    arguments: tuple[Source, ...]
    docstring: Source
    pages: PagesView | None


def calls(contract: Contract) -> list[CallView]:
    """Return the operations in order."""
    return [_call(contract, operation) for operation in contract.interface.operations]


def waiting_problems(contract: Contract) -> list[Problem]:
    """Return the problems whose answers say when to repeat the request."""
    keys = {header.key for header in contract.interface.response_headers if header.name.lower() == "retry-after"}
    return [problem for problem in contract.interface.problems if keys & set(problem.headers)]


def _call(contract: Contract, operation: Operation) -> CallView:
    taken = [contract.interface.parameter(key) for key in operation.parameters]
    return CallView(
        constant=name(snake(operation.id).upper()),
        id=operation.id,
        http_method=operation.http_method,
        path=operation.path,
        status=operation.success.status,
        record=name(operation.success.record),
        function=method_name(operation),
        direction=operation.request,
        signature=tuple(map(source, _signature(operation, taken))),
        arguments=tuple(map(source, _arguments(contract, operation, taken))),
        docstring=method_docstring(contract, operation, taken),
        pages=_pages(contract, operation, taken),
    )


def _signature(operation: Operation, taken: list[Parameter]) -> Iterator[str]:
    if operation.request:
        yield f"request: {request_type(operation.request)}"
    yield from (_parameter(one) for one in taken if one.place_in == "path")
    named = [one for one in taken if one.place_in != "path"]
    if named:
        yield "*"
    yield from map(_parameter, named)


def _parameter(parameter: Parameter) -> str:
    stated = f"{argument_name(parameter)}: {value_type(parameter)}"
    return stated if parameter.required else f"{stated} | None = None"


def _arguments(contract: Contract, operation: Operation, taken: list[Parameter]) -> Iterator[str]:
    key = contract.interface.idempotency.parameter
    yield f"operations.{name(snake(operation.id).upper())}"
    if operation.request:
        yield "body=request"
    for place in _PLACES:
        own = [one for one in taken if one.place_in == place and one.key != key]
        if own:
            entries = (f"{literal(one.name)}: {argument_name(one)},\n" for one in own)
            yield f"{place}={{\n" + indent("".join(entries), " " * 16) + " " * 12 + "}"
    yield from (f"idempotency_key=key_or_fresh({argument_name(one)})" for one in taken if one.key == key)


def _pages(contract: Contract, operation: Operation, taken: list[Parameter]) -> PagesView | None:
    record = contract.interface.record(operation.success.record)
    members = {member.name: member for member in record.members}
    listed = [(name, item) for name, member in members.items() if (item := _item(member))]
    cursors = [one for one in taken if one.place_in == "query" and f"next_{snake(one.name)}" in members]
    if operation.http_method != "GET" or len(listed) != 1 or len(cursors) != 1:
        return None
    [(items, item)], [cursor] = listed, cursors
    return PagesView(
        function=name(f"iterate_{snake(operation.id).removeprefix('list_')}"),
        item=name(item),
        items=name(items),
        cursor=argument_name(cursor),
        following=name(f"next_{snake(cursor.name)}"),
        arguments=tuple(map(source, _handed_on(operation, taken))),
        docstring=pages_docstring(operation, cursor),
    )


def _item(node: Node) -> str:
    items = node.items if isinstance(node, FieldNode) else None
    return (items.record or "") if isinstance(items, FieldNode) else ""


def _handed_on(operation: Operation, taken: list[Parameter]) -> Iterator[str]:
    if operation.request:
        yield "request"
    for one in taken:
        argument = argument_name(one)
        yield argument if one.place_in == "path" else f"{argument}={argument}"


@dataclass(frozen=True, slots=True)
class NoticesView:
    """The union of the records, the members that hold an event's name, and the record of each event."""

    records: Source
    members: Source
    events: tuple[tuple[str, str], ...]


def notices(contract: Contract) -> NoticesView:
    """Return what notifications hold, in the order of the catalogue."""
    told = contract.interface.notifications
    records = dict.fromkeys(f"records.{name(one.record)}" for one in told)
    members = dict.fromkeys(literal(member) for one in told for member in _members(contract.interface, one))
    return NoticesView(
        records=union("Event", records),
        members=source(f"({', '.join(members)}{',' if len(members) == 1 else ''})"),
        events=tuple(
            (event.name, one.record)
            for event in contract.interface.event_types
            for one in told
            if one.machine == event.machine
        ),
    )


def _members(interface: Interface, notification: Notification) -> Iterator[str]:
    """Yield the members of a notification's record whose known values are events."""
    names = {event.name for event in interface.event_types}
    for member in interface.record(notification.record).members:
        if isinstance(member, FieldNode) and names & {one.value for one in member.choices}:
            yield member.name
