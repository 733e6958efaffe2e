"""Two request types of the same method and direction in; what one says otherwise than the other out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from paycat.changes import conditions
from paycat.changes.change import Change, Site
from paycat.changes.fields import field_changes, reason_changes
from paycat.changes.refusals import at, below
from paycat.changes.samples import sample_changes
from paycat.contract.model import Condition, FieldNode, Group, Request
from paycat.contract.values import Place

Member = FieldNode | Group

_RANK = {"optional": 0, "conditional": 1, "required": 2}


def request_changes(old: Request, new: Request) -> Iterator[Change]:
    """Return the changes of a request type, objects from the outside to the inside, members in their order.

    What was added or removed is one change, and nothing is told of what stands inside it.
    """
    site = Site("request", "", new.method, new.direction, old.root.place, new.root.place)
    if old.module != new.module:
        yield Change("module-renamed", site, old.module, new.module)
    yield from _Walk(site).group(old.root, new.root)
    yield from sample_changes(site, old, new)


@dataclass(frozen=True, slots=True)
class _Walk:
    """A request whose objects are compared."""

    request: Site

    def group(self, old: Group, new: Group) -> Iterator[Change]:
        site = self._site(new.path, old.place, new.place)
        yield from self._own(site, old, new)
        before, after = ({member.name: member for member in group.members} for group in (old, new))
        for name in dict.fromkeys((*after, *before)):
            if name not in after:
                yield self._removed(new, before[name])
            elif name not in before:
                yield self._added(old, after[name])
            else:
                yield from self._both(before[name], after[name])
        if list(before) != list(after) and set(before) == set(after):
            yield Change("order-changed", site, list(before), list(after), new.reason)

    def _own(self, site: Site, old: Group, new: Group) -> Iterator[Change]:
        if old.closed != new.closed:
            kind = "object-closed" if new.closed else "object-opened"
            unknown = (below(new.path, "unknown_field"),)
            yield Change(kind, site, None, None, new.closed_reason, unknown, unknown)
        yield from self._conditions(old, new)
        if old.component != new.component:
            yield Change("class-renamed", site, old.component, new.component, new.reason)
        if old.path and old.meaning != new.meaning:
            yield Change("words-changed", site, old.meaning, new.meaning, new.reason)
        yield from reason_changes(site, _reasons(old), _reasons(new))

    def _conditions(self, old: Group, new: Group) -> Iterator[Change]:
        stated = (*new.conditions, *old.conditions)
        if not stated:
            return
        before, after = (conditions.asked(group, conditions.members(stated)) for group in (old, new))
        move, told = conditions.moved(before, after), (conditions.told(before), conditions.told(after))
        site = self._site(new.path, _place(old.conditions, old.place), _place(new.conditions, new.place))
        if move == "same":
            if told[0] != told[1]:
                yield Change("words-changed", site, *told, stated[0].reason)
            yield from reason_changes(site, *([one.reason for one in group.conditions] for group in (old, new)))
            return
        turned = (at(new.path, "conditional_required"),)
        yield Change(f"condition-{move}", site, *told, stated[0].reason, turned, turned)

    def _both(self, old: Member, new: Member) -> Iterator[Change]:
        site = self._site(new.path, old.place, new.place)
        if isinstance(old, Group) and isinstance(new, Group):
            yield from requirement_changes(site, old, new)
            yield from self.group(old, new)
        elif isinstance(old, FieldNode) and isinstance(new, FieldNode):
            yield from requirement_changes(site, old, new)
            yield from field_changes(site, old, new)
            if old.items and new.items:
                yield from self._both(old.items, new.items)
        else:
            everything = (at(new.path), below(new.path))
            yield Change("type-changed", site, _kind(old), _kind(new), new.reason, everything, everything)

    def _added(self, old: Group, member: Member) -> Change:
        kind = "field-added-required" if member.requirement == "required" else "field-added-optional"
        if kind == "field-added-optional" and not old.closed:
            kind = "field-claimed"
        site, everything = self._site(member.path, new=member.place), _everything(member)
        return Change(kind, site, None, _stated(member), member.reason, everything, everything)

    def _removed(self, new: Group, member: Member) -> Change:
        kind = "field-removed" if new.closed else "field-disregarded"
        site, everything = self._site(member.path, old=member.place), _everything(member)
        return Change(kind, site, _stated(member), None, member.reason, everything, everything)

    def _site(self, path: str, old: Place | None = None, new: Place | None = None) -> Site:
        return replace(self.request, path=path, old_place=old, new_place=new)


def requirement_changes(site: Site, old: Member, new: Member) -> Iterator[Change]:
    """Return the change of whether a member must be sent; what a condition asks of it is the condition's."""
    if old.requirement == new.requirement:
        return
    raised = _RANK[new.requirement] > _RANK[old.requirement]
    if "required" not in (old.requirement, new.requirement):
        kind = "condition-joined" if raised else "condition-left"
        yield Change(kind, site, old.requirement, new.requirement, new.reason)
        return
    kind = "requirement-raised" if raised else "requirement-lowered"
    missed = (at(new.path, "required"),)
    narrows, widens = (missed, ()) if raised else ((), missed)
    yield Change(kind, site, old.requirement, new.requirement, new.reason, narrows, widens)


def _everything(member: Member) -> tuple[Any, ...]:
    return at(member.path), below(member.path)


def _stated(member: Member) -> Mapping[str, Any]:
    """Return what a removed or added member is, in short; what it must hold stands in the catalogue."""
    stated: dict[str, Any] = {"requirement": member.requirement, "type": _kind(member)}
    if isinstance(member, FieldNode) and member.deprecated:
        stated["deprecated"] = member.deprecated.model_dump(mode="json", exclude={"reason"})
    return stated


def _kind(member: Member) -> str:
    return member.type if isinstance(member, FieldNode) else "object"


def _reasons(group: Group) -> list[Any]:
    return [group.reason, group.closed_reason]


def _place(stated: tuple[Condition, ...], around: Place) -> Place:
    return stated[0].place if stated else around
