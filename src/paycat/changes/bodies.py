"""Compares bodies, of requests and of records alike; each record once, by its name."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from paycat.catalogue.statement import Location
from paycat.changes.change import Change, Site, at, change_of, everything, site_of
from paycat.changes.elements import ElementPair, Rows, compared, in_order, reason_changes
from paycat.changes.fields import deprecation_changes, field_changes, null_changes
from paycat.changes.records import Pairing, pairing, reference_changes
from paycat.changes.taxonomy import type_of
from paycat.contract.groups import Combinations, implies
from paycat.contract.model import Contract
from paycat.contract.naming import attribute_of
from paycat.contract.nodes import Condition, FieldNode, Group, Node
from paycat.contract.paths import ITEM, case_of
from paycat.schemas.making import DEFINITIONS, node_schema
from paycat.shapes.constraints.relations import Relation

_LISTING = (Relation.EQUAL, Relation.ONE_OF)
_RANK = {"optional": 0, "conditional": 1, "required": 2}


def record_changes(old: Contract, new: Contract) -> Iterator[Change]:
    """Return what changed in records, without verdicts, and nothing is passed over."""
    records = pairing(old, new)
    for name in dict.fromkeys((*records.new, *records.old)):
        yield from _of_record(records, name)
    for was, name in records.renamed.items():
        before, after = records.old[name], records.new[name]
        site = site_of(records.part(name), name, None, None, before.location, after.location)
        yield change_of(type_of("record", "renamed"), site, was, name, after.reason)
    both = [name for name in records.old if name in records.new], [name for name in records.new if name in records.old]
    yield from in_order(ElementPair(site_of("interface", "records"), None, None), "", *both)


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
        if isinstance(new, FieldNode) and old == new:
            return
        node = ElementPair(self._at(new.path, old.location, new.location), old, new, new.reason)
        if new.path and not new.path.endswith(ITEM):
            yield from requirement_changes(node)
            yield from _attribute(node)
        if self.records is not None:
            yield from null_changes(node)
            if changes := reference_changes(node, self.records):
                yield from changes
                return
            old, new = _like(old, new), _like(new, old)
            node = replace(node, old=old, new=new)
        if isinstance(old, Group) and isinstance(new, Group):
            yield from self._group(node, old, new)
        elif isinstance(old, FieldNode) and isinstance(new, FieldNode):
            yield from field_changes(node)
            if old.items and new.items:
                yield from self.both(old.items, new.items)
        else:
            patterns, types = everything(new.path), (old.type_or_shape, new.type_or_shape)
            yield node.change(type_of("type", "changed"), *types, narrows=patterns, widens=patterns)

    def _group(self, node: ElementPair, old: Group, new: Group) -> Iterator[Change]:
        yield from self._of_object(node, old, new)
        before, after = ({member.name: member for member in group.members} for group in (old, new))
        for name in dict.fromkeys((*after, *before)):
            present = after.get(name) or before[name]
            is_of_type = new.type and old.type and present.location.path == new.type.location.path
            # An edit of a type is at every object of it.
            tied = {"field_type": f"{new.type.name}.{name}"} if new.type and is_of_type else {}
            for change in self._of_name(old, new, before.get(name), after.get(name)):
                yield change if change.field_type else change.model_copy(update=tied)
        if set(before) == set(after):
            yield from in_order(node, "", before, after)

    def _of_name(self, old: Group, new: Group, before: Node | None, after: Node | None) -> Iterator[Change]:
        if before and after:
            yield from self._member(old, new, before, after)
        elif before:
            yield self._removed(new, before)
        elif after:
            action = "claimed" if not old.closed and self.records is None else "added-optional"
            action = "added-required" if after.requirement == "required" else action
            site, patterns = self._at(after.path, new=after.location), everything(after.path)
            yield change_of(
                type_of("field", action), site, None, _summary(after), after.reason, narrows=patterns, widens=patterns
            )

    def _member(self, old: Group, new: Group, before: Node, after: Node) -> Iterator[Change]:
        """Return the changes of a member that both objects have: of its constraints, in each case that both know.

        What it accepts in every case follows from these, unless a body may lack the member that decides.
        """
        decider = next((case.given for case in (*new.cases, *old.cases) if case.member == after.name), None)
        if decider is None or not isinstance(before, FieldNode) or not isinstance(after, FieldNode):
            yield from self.both(before, after)
            return
        is_sent = all(decider in group.required for group in (old, new))
        bare = {"constraints": ()} if is_sent else {}
        yield from self.both(before.model_copy(update=bare), after.model_copy(update=bare))
        for value in [value for value in _values(new, decider) if value in _values(old, decider)]:
            path = case_of(after.path, value)
            was, now = (_in_case(group, {decider: value}, node, path) for group, node in ((old, before), (new, after)))
            if was.constraints != now.constraints:
                yield from field_changes(ElementPair(self._at(path, was.location, now.location), was, now, now.reason))

    def _of_object(self, node: ElementPair, old: Group, new: Group) -> Iterator[Change]:
        if old.closed != new.closed:
            unknown = everything(new.path, "unknown_field")[1:]
            of = type_of("object", "closed" if new.closed else "opened")
            yield replace(node, reason=new.closed_reason).change(of, narrows=unknown, widens=unknown)
        yield from self._conditions(old, new)
        # The meaning of a request is made of that of its method.
        rows = _RECORD if self.records is not None else _OBJECT if old.path else _REQUEST
        yield from compared(node, rows)
        yield from reason_changes(node, *([group.reason, group.closed_reason] for group in (old, new)))

    def _conditions(self, old: Group, new: Group) -> Iterator[Change]:
        conditions = (*new.conditions, *old.conditions)
        if not conditions:
            return
        names = {name for condition in conditions for name in condition.names}
        # What each object asks of these members: its conditions, and which of them it requires.
        before, after = (
            [condition.any_of for condition in group.conditions]
            + [((name,),) for name in group.required if name in names]
            for group in (old, new)
        )
        move, shown = _moved(before, after), (_shown(before), _shown(after))
        site = self._at(new.path, _location(old.conditions, old.location), _location(new.conditions, new.location))
        node = ElementPair(site, old, new, conditions[0].reason)
        if move is None:
            if shown[0] != shown[1]:
                yield node.change(type_of("words", "changed"), *shown)
            reasons = ([condition.reason for condition in group.conditions] for group in (old, new))
            yield from reason_changes(node, *reasons)
            return
        turned = (at(new.path, "conditional_required"),)
        decides = (site.path, *(f"{site.path}.{name}".removeprefix(".") for name in sorted(names)))
        yield node.change(type_of("condition", move), *shown, narrows=turned, widens=turned, decides=decides)

    def _removed(self, new: Group, member: Node) -> Change:
        of = type_of("field", "removed" if new.closed or self.records is not None else "disregarded")
        site, patterns = self._at(member.path, old=member.location), everything(member.path)
        return change_of(of, site, _summary(member), None, member.reason, narrows=patterns, widens=patterns)

    def _at(self, path: str, old: Location | None = None, new: Location | None = None) -> Site:
        if self.records is not None:
            between = "." if path and not path.startswith(ITEM) else ""
            path = f"{self.site.path}{between}{path}"
        return site_of(self.site.part, path, self.site.method, self.site.direction, old, new)


def requirement_changes(member: ElementPair) -> Iterator[Change]:
    """Return the change of whether a member must be sent; what a condition asks of it is the condition's."""
    old, new = member.values("requirement")
    if old == new:
        return
    raised = _RANK[new] > _RANK[old]
    if "required" not in (old, new):
        yield member.change(type_of("condition", "joined" if raised else "left"), old, new)
        return
    missed = (at(member.new.path, "required"),)
    narrows, widens = (missed, ()) if raised else ((), missed)
    of = type_of("requirement", "raised" if raised else "lowered")
    yield member.change(of, old, new, narrows=narrows, widens=widens)


