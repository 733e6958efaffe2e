"""Two versions of the interface in; what has another name now out, with the old version as if it had that name before.

So a new name is one change, and nothing that refers to it seems to change.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from paycat.changes.change import Change
from paycat.changes.interface.shelves import Shelf
from paycat.contract.interface import Interface


@dataclass(frozen=True, slots=True)
class _Family:
    """Things that a name tells apart, what stays the same under another name, and where the name is used."""

    kind: str
    noun: str
    member: str
    named_by: str
    same: Callable[[Any], Hashable]
    used: tuple[str, ...] = ()


_FAMILIES = (
    _Family(
        "parameter-key-changed",
        "parameter",
        "parameters",
        "key",
        lambda one: (one.place_in, one.name),
        ("operations.parameters", "notifications.headers", "idempotency.parameter"),
    ),
    _Family(
        "header-key-changed",
        "header",
        "response_headers",
        "key",
        lambda one: one.name,
        ("operations.success.headers", "problems.headers", "idempotency.replayed"),
    ),
    _Family("problem-renamed", "problem", "problems", "slug", lambda one: one.cause, ("operations.problems",)),
    _Family("operation-renamed", "operation", "operations", "id", lambda one: (one.http_method, one.path)),
    _Family(
        "machine-renamed",
        "machine",
        "machines",
        "name",
        lambda one: (one.direction, one.record, one.member),
        ("event_types.machine", "notifications.machine"),
    ),
    _Family(
        "notification-renamed",
        "notification",
        "notifications",
        "name",
        lambda one: (one.record, one.machine),
        ("operations.notification",),
    ),
    _Family("event-renamed", "event", "event_types", "name", lambda one: (one.machine, one.state)),
)


def renamed(old: Interface, new: Interface) -> tuple[list[Change], Interface]:
    """Return the changes of names, and the old version with the new names."""
    changes = []
    for family in _FAMILIES:
        shelf = Shelf(family.noun, "", attrgetter(family.named_by), "", "", ())
        pairs = _pairs(family, getattr(old, family.member), getattr(new, family.member))
        names = {shelf.name(before): shelf.name(after) for before, after in pairs}
        changes += [shelf.both(*pair).change(family.kind, *map(shelf.name, pair)) for pair in pairs]
        if names:
            for path in (f"{family.member}.{family.named_by}", *family.used):
                old = _followed(old, path.split("."), names)
    return changes, old


def _pairs(family: _Family, old: Sequence[Any], new: Sequence[Any]) -> list[tuple[Any, Any]]:
    before, after = ({getattr(one, family.named_by) for one in listed} for listed in (old, new))
    gone = [one for one in old if getattr(one, family.named_by) not in after]
    come = [one for one in new if getattr(one, family.named_by) not in before]
    pairs = []
    for one in gone:
        alike = [other for other in come if family.same(other) == family.same(one)]
        if len(alike) == 1:
            pairs.append((one, alike[0]))
            come.remove(alike[0])
    return pairs


def _followed(node: Any, path: Sequence[str], names: Mapping[str, str]) -> Any:
    match node:
        case tuple():
            return tuple(_followed(one, path, names) for one in node)
        case str():
            return names.get(node, node)
        case None:
            return None
    first, *rest = path
    return node.model_copy(update={first: _followed(getattr(node, first), rest, names)})
