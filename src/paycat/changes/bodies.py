"""Compares bodies, of requests and of records alike; each record once, by its name."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from paycat.catalogue.statement import Location
from paycat.changes.cases import case_changes, is_of_currency
from paycat.changes.change import Change, Site, at, change_of, everything, site_of
from paycat.changes.elements import ElementPair, Rows, compared, in_order, reason_changes
from paycat.changes.fields import deprecation_changes, field_changes, null_changes
from paycat.changes.records import Pairing, pairing, reference_changes
from paycat.changes.taxonomy import type_of
from paycat.contract.groups import Combinations, implies
from paycat.contract.model import Contract
from paycat.contract.naming import attribute_of
from paycat.contract.nodes import Condition, FieldNode, Group, Node
from paycat.contract.paths import ITEM
from paycat.schemas.making import DEFINITIONS, node_schema

_RANK = {"optional": 0, "conditional": 1, "required": 2}


def record_changes(old: Contract, new: Contract) -> Iterator[Change]:
    """Return what changed in records, without verdicts, and nothing is passed over."""
    records = pairing(old, new)
    for name in dict.fromkeys((*records.new, *records.old)):
        yield from _of_record(records, name)
    for old_name, name in records.renamed.items():
        old_record, new_record = records.old[name], records.new[name]
        site = site_of(records.part(name), name, None, None, old_record.location, new_record.location)
        yield change_of(type_of("record", "renamed"), site, old_name, name, new_record.reason)
    names = [name for name in records.old if name in records.new], [name for name in records.new if name in records.old]
    yield from in_order(ElementPair(site_of("interface", "records"), None, None), "", *names)


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
        pair = ElementPair(self._at(new.path, old.location, new.location), old, new, new.reason)
        if new.path and not new.path.endswith(ITEM):
            yield from requirement_changes(pair)
            yield from _attribute(pair)
        if self.records is not None:
            yield from null_changes(pair)
            if changes := reference_changes(pair, self.records):
                yield from changes
                return
            old, new = _like(old, new), _like(new, old)
            pair = replace(pair, old=old, new=new)
        if isinstance(old, Group) and isinstance(new, Group):
            yield from self._group(pair, old, new)
        elif isinstance(old, FieldNode) and isinstance(new, FieldNode):
            yield from field_changes(pair)
            if old.items and new.items:
                yield from self.both(old.items, new.items)
        else:
            patterns, type_names = everything(new.path), (old.type_or_shape, new.type_or_shape)
            yield pair.change(type_of("type", "changed"), *type_names, narrows=patterns, widens=patterns)

    def _group(self, pair: ElementPair, old: Group, new: Group) -> Iterator[Change]:
        old_members, new_members = ({member.name: member for member in group.members} for group in (old, new))
        type_name = new.type.name if new.type and old.type and new.type.name == old.type.name else None
        is_same_set = old_members.keys() == new_members.keys()
        order_changes = in_order(pair, "", old_members, new_members) if is_same_set else ()
        yield from self._conditions(old, new)  # A type states none.
        for change in (*self._of_object(pair, old, new), *order_changes):
            yield change.model_copy(update={"field_type": type_name})
        if not new.path:
            yield from case_changes(old, new, self._at)
        for name in dict.fromkeys((*new_members, *old_members)):
            member = new_members.get(name) or old_members[name]
            is_of_type = new.type and old.type and member.location.path == new.type.location.path
            # An edit of a type is at every object of it.
            update = {"field_type": f"{new.type.name}.{name}"} if new.type and is_of_type else {}
            for change in self._of_name(old, new, old_members.get(name), new_members.get(name)):
                yield change if change.field_type else change.model_copy(update=update)

    def _of_name(self, old: Group, new: Group, old_member: Node | None, member: Node | None) -> Iterator[Change]:
        if old_member and member:
            yield from self._member(old, new, old_member, member)
        elif old_member:
            yield self._removed(new, old_member)
        elif member:
            action = "claimed" if not old.closed and self.records is None else "added-optional"
            action = "added-required" if member.requirement == "required" else action
            site, patterns = self._at(member.path, new_location=member.location), everything(member.path)
            yield change_of(
                type_of("field", action), site, None, _summary(member), member.reason, narrows=patterns, widens=patterns
            )

    def _member(self, old: Group, new: Group, old_node: Node, new_node: Node) -> Iterator[Change]:
        """Return the changes of a member that both objects have.

        What it accepts in all currencies follows from what it is in each, unless a body may lack the currency.
        """
        if all(is_of_currency(group, node.name) for group, node in ((old, old_node), (new, new_node))):
            old_node, new_node = (node.model_copy(update={"constraints": ()}) for node in (old_node, new_node))
        yield from self.both(old_node, new_node)

    def _of_object(self, pair: ElementPair, old: Group, new: Group) -> Iterator[Change]:
        if old.closed != new.closed:
            patterns = everything(new.path, "unknown_field")[1:]
            change_type = type_of("object", "closed" if new.closed else "opened")
            yield replace(pair, reason=new.closed_reason).change(change_type, narrows=patterns, widens=patterns)
        # The meaning of a request is made of that of its method.
        rows = _RECORD if self.records is not None else _OBJECT if old.path else _REQUEST
        yield from compared(pair, rows)
        yield from reason_changes(pair, *([group.reason, group.closed_reason] for group in (old, new)))

    def _conditions(self, old: Group, new: Group) -> Iterator[Change]:
        conditions = (*new.conditions, *old.conditions)
        if not conditions:
            return
        member_names = {name for condition in conditions for name in condition.names}
        # What each object asks of these members: its conditions, and which of them it requires.
        old_needs, new_needs = (
            [condition.any_of for condition in group.conditions]
            + [((name,),) for name in group.required if name in member_names]
            for group in (old, new)
        )
        action, texts = _moved(old_needs, new_needs), (_shown(old_needs), _shown(new_needs))
        site = self._at(new.path, _location(old.conditions, old.location), _location(new.conditions, new.location))
        pair = ElementPair(site, old, new, conditions[0].reason)
        if action is None:
            if texts[0] != texts[1]:
                yield pair.change(type_of("words", "changed"), *texts)
            reasons = ([*{condition.reason: "" for condition in group.conditions}] for group in (old, new))
            yield from reason_changes(pair, *reasons)
            return
        patterns = (at(new.path, "conditional_required"),)
        paths = (site.path, *(f"{site.path}.{name}".removeprefix(".") for name in sorted(member_names)))
        yield pair.change(type_of("condition", action), *texts, narrows=patterns, widens=patterns, decides=paths)

    def _removed(self, new: Group, member: Node) -> Change:
        change_type = type_of("field", "removed" if new.closed or self.records is not None else "disregarded")
        site, patterns = self._at(member.path, old_location=member.location), everything(member.path)
        return change_of(change_type, site, _summary(member), None, member.reason, narrows=patterns, widens=patterns)

    def _at(self, path: str, old_location: Location | None = None, new_location: Location | None = None) -> Site:
        if self.records is not None:
            separator = "." if path and not path.startswith(ITEM) else ""
            path = f"{self.site.path}{separator}{path}"
        return site_of(self.site.part, path, self.site.method, self.site.direction, old_location, new_location)


def requirement_changes(pair: ElementPair) -> Iterator[Change]:
    """Return the change of whether a member must be sent; what a condition asks of it is the condition's."""
    old, new = pair.values("requirement")
    if old == new:
        return
    is_raised = _RANK[new] > _RANK[old]
    if "required" not in (old, new):
        yield pair.change(type_of("condition", "joined" if is_raised else "left"), old, new)
        return
    patterns = (at(pair.new.path, "required"),)
    narrows, widens = (patterns, ()) if is_raised else ((), patterns)
    change_type = type_of("requirement", "raised" if is_raised else "lowered")
    yield pair.change(change_type, old, new, narrows=narrows, widens=widens)


