"""Parameters and headers before and after in; what is otherwise about them, for senders and for readers, out."""

from collections.abc import Iterable, Iterator
from typing import Any

from paycat.changes.change import Change
from paycat.changes.fields import null_changes, rule_changes
from paycat.changes.interface.shelves import Shelf
from paycat.changes.interface.things import REASON, Aspect, Names, Rows, Thing, compared, turned, words
from paycat.changes.kinds import BREAKING, kind_of
from paycat.contract.interface import Interface

Use = tuple[str, str]
"""What uses a parameter or header, and the key of that."""


def _need(kind: str) -> Aspect:
    def changes(thing: Thing, names: Names) -> Iterator[Change]:
        yield thing.change(f"{kind}-required" if thing.new.required else f"{kind}-optional")

    return changes


def _name(kind: str) -> Aspect:
    """Return the aspect of the name on the wire: a path has none, only a position, and headers have no case."""
    renamed = turned(f"{kind}-renamed", "place_in", "name")

    def changes(thing: Thing, names: Names) -> Iterator[Change]:
        match thing.values("place_in"):
            case "path", "path":
                yield from turned("path-variable-renamed", "name")(thing, names)
            case "header", "header" if _same_header(thing):
                yield from words(thing, names)
            case _:
                yield from renamed(thing, names)

    return changes


def _header_name(thing: Thing, names: Names) -> Iterator[Change]:
    yield from words(thing, names) if _same_header(thing) else turned("header-renamed")(thing, names)


def _same_header(thing: Thing) -> bool:
    old, new = thing.values("name")
    return bool(old.lower() == new.lower())


def _value(kind: str) -> Aspect:
    """Return the aspect of what a value may be: less, more, or something else; kinds begin with the prefix."""

    def changes(thing: Thing, names: Names) -> Iterator[Change]:
        old, new = thing.values(names[0])
        found = [*null_changes(thing.site, old, new), *rule_changes(thing.site, old, new)]
        for effect in ("narrowed", "widened", "changed"):
            if of := [one for one in found if effect in _effects(one)]:
                yield thing.change(f"{kind}-{effect}", _told([one.old for one in of]), _told([one.new for one in of]))
        if not any(map(_effects, found)):
            yield from words(thing, names)

    return changes


def _default(kind: str) -> Aspect:
    def changes(thing: Thing, names: Names) -> Iterator[Change]:
        said = ("no default" if one is None else f"the default {one}" for one in thing.values(names[0]))
        yield thing.change(f"{kind}-changed", *said)

    return changes


def _effects(change: Change) -> tuple[str, ...]:
    if change.kind == "pattern-changed":
        return ("changed",)
    judged = kind_of(change.kind)
    return (*(["narrowed"] if judged.sender is BREAKING else []), *(["widened"] if judged.reader is BREAKING else []))


def _told(values: Iterable[Any]) -> str:
    return ", ".join(str(value) for value in values if value is not None) or "anything"


def _rows(kind: str) -> Rows:
    return (
        (("place_in", "name"), _name(kind)),
        (("required",), _need(kind)),
        (("value",), _value(kind)),
        (("default",), _default(kind)),
    )


SENT, READ = _rows("parameter"), _rows("header")
"""How the rules of a parameter are compared: of a request's, and of a notification's, where it is a header."""

_RULES = ("place_in", "name", "required", "value", "default")
_HEADER: Rows = (
    (("name",), _header_name),
    (("value",), _value("header")),
    (("description",), words),
    *REASON,
)


def parameter_changes(old: Interface, new: Interface) -> Iterator[Change]:
    """Return the changes of parameters themselves; who begins or ceases to use one tells that itself."""
    posted = {key for version in (old, new) for one in version.notifications for key in one.headers}
    sent = {key for version in (old, new) for one in version.operations for key in one.parameters}

    def rules(thing: Thing, names: Names) -> Iterator[Change]:
        if thing.new.key in posted:
            yield from compared(thing, READ)
        if thing.new.key in sent or thing.new.key not in posted:
            yield from compared(thing, SENT)

    rows = ((_RULES, rules), (("description", "example"), words), *REASON)
    found = _shelf("parameter", rows).changes(old.parameters, new.parameters)
    yield from _without_echoes(found, set(_parameter_uses(old)) ^ set(_parameter_uses(new)))


def header_changes(old: Interface, new: Interface) -> Iterator[Change]:
    """Return the changes of headers of answers themselves; what begins or ceases to have one tells that itself."""
    found = _shelf("header", _HEADER).changes(old.response_headers, new.response_headers)
    yield from _without_echoes(found, set(_header_uses(old)) ^ set(_header_uses(new)))


def _shelf(noun: str, rows: Rows) -> Shelf:
    return Shelf(noun, f"{noun}s", lambda one: str(one.key), f"{noun}-declared", f"{noun}-undeclared", rows)


def _without_echoes(changes: Iterable[Change], moved: set[Use]) -> Iterator[Change]:
    keys = {key for _, key in moved}
    for change in changes:
        if not change.kind.endswith("declared") or (change.new or change.old) not in keys:
            yield change


def _parameter_uses(interface: Interface) -> Iterator[Use]:
    for operation in interface.operations:
        yield from ((operation.id, key) for key in operation.parameters)
    for notification in interface.notifications:
        yield from ((notification.name, key) for key in notification.headers)


def _header_uses(interface: Interface) -> Iterator[Use]:
    for operation in interface.operations:
        yield from ((operation.id, key) for key in operation.success.headers)
    for problem in interface.problems:
        yield from ((problem.slug, key) for key in problem.headers)
