"""Compares bodies, of requests and of records alike; each record once, by its name."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from paycat.catalogue.statement import Location, Reason
from paycat.changes.change import Change, Site
from paycat.changes.fields import deprecation_changes, field_changes, null_changes, reason_changes
from paycat.changes.records import Pairing, pairing, reference_changes
from paycat.changes.sites import at, everything
from paycat.changes.taxonomy import Action, BodyChange, Element, type_of
from paycat.contract.combinations import Combinations, implies
from paycat.contract.model import Contract
from paycat.contract.nodes import Condition, FieldNode, Group, Node
from paycat.contract.paths import ITEM
from paycat.contract.schemas import DEFINITIONS, node_schema

_RANK = {"optional": 0, "conditional": 1, "required": 2}


@dataclass(frozen=True, slots=True)
class Walk:
    """A body that is compared, from the outside to the inside, members in their order. `site` is the whole body.

    What was added or removed is one change, and nothing inside it is reported. `records` are those of
    both contracts where the body is a record: it may refer to others, and readers pass over members that they do not
    know.
    """

    site: Site
    records: Pairing | None = None

    def both(self, old: Node, new: Node) -> Iterator[Change]:
        """Return the changes of a node that both bodies have."""
        site = self._at(new.path, old.location, new.location)
        if new.path and not new.path.endswith(ITEM):
            yield from requirement_changes(site, old, new)
        if self.records is not None:
            yield from null_changes(site, old, new)
            if found := reference_changes(site, old, new, self.records):
                yield from found
                return
            old, new = _like(old, new), _like(new, old)
        if isinstance(old, Group) and isinstance(new, Group):
            yield from self._group(site, old, new)
        elif isinstance(old, FieldNode) and isinstance(new, FieldNode):
            yield from field_changes(site, old, new)
            if old.items and new.items:
                yield from self.both(old.items, new.items)
        else:
            around = everything(new.path)
            yield Change(BodyChange.TYPE_CHANGED, site, _kind(old), _kind(new), new.reason, around, around)

    def _group(self, site: Site, old: Group, new: Group) -> Iterator[Change]:
        yield from self._own(site, old, new)
        before, after = ({member.name: member for member in group.members} for group in (old, new))
        for name in dict.fromkeys((*after, *before)):
            if name not in after:
                yield self._removed(new, before[name])
            elif name not in before:
                yield self._added(old, after[name])
            else:
                yield from self.both(before[name], after[name])
        if list(before) != list(after) and set(before) == set(after):
            yield Change(BodyChange.ORDER_CHANGED, site, list(before), list(after), new.reason)

    def _own(self, site: Site, old: Group, new: Group) -> Iterator[Change]:
        if old.closed != new.closed:
            of = BodyChange.OBJECT_CLOSED if new.closed else BodyChange.OBJECT_OPENED
            unknown = everything(new.path, "unknown_field")[1:]
            yield Change(of, site, None, None, new.closed_reason, unknown, unknown)
        yield from self._conditions(old, new)
        if old.component != new.component:
            yield Change(BodyChange.CLASS_RENAMED, site, old.component, new.component, new.reason)
        if self.records is not None:
            yield from deprecation_changes(site, old.deprecated, new.deprecated, new.reason)
        # The meaning of a request is made of that of its method.
        if (old.path or self.records is not None) and old.meaning != new.meaning:
            yield Change(BodyChange.WORDS_CHANGED, site, old.meaning, new.meaning, new.reason)
        yield from reason_changes(site, _reasons(old), _reasons(new))

    def _conditions(self, old: Group, new: Group) -> Iterator[Change]:
        stated = (*new.conditions, *old.conditions)
        if not stated:
            return
        names = {name for condition in stated for names in condition.any_of for name in names}
        before, after = (_asked(group, names) for group in (old, new))
        move, shown = _moved(before, after), (_shown(before), _shown(after))
        site = self._at(new.path, _location(old.conditions, old.location), _location(new.conditions, new.location))
        if move is None:
            if shown[0] != shown[1]:
                yield Change(BodyChange.WORDS_CHANGED, site, *shown, stated[0].reason)
            yield from reason_changes(site, *([one.reason for one in group.conditions] for group in (old, new)))
            return
        turned = (at(new.path, "conditional_required"),)
        decides = (site.path, *(f"{site.path}.{name}".removeprefix(".") for name in sorted(names)))
        of = type_of(Element.CONDITION, move)
        yield Change(of, site, *shown, stated[0].reason, turned, turned, decides=decides)

    def _added(self, old: Group, member: Node) -> Change:
        is_claimed = not old.closed and self.records is None
        optional = BodyChange.FIELD_CLAIMED if is_claimed else BodyChange.FIELD_ADDED_OPTIONAL
        of = BodyChange.FIELD_ADDED_REQUIRED if member.requirement == "required" else optional
        site, around = self._at(member.path, new=member.location), everything(member.path)
        return Change(of, site, None, self._stated(member), member.reason, around, around)

    def _removed(self, new: Group, member: Node) -> Change:
        of = BodyChange.FIELD_REMOVED if new.closed or self.records is not None else BodyChange.FIELD_DISREGARDED
        site, around = self._at(member.path, old=member.location), everything(member.path)
        return Change(of, site, self._stated(member), None, member.reason, around, around)

    def _at(self, path: str, old: Location | None = None, new: Location | None = None) -> Site:
        if self.records is not None:
            between = "." if path and not path.startswith(ITEM) else ""
            path = f"{self.site.path}{between}{path}"
        return replace(self.site, path=path, old_location=old, new_location=new)

    def _stated(self, member: Node) -> Mapping[str, Any]:
        """Return what a removed or added member is, in short; its constraints are in the catalogue."""
        stated: dict[str, Any] = {"requirement": member.requirement, "type": _kind(member)}
        if isinstance(member, FieldNode) and member.deprecated:
            stated["deprecated"] = member.deprecated.model_dump(mode="json", exclude={"reason"})
        return stated


def requirement_changes(site: Site, old: Node, new: Node) -> Iterator[Change]:
    """Return the change of whether a member must be sent; what a condition asks of it is the condition's."""
    if old.requirement == new.requirement:
        return
    raised = _RANK[new.requirement] > _RANK[old.requirement]
    if "required" not in (old.requirement, new.requirement):
        of = BodyChange.CONDITION_JOINED if raised else BodyChange.CONDITION_LEFT
        yield Change(of, site, old.requirement, new.requirement, new.reason)
        return
    of = BodyChange.REQUIREMENT_RAISED if raised else BodyChange.REQUIREMENT_LOWERED
    missed = (at(new.path, "required"),)
    narrows, widens = (missed, ()) if raised else ((), missed)
    yield Change(of, site, old.requirement, new.requirement, new.reason, narrows, widens)


