"""Finds things of the interface that have another name, so that a new name is one change.

The old version is compared as if it had that name before: nothing that refers to it seems to change.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from paycat.catalogue.statement import Reason
from paycat.changes.change import Change, Site
from paycat.changes.taxonomy import ChangeType, type_of
from paycat.contract.interface import Interface


@dataclass(frozen=True, slots=True)
class _Family:
    """Things that a name distinguishes, what stays the same under another name, and where the name is used."""

    of: ChangeType
    noun: str
    member: str
    named_by: str
    same: Callable[[Any], Hashable]
    used: tuple[str, ...] = ()


_FAMILIES = (
    _Family(
        type_of("parameter key", "changed"),
        "parameter",
        "parameters",
        "key",
        attrgetter("location_in", "name"),
        ("operations.parameters", "notifications.headers", "idempotency.parameter"),
    ),
    _Family(
        type_of("header key", "changed"),
        "header",
        "response_headers",
        "key",
        attrgetter("name"),
        ("operations.success.headers", "problems.headers", "idempotency.replayed"),
    ),
    _Family(
        type_of("problem", "renamed"),
        "problem",
        "problems",
        "slug",
        attrgetter("cause"),
        ("operations.problems", "sandbox.outcomes.problem"),
    ),
    _Family(type_of("operation", "renamed"), "operation", "operations", "id", attrgetter("http_method", "path")),
    _Family(
        type_of("state machine", "renamed"),
        "state machine",
        "state_machines",
        "name",
        attrgetter("direction", "record", "member"),
        (
            *("event_types.state_machine", "notifications.state_machine"),
            *("sandbox.courses.state_machine", "sandbox.outcomes.state_machine"),
        ),
    ),
    _Family(
        type_of("notification", "renamed"),
        "notification",
        "notifications",
        "name",
        attrgetter("record", "state_machine"),
        ("operations.notification",),
    ),
    _Family(type_of("event", "renamed"), "event", "event_types", "name", attrgetter("state_machine", "state")),
)


def renamed(old: Interface, new: Interface) -> tuple[list[Change], Interface]:
    """Return the changes of names, and the old version with the new names."""
    changes = []
    for family in _FAMILIES:
        pairs = _pairs(family, getattr(old, family.member), getattr(new, family.member))
        names: dict[str, str] = {}
        for before, after in pairs:
            was, now = getattr(before, family.named_by), getattr(after, family.named_by)
            names[was] = now
            site = Site(
                "interface",
                f"{family.noun} {now}",
                old_location=getattr(before, "location", None),
                new_location=getattr(after, "location", None),
            )
            changes.append(Change(family.of, site, was, now, getattr(after, "reason", Reason())))
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