def _values(group: Group, name: str) -> tuple[str, ...]:
    fields = (member for member in group.members if member.name == name and isinstance(member, FieldNode))
    listed = (rule.value for field in fields for rule in field.constraints if rule.kind.relation in _LISTING)
    return tuple(str(value) for bound in listed for value in (bound if isinstance(bound, tuple) else (bound,)))


def _in_case(group: Group, members: Mapping[str, str], itself: FieldNode, path: str) -> FieldNode:
    """Return what a member is where others have some values, at the path of that case."""
    field = group.decided(members).get(itself.name, itself)
    return field.model_copy(update={"name": "", "path": path, "role": None})


def _attribute(member: ElementPair) -> Iterator[Change]:
    old, new = attribute_of(member.old), attribute_of(member.new)
    if old != new:
        yield member.change(type_of("attribute", "renamed"), old, new)


def _of_record(records: Pairing, name: str) -> Iterator[Change]:
    old, new, part = records.old.get(name), records.new.get(name), records.part(name)
    site = site_of(part, name, None, None, old.location if old else None, new.location if new else None)
    present = new or old
    assert present, "one of both has the name"
    record = ElementPair(site, old, new, present.reason)
    if old is None or new is None:
        shown = (version and node_schema(version.body, DEFINITIONS) for version in (old, new))
        yield record.change(type_of("record", "added" if new else "removed"), *shown)
    elif old != new:
        yield from Walk(site, records).both(old.body, new.body)
        yield from compared(record, {"example": type_of("words", "changed")})
        if old.body.reason == new.body.reason:
            yield from reason_changes(record, [old.reason], [new.reason])


def _summary(member: Node) -> Mapping[str, Any]:
    summary: dict[str, Any] = {"requirement": member.requirement, "type": member.type_or_shape}
    if isinstance(member, FieldNode) and member.deprecated:
        summary["deprecated"] = member.deprecated.model_dump(mode="json", exclude={"reason"})
    return summary


_REQUEST: Rows = {"component": type_of("class", "renamed")}
_OBJECT: Rows = {**_REQUEST, "meaning": type_of("words", "changed")}
_RECORD: Rows = {**_REQUEST, "deprecated": deprecation_changes, "meaning": type_of("words", "changed")}


def _moved(old: Sequence[Combinations], new: Sequence[Combinations]) -> str | None:
    """Return what happened to what an object requires, by its meaning and not by its wording; None for nothing.

    Where that takes too long to find out, it changed in both ways, of which one may break.
    """
    if not old or not new:
        return "dropped" if old else "added" if new else None
    match implies(new, old), implies(old, new):
        case True, True:
            return None
        case True, False:
            return "narrowed"
        case False, True:
            return "widened"
        case _:
            return "changed"


def _shown(asked: Iterable[Combinations]) -> str | None:
    """Return what is asked in words, such as `a | b + c`; None when nothing is."""
    words = [" | ".join(" + ".join(names) for names in choices) for choices in asked]
    return " and ".join(words) or None


def _like(node: Node, counterpart: Node) -> Node:
    """Return a node; a plain one beside an object with members as an object without members."""
    if isinstance(node, Group) or not isinstance(counterpart, Group) or node.shape != "object":
        return node
    same = ("requirement", "nullable", "meaning", "deprecated", "reason", "location")
    return counterpart.model_copy(update={"members": (), **{name: getattr(node, name) for name in same}})


def _location(conditions: tuple[Condition, ...], default: Location) -> Location:
    return conditions[0].location if conditions else default
