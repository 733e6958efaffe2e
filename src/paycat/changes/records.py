"""Pairs the records of two contracts, and compares what refers to records: which one, or which of several."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal

from paycat.changes.change import Change, everything
from paycat.changes.elements import ElementPair, in_order
from paycat.changes.fields import about_changes
from paycat.changes.renaming import renames
from paycat.changes.taxonomy import type_of
from paycat.changes.taxonomy.change_type import ChangeType
from paycat.contract.interface import Interface, Record
from paycat.contract.model import Contract, Violation
from paycat.contract.nodes import FieldNode, Node, records_of
from paycat.contract.paths import reachable
from paycat.shapes.json_types import JSON_TYPES

Records = Mapping[str, Record]

_ANYTHING = ("anything",)

_AS_THEY_ARE: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Pairing:
    """The records of both contracts by name; `renamed` gives the new names of old ones that say the same.

    In `old`, renamed records have their new names, and references use them.
    """

    old: Records
    new: Records
    renamed: Mapping[str, str]
    answered: frozenset[str]
    posted: frozenset[str]

    def part(self, name: str) -> Literal["response", "event"]:
        """Return what brings a record: events if they alone do."""
        return "event" if name in self.posted and name not in self.answered else "response"

    def name_in(self, path: str) -> str | None:
        """Return the name of the record that the path of a change begins with."""
        names = (*self.new, *self.old)
        begun = (name for name in names if path == name or path.startswith((f"{name}.", f"{name}(", f"{name}[")))
        return next(begun, None)


def pairing(old: Contract, new: Contract) -> Pairing:
    """Return the records of two contracts side by side."""
    before, after = ({record.name: record for record in side.interface.records} for side in (old, new))
    # A record that refers to itself does so under its new name.
    shapes = ({name: shape(record.body, {name: ""}) for name, record in side.items()} for side in (before, after))
    renamed = renames(*shapes)

    def brought(start: Callable[[Interface], Iterable[str]]) -> frozenset[str]:
        sides = ((old.interface, before), (new.interface, after))
        reached = (name for interface, records in sides for name in _reached(records, start(interface)))
        return frozenset(renamed.get(name, name) for name in reached)

    answered = brought(
        lambda interface: [*(operation.success.record for operation in interface.operations), interface.problem_record]
    )
    posted = brought(lambda interface: [notification.record for notification in interface.notifications])
    if renamed:
        names = {renamed.get(name, name): record for name, record in before.items()}
        before = {
            name: record.model_copy(update={"name": name, "body": _renamed_inside(record.body, renamed)})
            for name, record in names.items()
        }
    return Pairing(before, after, renamed, answered, posted)


def shape(node: Node, names: Mapping[str, str] = _AS_THEY_ARE) -> Hashable:
    """Return a value that is equal for two nodes when they reject the same in every body.

    Records are compared by name; `names` gives the new names of renamed ones.
    """
    need = node.name, node.requirement == "required", node.nullable
    if isinstance(node, FieldNode):
        rules = tuple((rule.keyword, rule.value, rule.code) for rule in node.constraints)
        items = shape(node.items, names) if node.items else None
        referred = tuple(names.get(record, record) for record in node.records)
        values = tuple(variant.value for variant in node.variants)
        return *need, node.json_type, rules, items, node.discriminator, values, referred
    conditions = frozenset(condition.any_of for condition in node.conditions)
    cases = frozenset((case.given, case.value, case.member, shape(case.field, names)) for case in node.cases)
    return *need, node.closed, conditions, cases, frozenset(shape(member, names) for member in node.members)


def reference_changes(node: ElementPair, records: Pairing) -> Sequence[Change]:
    """Return the changes of two nodes of which one is no plain value and no object; none for any others.

    A node that is no more what it was is one change: nothing is compared inside it.
    """
    old, new = node.old, node.new
    before, after = _names(old), _names(new)
    if not before and not after:
        return ()
    turned: tuple[Violation, ...] = everything(new.path)
    changes: list[Change] = []
    if before == after == _ANYTHING:
        pass
    elif _ANYTHING in (before, after):
        of = type_of("shape", "dropped" if after == _ANYTHING else "added")
        changes.append(node.change(of, _shown(old), _shown(new), narrows=turned, widens=turned))
    elif isinstance(old, FieldNode) and isinstance(new, FieldNode) and old.variants and new.variants:
        changes += _variants(node, records)
    elif before != after:
        same = _content(records.old, old) == _content(records.new, new)
        of, turned = _reference(same), () if same else turned
        changes.append(node.change(of, _shown(old), _shown(new), narrows=turned, widens=turned))
    return [*changes, *about_changes(node)]


def _reached(records: Records, start: Iterable[str]) -> Iterable[str]:
    return reachable(start, lambda name: records_of(records[name].body) if name in records else ())


def _renamed_inside(node: Node, renamed: Mapping[str, str]) -> Node:
    update: dict[str, Any]
    if isinstance(node, FieldNode):
        variants = tuple(
            variant.model_copy(update={"record": renamed.get(variant.record, variant.record)})
            for variant in node.variants
        )
        record = None if node.record is None else renamed.get(node.record, node.record)
        items = _renamed_inside(node.items, renamed) if node.items else None
        update = {"record": record, "variants": variants, "items": items}
    else:
        component = renamed.get(node.component, node.component)
        members = tuple(_renamed_inside(member, renamed) for member in node.members)
        update = {"component": component, "members": members}
    return node.model_copy(update=update)


def _reference(same: bool) -> ChangeType:
    return type_of("reference", "renamed" if same else "changed")


def _names(node: Node) -> tuple[str, ...]:
    """Return the records that a node is one of; none for a node that says itself what it is."""
    is_anything = isinstance(node, FieldNode) and node.shape == "any"
    return _ANYTHING if is_anything else node.records if isinstance(node, FieldNode) else ()


def _shown(node: Node) -> str:
    return " or ".join(dict.fromkeys(_names(node))) or JSON_TYPES[node.json_type].noun


def _variants(field: ElementPair, records: Pairing) -> Iterator[Change]:
    turned = everything(field.new.path)
    tied: dict[str, Any] = {"narrows": turned, "widens": turned}
    old, new = field.values("discriminator")
    if old != new:
        yield field.change(type_of("discriminator", "changed"), old, new, **tied)
    before, after = ({variant.value: variant.record for variant in variants} for variants in field.values("variants"))
    for value in dict.fromkeys((*after, *before)):
        was, now = before.get(value), after.get(value)
        here = replace(field, site=field.site.model_copy(update={"path": f"{field.site.path}({value})"}))
        if was is None or now is None:
            yield here.change(type_of("branch", "removed" if now is None else "added"), was, now, **tied)
        elif was != now:
            are_there = was in records.old and now in records.new
            same = are_there and shape(records.old[was].body) == shape(records.new[now].body)
            yield here.change(_reference(same), was, now, **tied)
    if set(before) == set(after):
        yield from in_order(field, "", before, after)


def _content(records: Mapping[str, Record], node: Node) -> Hashable:
    """Return what decides which values a node accepts, whatever its name; of a record, what decides it there."""
    if isinstance(node, FieldNode) and node.record is not None and node.record in records:
        return _content(records, records[node.record].body)
    return shape(node.model_copy(update={"name": "", "requirement": "required", "nullable": False}))
