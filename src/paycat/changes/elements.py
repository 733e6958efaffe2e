"""Compares elements that both contracts have by rows, which say how their members are compared, and lists of elements.

A member without a row would be missed, so a test goes through every member of the contract.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from paycat.catalogue.statement import Location, Reason, Value
from paycat.changes.change import NO_REASON, Change, Part, Site, change_of, site_of
from paycat.changes.taxonomy import type_of
from paycat.changes.taxonomy.change_type import ChangeType
from paycat.shapes.decimals import json_number
from paycat.text.json_data import json_line


@dataclass(frozen=True, slots=True)
class ElementPair:
    """An element of the contracts in both versions, its new source, and its name without the noun."""

    site: Site
    old: Any
    new: Any
    reason: Reason = NO_REASON
    name: str = ""

    def values(self, member_name: str) -> tuple[Any, Any]:
        """Return a member before and after."""
        return getattr(self.old, member_name), getattr(self.new, member_name)

    def change(self, kind: ChangeType, old: Any = None, new: Any = None, *, part: str = "", **extra: Any) -> Change:
        """Return a change of this element, or of a part of it; `extra` are further members of the change."""
        site = self.site.model_copy(update={"path": f"{self.site.path} {part}"}) if part else self.site
        return change_of(kind, site, as_json(old), as_json(new), self.reason, **extra)


Names = tuple[str, ...]
Comparer = Callable[[ElementPair, Names], Iterator[Change]]
Rows = Mapping[str, Comparer | ChangeType]
"""How elements are compared: members, separated by blanks, and what compares them, or the type of their change."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """A list of elements that have a name, and how two versions of an element are compared.

    An element that was added or removed is one change, and nothing inside it is reported.
    """

    element: str
    name: Callable[[Any], Any]
    rows: Rows
    noun: str = ""
    plural: str = ""
    moves: tuple[str, str] = ("added", "removed")
    part: Part = "interface"

    def changes(self, old: Sequence[Any], new: Sequence[Any], owner: ElementPair | None = None) -> Iterator[Change]:
        """Return the changes of a list, which another element may have; first of what exists."""
        old_by_name, new_by_name = ({str(self.name(element)): element for element in version} for version in (old, new))
        for name in dict.fromkeys((*new_by_name, *old_by_name)):
            pair = self.both(old_by_name.get(name), new_by_name.get(name), owner)
            if name not in old_by_name:
                yield pair.change(type_of(self.element, self.moves[0]), None, name)
            elif name not in new_by_name:
                yield pair.change(type_of(self.element, self.moves[1]), name, None)
            else:
                yield from compared(pair, self.rows)
        plural = self.plural or f"{self.noun or self.element}s"
        list_pair = owner or ElementPair(site_of(self.part, plural), None, None)
        yield from in_order(list_pair, plural if owner else "", old_by_name, new_by_name)

    def both(self, old: Any, new: Any, owner: ElementPair | None = None) -> ElementPair:
        """Return an element in both versions; one of them may be None."""
        element = old if new is None else new
        name = f"{owner.name} {self.name(element)}".lstrip() if owner else str(self.name(element))
        path = f"{self.noun or self.element} {name}"
        site = site_of(self.part, path, old=_location(old, owner, "old"), new=_location(new, owner, "new"))
        return ElementPair(site, old, new, getattr(element, "reason", owner.reason if owner else NO_REASON), name)


def compared(pair: ElementPair, rows: Rows) -> Iterator[Change]:
    """Return the changes of an element, in the order of the rows."""
    for row_names, comparer in rows.items():
        member_names = tuple(row_names.split())
        if not (changed_names := tuple(name for name in member_names if _differs(*pair.values(name)))):
            continue
        if isinstance(comparer, ChangeType):
            version_values = ([getattr(version, name) for name in member_names] for version in (pair.old, pair.new))
            old, new = (values[0] if len(values) == 1 else " ".join(map(str, values)) for values in version_values)
            yield pair.change(comparer, old, new)
        else:
            yield from comparer(pair, changed_names)


def moved(element: str, lowered_action: str, raised_action: str) -> Comparer:
    """Return what compares a number."""

    def changes(pair: ElementPair, member_names: Names) -> Iterator[Change]:
        old, new = pair.values(member_names[0])
        yield pair.change(type_of(element, raised_action if new > old else lowered_action), old, new)

    return changes


def shown_as(change_type: ChangeType, text_of: Callable[[Any], Any]) -> Comparer:
    """Return what compares a member that the change shows in words."""

    def changes(pair: ElementPair, member_names: Names) -> Iterator[Change]:
        yield pair.change(change_type, *map(text_of, pair.values(member_names[0])))

    return changes


def because(change_type: ChangeType, reason_member: str) -> Comparer:
    """Return what compares a member that rests on a reason of its own, which is another member."""

    def changes(pair: ElementPair, member_names: Names) -> Iterator[Change]:
        yield replace(pair, reason=getattr(pair.new, reason_member)).change(change_type, *pair.values(member_names[0]))

    return changes


def listed(added_type: ChangeType, removed_type: ChangeType, noun: str = "") -> Comparer:
    """Return what compares a list of names; with a noun, each name is a part with a path of its own."""

    def changes(pair: ElementPair, member_names: Names) -> Iterator[Change]:
        old, new = pair.values(member_names[0])
        lead = f"{noun} " if noun else ""
        yield from (pair.change(added_type, None, name, part=lead and lead + name) for name in new if name not in old)
        yield from (pair.change(removed_type, name, None, part=lead and lead + name) for name in old if name not in new)
        yield from in_order(pair, member_names[0], old, new)

    return changes


def worded(change_type: ChangeType) -> Comparer:
    """Return what compares members that only people read: one change for all of them."""

    def changes(pair: ElementPair, member_names: Names) -> Iterator[Change]:
        old, new = ({name: as_json(getattr(side, name)) for name in member_names} for side in (pair.old, pair.new))
        yield pair.change(change_type, old, new)

    return changes


def in_order(pair: ElementPair, part: str, old: Iterable[str], new: Iterable[str]) -> Iterator[Change]:
    """Return a change when the names that both lists have are in another order."""
    old_names, new_names = list(old), list(new)
    if [name for name in old_names if name in new_names] != [name for name in new_names if name in old_names]:
        yield pair.change(type_of("order", "changed"), old_names, new_names, part=part)


def reason_changes(pair: ElementPair, old: Sequence[Reason], new: Sequence[Reason]) -> Iterator[Change]:
    """Return a change when the same statement rests on something else."""
    if old != new:
        yield replace(pair, reason=new[0]).change(type_of("reason", "changed"), _marks(old), _marks(new))


def reasons(pair: ElementPair, member_names: Names) -> Iterator[Change]:
    """Compare the sources of an element."""
    yield from reason_changes(pair, *([getattr(side, name) for name in member_names] for side in (pair.old, pair.new)))


def as_json(value: Any) -> Any:
    """Return a value as JSON has it."""
    match value:
        case Value():
            return {name: as_json(getattr(value, name)) for name in value.member_names() if name != "location"}
        case Decimal():
            return json_number(value)
        case tuple() | list():
            return [as_json(member) for member in value]
        case dict():
            return {key: as_json(member) for key, member in value.items()}
        case _:
            return value


def _location(element: Any, owner: ElementPair | None, side: str) -> Location | None:
    location: Location | None = getattr(element, "location", None)
    return location if location or element is None or owner is None else getattr(owner.site, f"{side}_location")


def _marks(reasons: Iterable[Reason]) -> str:
    citations = dict.fromkeys(mark for reason in reasons for mark in (reason.source, *reason.decisions) if mark)
    return ", ".join(citations) or "nothing"


def _differs(old: Any, new: Any) -> bool:
    if old is new:  # Such as a default.
        return False
    if isinstance(old, str | None) or isinstance(new, str | None):
        return bool(old != new)
    # As JSON, since to Python true is 1, and the order of an object's members is nothing.
    return json_line(as_json(old)) != json_line(as_json(new))


words = worded(type_of("words", "changed"))
REASON: Rows = {"reason": reasons}
DESCRIBED: Rows = {"description": words, **REASON}
