"""Finds what has another name, so that a new name is one change.

The old version of the interface is compared as if it had that name before: nothing that refers to it seems to change.
"""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, TypeVar

from paycat.catalogue.statement import Reason
from paycat.changes.change import Change, change_of, site_of
from paycat.changes.taxonomy import type_of
from paycat.changes.taxonomy.change_type import ChangeType
from paycat.contract.interface import Interface

Name = TypeVar("Name", bound=Hashable)


@dataclass(frozen=True, slots=True)
class _Family:
    """Elements that a name distinguishes, the members that stay the same under another name, and where it is used."""

    noun: str
    member: str
    named_by: str
    same: str
    used: str = ""

    @property
    def of(self) -> ChangeType:
        """The type of the change of a name; a key is in no message."""
        return type_of(f"{self.noun} key", "changed") if self.named_by == "key" else type_of(self.noun, "renamed")


_FAMILIES = (
    _Family(
        *("parameter", "parameters", "key", "location_in name"),
        "operations.parameters notifications.headers idempotency.parameter",
    ),
    _Family(
        *("header", "response_headers", "key", "name"),
        "operations.success.headers problems.headers idempotency.replayed",
    ),
    _Family("problem", "problems", "slug", "cause", "operations.problems sandbox.outcomes.problem"),
    _Family("operation", "operations", "id", "http_method path"),
    _Family(
        *("state machine", "state_machines", "name", "direction record member"),
        "event_types.state_machine notifications.state_machine "
        "sandbox.courses.state_machine sandbox.outcomes.state_machine state_machines.follows.keys "
        "operations.moves.keys operations.identifies.values",
    ),
    _Family("notification", "notifications", "name", "record state_machine", "operations.notification"),
    _Family("event", "event_types", "name", "state_machine state"),
)
"""The members are separated by blanks."""


def renames(old: Mapping[Name, Hashable], new: Mapping[Name, Hashable]) -> dict[Name, Name]:
    """Return the new names of old ones that are gone.

    Both sides give what stays the same under another name. Where it is the same of several new names, none of them is
    an old one's.
    """
    names_by_likeness: dict[Hashable, list[Name]] = defaultdict(list)
    for name, likeness in new.items():
        if name not in old:
            names_by_likeness[likeness].append(name)
    gone_names = (name for name, likeness in old.items() if name not in new)
    return {name: names_by_likeness[old[name]].pop() for name in gone_names if len(names_by_likeness[old[name]]) == 1}


def renamed(old: Interface, new: Interface) -> tuple[list[Change], Interface]:
    """Return the changes of names, and the old version with the new names."""
    changes = []
    for family in _FAMILIES:
        old_side, new_side = (
            {getattr(element, family.named_by): element for element in getattr(side, family.member)}
            for side in (old, new)
        )
        likeness = attrgetter(*family.same.split())
        names = renames(*({name: likeness(element) for name, element in side.items()} for side in (old_side, new_side)))
        for old_name, new_name in names.items():
            site = site_of(
                "interface",
                f"{family.noun} {new_name}",
                old=getattr(old_side[old_name], "location", None),
                new=getattr(new_side[new_name], "location", None),
            )
            changes += [change_of(family.of, site, old_name, new_name, getattr(new_side[new_name], "reason", Reason()))]
        for path in (f"{family.member}.{family.named_by}", *family.used.split()) if names else ():
            old = _followed(old, path.split("."), names)
    return changes, old


def _followed(node: Any, path: Sequence[str], new_names: Mapping[str, str]) -> Any:
    match node:
        case tuple():
            return tuple(_followed(inner_node, path, new_names) for inner_node in node)
        case str():
            return new_names.get(node, node)
        case None:
            return None
        case dict() if path == ["keys"]:
            return {new_names.get(name, name): value for name, value in node.items()}
        case dict():
            return {key: new_names.get(name, name) for key, name in node.items()}
    member_name, *inner_path = path
    return node.model_copy(update={member_name: _followed(getattr(node, member_name), inner_path, new_names)})
