"""Compares gaps, decisions, errata and reserved names; what follows from them for bodies is a change of its own."""

from collections.abc import Iterator
from dataclasses import replace
from operator import attrgetter

from paycat.changes.change import Change
from paycat.changes.taxonomy import type_of
from paycat.changes.things import Names, Rows, Shelf, Thing, worded, words
from paycat.contract.model import Contract

_OPEN = "open"


def register_changes(old: Contract, new: Contract) -> Iterator[Change]:
    """Return the changes of the registers."""
    asked = {gap.id for gap in new.gaps if gap.state == _OPEN}
    for change in _GAPS.changes(old.gaps, new.gaps):
        is_open = change.type is type_of("gap", "added") and change.new in asked
        yield change.model_copy(update={"type": type_of("gap", "opened")}) if is_open else change
    yield from _DECISIONS.changes(old.decisions, new.decisions)
    yield from _ERRATA.changes(old.errata, new.errata)
    yield from _RESERVED.changes(old.reserved.methods, new.reserved.methods)
    yield from _RESERVED_FIELDS.changes(old.reserved.fields, new.reserved.fields)


def _state(thing: Thing, names: Names) -> Iterator[Change]:
    old, new = thing.values("state")
    action = "opened" if new == _OPEN else new if old == _OPEN else "restated"
    yield thing.change(type_of("gap", action), old, new)


def _status(thing: Thing, names: Names) -> Iterator[Change]:
    old, new = thing.values("status")
    action = "unconfirmed" if new == "default" else new if old == "default" else "restated"
    yield thing.change(type_of("decision", action), old, new)


def _chosen(thing: Thing, names: Names) -> Iterator[Change]:
    yield thing.change(type_of("decision", "switched"), *thing.values("chosen"))
    if thing.old.semantic or thing.new.semantic:
        yield thing.change(type_of("meaning", "changed"), *thing.values("chosen"))


_GAP: Rows = {
    "state": _state,
    "section kind methods quote question decisions": worded(type_of("gap", "reworded")),
}
_DECISION: Rows = {
    "chosen": _chosen,
    "status": _status,
    "title methods because alternatives risk shapes semantic confirm": worded(type_of("decision", "reworded")),
}
_ERRATUM: Rows = {"gap section methods says governs decision": worded(type_of("erratum", "reworded"))}
_GAPS = Shelf("gap", attrgetter("id"), _GAP, part="catalogue")
_DECISIONS = Shelf("decision", attrgetter("id"), _DECISION, part="catalogue")
_ERRATA = Shelf("erratum", attrgetter("id"), _ERRATUM, plural="errata", part="catalogue")
_RESERVED = Shelf(
    "name",
    attrgetter("code"),
    {"since meaning now": words},
    noun="reserved method",
    moves=("reserved", "unreserved"),
    part="catalogue",
)
_RESERVED_FIELDS = replace(
    _RESERVED,
    name=lambda one: " of ".join((one.path, *filter(None, (", ".join(one.methods),)))),
    noun="reserved field",
)
