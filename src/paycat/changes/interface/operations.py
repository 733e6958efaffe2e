"""Compares operations: what they take, answer and lead to."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from operator import attrgetter

from paycat.changes.change import Change
from paycat.changes.interface.parameters import SENT
from paycat.changes.renaming import renames
from paycat.changes.taxonomy import type_of
from paycat.changes.things import (
    REASON,
    Names,
    Rows,
    Shelf,
    Thing,
    compared,
    in_order,
    listed,
    shown_as,
    words,
)
from paycat.contract.interface import Interface, Parameter

_VARIABLE = re.compile(r"\{[^{}]*\}")
_SUCCESS: Rows = {
    "status record": type_of("answer", "changed"),
    "headers": listed(type_of("answer header", "added"), type_of("answer header", "removed"), "header"),
    "description": words,
}


def operation_changes(old: Interface, new: Interface) -> Iterator[Change]:
    """Return the changes of operations, in their order."""
    declared = _Declared(*({one.key: one for one in version.parameters} for version in (old, new)))
    rows: Rows = {
        "http_method path": _moved,
        "request": shown_as(
            type_of("operation request", "changed"), lambda one: f"{one} requests" if one else "no body"
        ),
        "serves": words,
        "parameters": declared.changes,
        "success": _success,
        "problems": listed(type_of("problem", "offered"), type_of("problem", "withdrawn")),
        "notification": _linked,
        "stability": _stability,
        "tag summary description": words,
        **REASON,
    }
    yield from Shelf("operation", attrgetter("id"), rows).changes(old.operations, new.operations)


def _moved(thing: Thing, names: Names) -> Iterator[Change]:
    old, new = ((version.http_method, _VARIABLE.sub("{}", version.path)) for version in (thing.old, thing.new))
    if old == new:
        yield thing.change(type_of("path variable", "renamed"), *thing.values("path"))
    else:
        called = (f"{version.http_method} {version.path}" for version in (thing.old, thing.new))
        yield thing.change(type_of("operation", "moved"), *called)


def _success(thing: Thing, names: Names) -> Iterator[Change]:
    old, new = thing.values("success")
    yield from compared(replace(thing, old=old, new=new), _SUCCESS)


def _linked(thing: Thing, names: Names) -> Iterator[Change]:
    old, new = thing.values("notification")
    action = "linked" if old is None else "unlinked" if new is None else "relinked"
    yield thing.change(type_of("notification", action), old, new)


def _stability(thing: Thing, names: Names) -> Iterator[Change]:
    old, new = thing.values("stability")
    of = type_of("stability", "raised") if new == "stable" else type_of("stability", "lowered")
    yield thing.change(of, old, new)


class _Declared:
    """The parameters that operations name, by key; one that has the same name on the wire is the same."""

    def __init__(self, old: Mapping[str, Parameter], new: Mapping[str, Parameter]) -> None:
        self.old, self.new = old, new

    def changes(self, thing: Thing, names: Names) -> Iterator[Change]:
        """Return what an operation takes more, less or instead."""
        before, after = thing.values("parameters")
        keys = {key: _wire(self.old, key) for key in before}, {key: _wire(self.new, key) for key in after}
        swapped = renames(*keys)
        was = {now: key for key, now in swapped.items()}
        for key in (key for key in after if key not in before):
            if key not in was:
                required = key in self.new and self.new[key].required
                of = type_of("parameter", "added-required") if required else type_of("parameter", "added-optional")
                yield thing.change(of, None, _wire(self.new, key), part=f"parameter {key}")
            else:
                yield from self._swapped(thing, was[key], key)
        for key in (key for key in before if key not in after and key not in swapped):
            yield thing.change(type_of("parameter", "removed"), _wire(self.old, key), None, part=f"parameter {key}")
        yield from in_order(thing, "parameters", before, after)

    def _swapped(self, thing: Thing, was: str, key: str) -> Iterator[Change]:
        head = thing.change(type_of("parameter key", "changed"), was, key, part=f"parameter {key}")
        yield head
        if was in self.old and key in self.new:
            yield from compared(Thing(head.site, self.old[was], self.new[key], thing.reason, thing.name), SENT)


def _wire(declared: Mapping[str, Parameter], key: str) -> str:
    return f"{declared[key].location_in} {declared[key].name}" if key in declared else key
