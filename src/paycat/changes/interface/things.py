"""Two versions of a thing, and rows that say how its members are compared, in; changes out.

A member without a row would go unseen, so a test walks every member of the contract.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from paycat.catalogue.statement import Reason, Value
from paycat.changes.change import Change, Site
from paycat.changes.fields import reason_changes
from paycat.decimals import json_number
from paycat.encoding import json_line


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing that both contracts have, and what it rests on now."""

    site: Site
    old: Any
    new: Any
    reason: Reason

    def values(self, name: str) -> tuple[Any, Any]:
        """Return a member before and after."""
        return getattr(self.old, name), getattr(self.new, name)

    def change(self, kind: str, old: Any = None, new: Any = None, part: str = "") -> Change:
        """Return a change of this thing, or of a part of it."""
        site = replace(self.site, path=f"{self.site.path} {part}") if part else self.site
        return Change(kind, site, as_json(old), as_json(new), self.reason)


Names = tuple[str, ...]
Aspect = Callable[[Thing, Names], Iterator[Change]]
Rows = tuple[tuple[Names, Aspect], ...]
"""How things are compared: members, and the aspect that is asked with those of them that differ."""


def compared(thing: Thing, rows: Rows) -> Iterator[Change]:
    """Return the changes of a thing, in the order of the rows."""
    for names, aspect in rows:
        if differing := tuple(name for name in names if _differs(*thing.values(name))):
            yield from aspect(thing, differing)


def turned(kind: str, *told: str) -> Aspect:
    """Return the aspect of what is simply another one now; of several members, `told` are shown together."""

    def changes(thing: Thing, names: Names) -> Iterator[Change]:
        yield thing.change(kind, *(_shown(version, told or names) for version in (thing.old, thing.new)))

    return changes


def moved(lowered: str, raised: str) -> Aspect:
    """Return the aspect of a number that goes down or up."""

    def changes(thing: Thing, names: Names) -> Iterator[Change]:
        old, new = thing.values(names[0])
        yield thing.change(raised if new > old else lowered, old, new)

    return changes


def listed(added: str, removed: str, noun: str = "") -> Aspect:
    """Return the aspect of a list of names; with a noun, each name is a part with a path of its own."""

    def changes(thing: Thing, names: Names) -> Iterator[Change]:
        old, new = thing.values(names[0])
        for name in new:
            if name not in old:
                yield thing.change(added, None, name, f"{noun} {name}" if noun else "")
        for name in old:
            if name not in new:
                yield thing.change(removed, name, None, f"{noun} {name}" if noun else "")
        yield from in_order(thing, names[0], old, new)

    return changes


def inside(rows: Rows) -> Aspect:
    """Return the aspect of a member that has members of its own."""

    def changes(thing: Thing, names: Names) -> Iterator[Change]:
        old, new = thing.values(names[0])
        yield from compared(replace(thing, old=old, new=new), rows)

    return changes


def worded(kind: str) -> Aspect:
    """Return the aspect of members that only people read: one change for all of them."""

    def changes(thing: Thing, names: Names) -> Iterator[Change]:
        old, new = ({name: as_json(getattr(version, name)) for name in names} for version in (thing.old, thing.new))
        yield thing.change(kind, old, new)

    return changes


def in_order(thing: Thing, name: str, old: Iterable[str], new: Iterable[str]) -> Iterator[Change]:
    """Return a change when the names that both lists have stand in another order."""
    before, after = list(old), list(new)
    if [one for one in before if one in after] != [one for one in after if one in before]:
        yield thing.change("order-changed", before, after, name)


def reasons(thing: Thing, names: Names) -> Iterator[Change]:
    """Compare what a thing rests on."""
    old, new = thing.values(names[0])
    yield from reason_changes(thing.site, [old], [new])


words = worded("words-changed")
REASON: Rows = ((("reason",), reasons),)


def as_json(value: Any) -> Any:
    """Return a value as JSON has it."""
    match value:
        case Value():
            return {name: as_json(getattr(value, name)) for name in value.member_names() if name != "place"}
        case Decimal():
            return json_number(value)
        case tuple() | list():
            return [as_json(item) for item in value]
        case dict():
            return {key: as_json(item) for key, item in value.items()}
        case _:
            return value


def _differs(old: Any, new: Any) -> bool:
    if isinstance(old, str | None) or isinstance(new, str | None):
        return bool(old != new)
    # As JSON, since to Python true is 1, and the order of an object's members is nothing.
    return json_line(as_json(old)) != json_line(as_json(new))


def _shown(version: Any, names: Names) -> Any:
    values = [getattr(version, name) for name in names]
    return values[0] if len(values) == 1 else " ".join(map(str, values))
