"""Nodes that are records, one of several records, or anything: what such a node says otherwise than before."""

from collections.abc import Hashable, Iterator, Mapping, Sequence

from paycat.changes.change import Change, Site
from paycat.changes.fields import about_changes
from paycat.changes.pairing import Pairing
from paycat.changes.refusals import everything
from paycat.changes.shapes import shape
from paycat.contract.interface import Record
from paycat.contract.nodes import FieldNode, Node
from paycat.shapes.json_types import JSON_TYPES


def change(site: Site, old: Node, new: Node, records: Pairing) -> Sequence[Change]:
    """Return the changes of two nodes of which one is no plain value and no object; none for any others.

    A node that is no more what it was is one change: nothing is compared inside it.
    """
    before, after = _names(old), _names(new)
    if not before and not after:
        return ()
    turned = everything(new.path)
    found: list[Change] = []
    if before == after == ANYTHING:
        pass
    elif ANYTHING in (before, after):
        kind = "shape-dropped" if after == ANYTHING else "shape-added"
        found.append(Change(kind, site, _told(old), _told(new), new.reason, turned, turned))
    elif isinstance(old, FieldNode) and isinstance(new, FieldNode) and old.variants and new.variants:
        found += _variants(site, old, new, records)
    elif before != after:
        same = _content(records.old, old) == _content(records.new, new)
        kind = "reference-renamed" if same else "reference-changed"
        narrows, widens = ((), ()) if same else (turned, turned)
        found.append(Change(kind, site, _told(old), _told(new), new.reason, narrows, widens))
    return [*found, *about_changes(site, old, new)]


ANYTHING = ("anything",)


def _names(node: Node) -> tuple[str, ...]:
    """Return the records that a node is one of; none for a node that says itself what it is."""
    if not isinstance(node, FieldNode):
        return ()
    if node.shape == "any":
        return ANYTHING
    return (node.record,) if node.record is not None else tuple(one.record for one in node.variants)


def _told(node: Node) -> str:
    if names := _names(node):
        return " or ".join(dict.fromkeys(names))
    return JSON_TYPES[node.json_type if isinstance(node, FieldNode) else "object"].noun


def _variants(site: Site, old: FieldNode, new: FieldNode, records: Pairing) -> Iterator[Change]:
    turned = everything(new.path)
    if old.discriminator != new.discriminator:
        yield Change("discriminator-changed", site, old.discriminator, new.discriminator, new.reason, turned, turned)
    before, after = ({one.value: one.record for one in node.variants} for node in (old, new))
    for value in dict.fromkeys((*after, *before)):
        was, now = before.get(value), after.get(value)
        here = Site(site.part, f"{site.path}({value})", None, None, site.old_place, site.new_place)
        if was is None or now is None:
            yield Change(
                "branch-removed" if now is None else "branch-added", here, was, now, new.reason, turned, turned
            )
        elif was != now:
            same = (
                was in records.old
                and now in records.new
                and shape(records.old[was].body) == shape(records.new[now].body)
            )
            yield Change(
                "reference-renamed" if same else "reference-changed", here, was, now, new.reason, turned, turned
            )
    if list(before) != list(after) and set(before) == set(after):
        yield Change("order-changed", site, list(before), list(after), new.reason)


def _content(records: Mapping[str, Record], node: Node) -> Hashable:
    """Return what decides which values a node accepts, whatever its name; of a record, what decides it there."""
    if isinstance(node, FieldNode) and node.record is not None and node.record in records:
        return _content(records, records[node.record].body)
    return shape(node.model_copy(update={"name": "", "requirement": "required", "nullable": False}))
