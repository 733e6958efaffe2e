"""What changed in the records that responses and events bring: each compared once, by name, as requests are."""

from collections.abc import Iterator

from paycat.changes.bodies import Walk
from paycat.changes.change import Change, Site
from paycat.changes.fields import reason_changes
from paycat.changes.pairing import Pairing, pairing
from paycat.contract.model import Contract


def record_changes(old: Contract, new: Contract) -> Iterator[Change]:
    """Return what changed in records, without verdicts, and nothing is passed over."""
    records = pairing(old, new)
    for name in dict.fromkeys((*records.new, *records.old)):
        yield from _of_record(records, name)
    for was, name in records.renamed.items():
        site = Site(records.part(name), name, None, None, records.old[name].place, records.new[name].place)
        yield Change("record-renamed", site, was, name, records.new[name].reason)
    names = [name for name in records.old if name in records.new]
    others = [name for name in records.new if name in records.old]
    if names != others:
        yield Change("order-changed", Site("interface", "records"), names, others)


def _of_record(records: Pairing, name: str) -> Iterator[Change]:
    old, new, part = records.old.get(name), records.new.get(name), records.part(name)
    if old is None:
        assert new is not None, "one of both has the name"
        yield Change("record-added", Site(part, name, new_place=new.place), None, new.json_schema, new.reason)
    elif new is None:
        yield Change("record-removed", Site(part, name, old_place=old.place), old.json_schema, None, old.reason)
    elif old != new:
        site = Site(part, name, None, None, old.place, new.place)
        yield from Walk(site, records).both(old.body, new.body)
        if old.example != new.example:
            yield Change("words-changed", site, old.example, new.example, new.reason)
        if old.body.reason == new.body.reason:
            yield from reason_changes(site, [old.reason], [new.reason])
