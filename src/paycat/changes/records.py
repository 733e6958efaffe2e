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
from paycat.contract.cases import label_of
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
        matches = (name for name in names if path == name or path.startswith((f"{name}.", f"{name}(", f"{name}[")))
        return next(matches, None)


def pairing(old: Contract, new: Contract) -> Pairing:
    """Return the records of two contracts side by side."""
    old_records, new_records = ({record.name: record for record in side.interface.records} for side in (old, new))
    # A record that refers to itself does so under its new name.
    sides = ((old.interface, old_records), (new.interface, new_records))
    shapes = ({name: shape(record.body, {name: ""}) for name, record in records.items()} for _, records in sides)
    new_names = renames(*shapes)

    def brought(names_of: Callable[[Interface], Iterable[str]]) -> frozenset[str]:
        record_names = (name for interface, records in sides for name in _reached(records, names_of(interface)))
        return frozenset(new_names.get(name, name) for name in record_names)

    response_names = brought(
        lambda interface: [
            *(operation.success.record for operation in interface.operations if operation.success.record),
            interface.problem_record,
        ]
    )
    event_names = brought(lambda interface: [notification.record for notification in interface.notifications])
    if new_names:
        renamed_records = {new_names.get(name, name): record for name, record in old_records.items()}
        old_records = {
            name: record.model_copy(update={"name": name, "body": _renamed_inside(record.body, new_names)})
            for name, record in renamed_records.items()
        }
    return Pairing(old_records, new_records, new_names, response_names, event_names)


def shape(node: Node, new_names: Mapping[str, str] = _AS_THEY_ARE) -> Hashable:
    """Return a value that is equal for two nodes when they reject the same in every body.

    Records are compared by name; `names` gives the new names of renamed ones.
    """
    traits = node.name, node.requirement == "required", node.nullable
    if isinstance(node, FieldNode):
        rules = tuple((rule.keyword, rule.value, rule.code) for rule in node.constraints)
        item_shape = shape(node.items, new_names) if node.items else None
        record_names = tuple(new_names.get(name, name) for name in node.records)
        variant_values = tuple(variant.value for variant in node.variants)
        return *traits, node.json_type, rules, item_shape, node.discriminator, variant_values, record_names
    conditions = frozenset(condition.any_of for condition in node.conditions)
    cases = frozenset(
        (label_of(case.given), case.member, case.requirement, case.field and shape(case.field, new_names))
        for case in node.cases
    )
    return *traits, node.closed, conditions, cases, frozenset(shape(member, new_names) for member in node.members)


def reference_changes(pair: ElementPair, records: Pairing) -> Sequence[Change]:
    """Return the changes of two nodes of which one is no plain value and no object; none for any others.

    A node that is no more what it was is one change: nothing is compared inside it.
    """
    old, new = pair.old, pair.new
    old_names, new_names = _names(old), _names(new)
    if not old_names and not new_names:
        return ()
    patterns: tuple[Violation, ...] = everything(new.path)
    changes: list[Change] = []
    if old_names == new_names == _ANYTHING:
        pass
    elif _ANYTHING in (old_names, new_names):
        change_type = type_of("shape", "dropped" if new_names == _ANYTHING else "added")
        changes.append(pair.change(change_type, _shown(old), _shown(new), narrows=patterns, widens=patterns))
    elif isinstance(old, FieldNode) and isinstance(new, FieldNode) and old.variants and new.variants:
        changes += _variants(pair, records)
    elif old_names != new_names:
        is_same = _content(records.old, old) == _content(records.new, new)
        change_type, patterns = _reference(is_same), () if is_same else patterns
        changes.append(pair.change(change_type, _shown(old), _shown(new), narrows=patterns, widens=patterns))
    return [*changes, *about_changes(pair)]


def _reached(records: Records, names: Iterable[str]) -> Iterable[str]:
    return reachable(names, lambda name: records_of(records[name].body) if name in records else ())


def _renamed_inside(node: Node, new_names: Mapping[str, str]) -> Node:
    update: dict[str, Any]
    if isinstance(node, FieldNode):
        variants = tuple(
            variant.model_copy(update={"record": new_names.get(variant.record, variant.record)})
            for variant in node.variants
        )
        record_name = None if node.record is None else new_names.get(node.record, node.record)
        item_node = _renamed_inside(node.items, new_names) if node.items else None
        update = {"record": record_name, "variants": variants, "items": item_node}
    else:
        component_name = new_names.get(node.component, node.component)
        members = tuple(_renamed_inside(member, new_names) for member in node.members)
        update = {"component": component_name, "members": members}
    return node.model_copy(update=update)


def _reference(is_same: bool) -> ChangeType:
    return type_of("reference", "renamed" if is_same else "changed")


def _names(node: Node) -> tuple[str, ...]:
    """Return the records that a node is one of; none for a node that says itself what it is."""
    is_anything = isinstance(node, FieldNode) and node.shape == "any"
    return _ANYTHING if is_anything else node.records if isinstance(node, FieldNode) else ()


def _shown(node: Node) -> str:
    return " or ".join(dict.fromkeys(_names(node))) or JSON_TYPES[node.json_type].noun


def _variants(pair: ElementPair, records: Pairing) -> Iterator[Change]:
    patterns = everything(pair.new.path)
    members: dict[str, Any] = {"narrows": patterns, "widens": patterns}
    old, new = pair.values("discriminator")
    if old != new:
        yield pair.change(type_of("discriminator", "changed"), old, new, **members)
    old_names, new_names = ({variant.value: variant.record for variant in side} for side in pair.values("variants"))
    for value in dict.fromkeys((*new_names, *old_names)):
        old_name, new_name = old_names.get(value), new_names.get(value)
        variant_pair = replace(pair, site=pair.site.model_copy(update={"path": f"{pair.site.path}({value})"}))
        if old_name is None or new_name is None:
            change_type = type_of("branch", "removed" if new_name is None else "added")
            yield variant_pair.change(change_type, old_name, new_name, **members)
        elif old_name != new_name:
            are_there = old_name in records.old and new_name in records.new
            is_same = are_there and shape(records.old[old_name].body) == shape(records.new[new_name].body)
            yield variant_pair.change(_reference(is_same), old_name, new_name, **members)
    if set(old_names) == set(new_names):
        yield from in_order(pair, "", old_names, new_names)


def _content(records: Mapping[str, Record], node: Node) -> Hashable:
    """Return what decides which values a node accepts, whatever its name; of a record, what decides it there."""
    if isinstance(node, FieldNode) and node.record is not None and node.record in records:
        return _content(records, records[node.record].body)
    return shape(node.model_copy(update={"name": "", "requirement": "required", "nullable": False}))
