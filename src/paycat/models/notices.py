"""Notifications in, what the generated receiver knows out: records by event, and the member that names the event."""

from collections.abc import Iterator
from dataclasses import dataclass

from paycat.contract.interface import Interface, Notification
from paycat.contract.model import Contract
from paycat.contract.nodes import FieldNode
from paycat.languages.python import literal, name, source, union
from paycat.languages.source import Source


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
    record = interface.record(notification.record)
    for member in record.members:
        if isinstance(member, FieldNode) and names & {one.value for one in member.choices}:
            yield member.name
