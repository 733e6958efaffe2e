"""States, events and notifications before and after in; what moves otherwise, and what is told of it, out."""

from collections.abc import Iterator

from paycat.changes.change import Change
from paycat.changes.interface.shelves import Shelf
from paycat.changes.interface.things import REASON, Aspect, Names, Thing, listed, turned, words
from paycat.contract.interface import Interface


def _finality(thing: Thing, names: Names) -> Iterator[Change]:
    yield thing.change(
        "state-finality-changed", *("final" if final else "not final" for final in thing.values("final"))
    )


_STATES = Shelf(
    "state",
    "states",
    lambda one: str(one.name),
    "state-added",
    "state-removed",
    ((("final",), _finality), (("meaning",), words)),
)
_TRANSITIONS = Shelf(
    "transition",
    "transitions",
    lambda one: f"{one.start} -> {one.end}",
    "transition-added",
    "transition-removed",
    ((("meaning",), words),),
)


def _on(shelf: Shelf) -> Aspect:
    def changes(thing: Thing, names: Names) -> Iterator[Change]:
        yield from shelf.changes(*thing.values(names[0]), around=thing)

    return changes


_MACHINES = Shelf(
    "machine",
    "machines",
    lambda one: str(one.name),
    "machine-added",
    "machine-removed",
    (
        (("direction", "record", "member"), turned("machine-changed", "direction", "record", "member")),
        (("states",), _on(_STATES)),
        (("transitions",), _on(_TRANSITIONS)),
        (("initial",), turned("initial-state-changed")),
        *REASON,
    ),
)
_EVENTS = Shelf(
    "event",
    "events",
    lambda one: str(one.name),
    "event-added",
    "event-removed",
    ((("machine", "state"), turned("event-changed", "machine", "state")), (("meaning",), words)),
)
_NOTIFICATIONS = Shelf(
    "notification",
    "notifications",
    lambda one: str(one.name),
    "notification-added",
    "notification-removed",
    (
        (("record", "machine"), turned("notification-changed", "record", "machine")),
        (("headers",), listed("message-header-added", "message-header-removed", "header")),
        (("tag", "summary", "description"), words),
        *REASON,
    ),
)


def machine_changes(old: Interface, new: Interface) -> Iterator[Change]:
    """Return the changes of states and moves, of the events that tell of them, and of what carries the events."""
    yield from _MACHINES.changes(old.machines, new.machines)
    yield from _EVENTS.changes(old.event_types, new.event_types)
    yield from _NOTIFICATIONS.changes(old.notifications, new.notifications)
