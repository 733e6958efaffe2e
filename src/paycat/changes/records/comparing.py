"""Two contracts in; what changed in the records that responses and events bring out."""

from collections.abc import Iterator
from typing import Any

from paycat.changes.change import Change, Site
from paycat.changes.records.exclusions import exclusion_edits
from paycat.changes.records.intervals import Edit
from paycat.changes.records.keywords import own_edits
from paycat.changes.records.nodes import ABSENT, Node, everything, have_the_same_parts, inside
from paycat.changes.records.nullable import split
from paycat.changes.records.pairing import Pairing, pairing
from paycat.changes.records.words import without_words
from paycat.contract.interface import Record
from paycat.contract.model import Contract
from paycat.encoding import json_line

Schema = dict[str, Any]

_WORDS = ("words-changed", "reason-changed")
_LIMITS_MEMBERS = ("patternProperties", "propertyNames", "unevaluatedProperties")
_ONE_SIDED = {
    "branch": ("branch-added", "branch-removed"),
    "part": ("part-added", "part-removed"),
    "items": ("shape-added", "shape-dropped"),
    "others": ("shape-added", "shape-dropped"),
}


def record_changes(old: Contract, new: Contract) -> Iterator[Change]:
    """Return what changed in records, each compared once, by name; without verdicts, and nothing is passed over."""
    records = pairing(old, new)
    before = {name: one.name for one in old.interface.records if (name := records.renamed.get(one.name))}
    is_other = records.shapes[0] != records.shapes[1]
    for name in dict.fromkeys((*records.new, *records.old)):
        was, now = records.old.get(name), records.new.get(name)
        if was and now and name in before:
            yield _change(records, root(was, now), ("record-renamed", before[name], name))
        yield from changes_of(records, name)
        if was and now and is_other:
            for node in everything(root(was, now)):
                yield from (_change(records, node, edit) for edit in exclusion_edits(node, records))
    names = [name for name in records.old if name in records.new]
    others = [name for name in records.new if name in records.old]
    if names != others:
        yield Change("order-changed", Site("interface", "records"), names, others)


def changes_of(records: Pairing, name: str) -> Iterator[Change]:
    """Return what changed in one record, or that it came or went."""
    old, new = records.old.get(name), records.new.get(name)
    if old is None or new is None:
        yield _whole(name, records, old, new)
    elif old != new or json_line(old.json_schema) != json_line(new.json_schema):  # Members have an order, too.
        node = root(old, new)
        yield from _changes(records, node)
        if old.example != new.example:
            yield _change(records, node, ("words-changed", old.example, new.example))


def root(old: Record, new: Record) -> Node:
    """Return the place of a whole record."""
    return Node(new.name, old.json_schema, new.json_schema, "record", new.name, old.reason, new.reason)


def _whole(name: str, records: Pairing, old: Record | None, new: Record | None) -> Change:
    if new is not None:
        site = Site(records.part(name), name, new_place=new.place)
        return Change("record-added", site, None, new.json_schema, reason=new.reason)
    assert old is not None  # One of them is there, or the name would not be.
    site = Site(records.part(name), name, old_place=old.place)
    return Change("record-removed", site, old.json_schema, None, reason=old.reason)


def _changes(records: Pairing, node: Node) -> Iterator[Change]:
    if not node.is_on_both_sides:
        yield _change(records, node, _one_sided(node))
        return
    found = [_change(records, node, edit) for edit in own_edits(node, records)]
    found += [_change(records, member, edit) for member, edit in _requirements(node)]
    for inner in inside(node):
        found += _changes(records, inner)
    is_other = without_words(node.old) != without_words(node.new)
    if is_other and not any(change.kind not in _WORDS for change in found):
        found.append(_change(records, node, ("schema-changed", node.old, node.new)))
    elif not found and not is_other and node.old != node.new:
        found.append(_change(records, node, ("words-changed", node.old, node.new)))
    yield from found


def _change(records: Pairing, node: Node, edit: Edit) -> Change:
    kind, old, new = edit
    name = node.line()[0].name
    places = records.old[name].place, records.new[name].place
    site = Site(records.part(name), node.path, None, None, *places)
    return Change(kind, site, old, new, reason=node.reason)


def _one_sided(node: Node) -> Edit:
    old, new = (None if schema is ABSENT else schema for schema in (node.old, node.new))
    if node.role != "member":
        return _ONE_SIDED[node.role][new is None], old, new
    if new is None:
        return "field-removed", old, new
    above = node.above and split(node.above.new)[0]
    if node.name in (above or {}).get("required", ()):
        return "field-added-required", old, new
    was = split(node.above.old)[0] if node.above else {}
    limits = was.get("additionalProperties", True) not in (True, {}) or any(key in was for key in _LIMITS_MEMBERS)
    return ("field-added-closed" if limits else "field-added-optional"), old, new


def _requirements(node: Node) -> Iterator[tuple[Node, Edit]]:
    old, new = split(node.old)[0], split(node.new)[0]
    if not have_the_same_parts(old, new):
        return
    before, after = set(old.get("required", ())), set(new.get("required", ()))
    known, named = old.get("properties", {}), new.get("properties", {})
    for name in sorted(before ^ after):
        if (name in known) is (name in named):
            words = ("optional", "required") if name in after else ("required", "optional")
            member = node.inside("member", name, f".{name}", known.get(name, ABSENT), named.get(name, ABSENT))
            yield member, ("requirement-raised" if name in after else "requirement-lowered", *words)
