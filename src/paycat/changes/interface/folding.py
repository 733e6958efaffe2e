"""Changes in; the same out, with what follows from another one below it."""

from collections.abc import Iterator
from dataclasses import replace

from paycat.changes.change import Change
from paycat.contract.interface import Interface

Head = tuple[str, str]
"""The kind of a change, and its path."""


def folded(changes: list[Change], old: Interface, new: Interface) -> list[Change]:
    """Return the changes; moves and events of a state, and uses of a problem, stand below what came or went."""
    heads = {(change.kind, change.site.path) for change in changes}
    below: dict[Head, list[Change]] = {}
    first: list[Change] = []
    for change in changes:
        head = next((one for one in _heads(change, old, new) if one in heads), None)
        (below.setdefault(head, []) if head else first).append(change)
    return [
        replace(change, consequences=(*change.consequences, *below.get((change.kind, change.site.path), ())))
        for change in first
    ]


def _heads(change: Change, old: Interface, new: Interface) -> Iterator[Head]:
    """What a change would follow from."""
    subject, _, name = change.site.path.partition(" ")
    match change.kind:
        case "problem-offered" | "problem-withdrawn" | "notification-linked" | "notification-unlinked":
            used, _, move = change.kind.partition("-")
            came = move in ("offered", "linked")
            yield f"{used}-{'added' if came else 'removed'}", f"{used} {change.new if came else change.old}"
        case "path-variable-renamed" if subject == "operation":
            operation = next(one for one in new.operations if one.id == name)
            yield from ((change.kind, f"parameter {key}") for key in operation.parameters)
        case "transition-added" | "transition-removed":
            machine, start, _, end = name.split(" ")
            kind = change.kind.replace("transition", "state")
            yield from ((kind, f"state {machine} {state}") for state in (start, end))
        case "event-added" | "event-removed":
            version = new if change.kind == "event-added" else old
            event = next(one for one in version.event_types if one.name == name)
            yield change.kind.replace(subject, "state"), f"state {event.machine} {event.state}"
            yield change.kind.replace(subject, "machine"), f"machine {event.machine}"