def _attribute(pair: ElementPair) -> Iterator[Change]:
    old, new = attribute_of(pair.old), attribute_of(pair.new)
    if old != new:
        yield pair.change(type_of("attribute", "renamed"), old, new)


def _of_record(records: Pairing, name: str) -> Iterator[Change]:
    old, new, part = records.old.get(name), records.new.get(name), records.part(name)
    site = site_of(part, name, None, None, old.location if old else None, new.location if new else None)
    record = new or old
    assert record, "one of both has the name"
    pair = ElementPair(site, old, new, record.reason)
    if old is None or new is None:
        schemas = (version and node_schema(version.body, DEFINITIONS) for version in (old, new))
        yield pair.change(type_of("record", "added" if new else "removed"), *schemas)
    elif old != new:
        yield from Walk(site, records).both(old.body, new.body)
        yield from compared(pair, {"example": type_of("words", "changed")})
        if old.body.reason == new.body.reason:
            yield from reason_changes(pair, [old.reason], [new.reason])


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


def _shown(needs: Iterable[Combinations]) -> str | None:
    """Return what is asked in words, such as `a | b + c`; None when nothing is."""
    texts = [" | ".join(" + ".join(names) for names in choices) for choices in needs]
    return " and ".join(texts) or None


def _like(node: Node, counterpart: Node) -> Node:
    """Return a node; a plain one beside an object with members as an object without members."""
    if isinstance(node, Group) or not isinstance(counterpart, Group) or node.shape != "object":
        return node
    kept_names = ("requirement", "nullable", "meaning", "deprecated", "reason", "location")
    return counterpart.model_copy(update={"members": (), **{name: getattr(node, name) for name in kept_names}})


def _location(conditions: tuple[Condition, ...], default: Location) -> Location:
    return conditions[0].location if conditions else default