def _asked(group: Group, among: Collection[str]) -> list[Combinations]:
    """Return what an object asks of some of its members: its conditions, and which of them it requires."""
    return [condition.any_of for condition in group.conditions] + [
        ((name,),) for name in group.required if name in among
    ]


def _moved(old: Sequence[Combinations], new: Sequence[Combinations]) -> Action | None:
    """Return what happened to what an object requires, by its meaning and not by its wording; None for nothing.

    Where that takes too long to find out, it changed in both ways, of which one may break.
    """
    if not old or not new:
        return Action.DROPPED if old else Action.ADDED if new else None
    match implies(new, old), implies(old, new):
        case True, True:
            return None
        case True, False:
            return Action.NARROWED
        case False, True:
            return Action.WIDENED
        case _:
            return Action.CHANGED


def _shown(asked: Iterable[Combinations]) -> str | None:
    """Return what is asked in words, such as `a | b + c`; None when nothing is."""
    words = [" | ".join(" + ".join(names) for names in choices) for choices in asked]
    return " and ".join(words) or None


def _like(node: Node, other: Node) -> Node:
    """Return a node; a plain one beside an object with members as an object without members."""
    if isinstance(node, Group) or not isinstance(other, Group) or node.shape != "object":
        return node
    return other.model_copy(
        update={
            "members": (),
            "requirement": node.requirement,
            "nullable": node.nullable,
            "meaning": node.meaning,
            "deprecated": node.deprecated,
            "reason": node.reason,
            "location": node.location,
        }
    )


def _kind(member: Node) -> str:
    return member.type or member.shape if isinstance(member, FieldNode) else "object"


def _reasons(group: Group) -> list[Reason]:
    return [group.reason, group.closed_reason]


def _location(stated: tuple[Condition, ...], around: Location) -> Location:
    return stated[0].location if stated else around


def record_changes(old: Contract, new: Contract) -> Iterator[Change]:
    """Return what changed in records, without verdicts, and nothing is passed over."""
    records = pairing(old, new)
    for name in dict.fromkeys((*records.new, *records.old)):
        yield from _of_record(records, name)
    for was, name in records.renamed.items():
        site = Site(records.part(name), name, None, None, records.old[name].location, records.new[name].location)
        yield Change(BodyChange.RECORD_RENAMED, site, was, name, records.new[name].reason)
    names = [name for name in records.old if name in records.new]
    others = [name for name in records.new if name in records.old]
    if names != others:
        yield Change(BodyChange.ORDER_CHANGED, Site("interface", "records"), names, others)


def _of_record(records: Pairing, name: str) -> Iterator[Change]:
    old, new, part = records.old.get(name), records.new.get(name), records.part(name)
    if old is None:
        assert new is not None, "one of both has the name"
        site = Site(part, name, new_location=new.location)
        yield Change(BodyChange.RECORD_ADDED, site, None, node_schema(new.body, DEFINITIONS), new.reason)
    elif new is None:
        site = Site(part, name, old_location=old.location)
        yield Change(BodyChange.RECORD_REMOVED, site, node_schema(old.body, DEFINITIONS), None, old.reason)
    elif old != new:
        site = Site(part, name, None, None, old.location, new.location)
        yield from Walk(site, records).both(old.body, new.body)
        if old.example != new.example:
            yield Change(BodyChange.WORDS_CHANGED, site, old.example, new.example, new.reason)
        if old.body.reason == new.body.reason:
            yield from reason_changes(site, [old.reason], [new.reason])
