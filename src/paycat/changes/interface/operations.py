"""Operations before and after in; what they take, answer and lead to otherwise out."""

import re
from collections.abc import Iterator, Mapping

from paycat.changes.change import Change
from paycat.changes.interface.parameters import SENT
from paycat.changes.interface.shelves import Shelf
from paycat.changes.interface.things import (
    REASON,
    Names,
    Rows,
    Thing,
    compared,
    in_order,
    inside,
    listed,
    turned,
    words,
)
from paycat.contract.interface import Interface, Parameter

_VARIABLE = re.compile(r"\{[^{}]*\}")
_SUCCESS: Rows = (
    (("status", "record"), turned("answer-changed", "status", "record")),
    (("headers",), listed("answer-header-added", "answer-header-removed", "header")),
    (("description",), words),
)


def operation_changes(old: Interface, new: Interface) -> Iterator[Change]:
    """Return the changes of operations, in their order."""
    declared = _Declared(*({one.key: one for one in version.parameters} for version in (old, new)))
    rows: Rows = (
        (("http_method", "path"), _moved),
        (("request",), _request),
        (("serves",), words),
        (("parameters",), declared.changes),
        (("success",), inside(_SUCCESS)),
        (("problems",), listed("problem-offered", "problem-withdrawn")),
        (("notification",), _linked),
        (("stability",), _stability),
        (("tag", "summary", "description"), words),
        *REASON,
    )
    shelf = Shelf("operation", "operations", lambda one: str(one.id), "operation-added", "operation-removed", rows)
    yield from shelf.changes(old.operations, new.operations)


def _moved(thing: Thing, names: Names) -> Iterator[Change]:
    old, new = ((version.http_method, _VARIABLE.sub("{}", version.path)) for version in (thing.old, thing.new))
    if old == new:
        yield thing.change("path-variable-renamed", *thing.values("path"))
    else:
        yield from turned("operation-moved", "http_method", "path")(thing, names)


def _request(thing: Thing, names: Names) -> Iterator[Change]:
    told = (f"{direction} requests" if direction else "no body" for direction in thing.values("request"))
    yield thing.change("operation-request-changed", *told)


def _linked(thing: Thing, names: Names) -> Iterator[Change]:
    old, new = thing.values("notification")
    kind = "notification-linked" if old is None else "notification-unlinked" if new is None else "notification-relinked"
    yield thing.change(kind, old, new)


def _stability(thing: Thing, names: Names) -> Iterator[Change]:
    old, new = thing.values("stability")
    yield thing.change("stability-raised" if new == "stable" else "stability-lowered", old, new)


class _Declared:
    """The parameters that operations name, by key; one that has the same name on the wire is the same."""

    def __init__(self, old: Mapping[str, Parameter], new: Mapping[str, Parameter]) -> None:
        self.old, self.new = old, new

    def changes(self, thing: Thing, names: Names) -> Iterator[Change]:
        """Return what an operation takes more, less or instead."""
        before, after = thing.values("parameters")
        gone = [key for key in before if key not in after]
        for key in (key for key in after if key not in before):
            swapped = next((was for was in gone if _wire(self.old, was) == _wire(self.new, key)), None)
            if swapped is None:
                yield self._added(thing, key)
            else:
                gone.remove(swapped)
                yield from self._swapped(thing, swapped, key)
        for key in gone:
            yield thing.change("parameter-removed", _wire(self.old, key), None, f"parameter {key}")
        yield from in_order(thing, "parameters", before, after)

    def _added(self, thing: Thing, key: str) -> Change:
        required = key in self.new and self.new[key].required
        kind = "parameter-added-required" if required else "parameter-added-optional"
        return thing.change(kind, None, _wire(self.new, key), f"parameter {key}")

    def _swapped(self, thing: Thing, was: str, key: str) -> Iterator[Change]:
        head = thing.change("parameter-key-changed", was, key, f"parameter {key}")
        yield head
        if was in self.old and key in self.new:
            yield from compared(Thing(head.site, self.old[was], self.new[key], thing.reason), SENT)


def _wire(declared: Mapping[str, Parameter], key: str) -> str:
    return f"{declared[key].place_in} {declared[key].name}" if key in declared else key
