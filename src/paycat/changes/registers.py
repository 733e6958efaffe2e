"""Compares gaps, decisions, errata and reserved names; what follows from them for bodies is a change of its own."""

from collections.abc import Iterator
from dataclasses import replace
from operator import attrgetter

from paycat.changes.change import Change
from paycat.changes.interface.things import Names, Rows, Shelf, Thing, worded, words
from paycat.changes.taxonomy import Action, Element, RegisterChange, type_of
from paycat.contract.model import Contract

_OPEN = "open"


def register_changes(old: Contract, new: Contract) -> Iterator[Change]:
    """Return the changes of the registers."""
    asked = {gap.id for gap in new.gaps if gap.state == _OPEN}
    for change in _GAPS.changes(old.gaps, new.gaps):
        is_open = change.type is RegisterChange.GAP_ADDED and change.new in asked
        yield replace(change, type=RegisterChange.GAP_OPENED) if is_open else change
    yield from _decisions(old, new)
    yield from _ERRATA.changes(old.errata, new.errata)
    yield from _RESERVED.changes(old.reserved.methods, new.reserved.methods)
    yield from _RESERVED_FIELDS.changes(old.reserved.fields, new.reserved.fields)


def _decisions(old: Contract, new: Contract) -> Iterator[Change]:
    """Return the changes of decisions; those of the status and the wording of a switched one are its consequences."""
    changes = list(_DECISIONS.changes(old.decisions, new.decisions))
    switched = {change.site.path for change in changes if change.type is RegisterChange.DECISION_SWITCHED}
    for change in changes:
        if change.type is RegisterChange.DECISION_SWITCHED:
            below = (one for one in changes if one.site.path == change.site.path and one is not change)
            yield replace(change, consequences=(*change.consequences, *below))
        elif change.site.path not in switched:
            yield change


def _state(thing: Thing, names: Names) -> Iterator[Change]:
    old, new = thing.values("state")
    action = Action.OPENED if new == _OPEN else Action(new) if old == _OPEN else Action.RESTATED
    yield thing.change(type_of(Element.GAP, action), old, new)


def _status(thing: Thing, names: Names) -> Iterator[Change]:
    old, new = thing.values("status")
    action = Action.UNCONFIRMED if new == "default" else Action(new) if old == "default" else Action.RESTATED
    yield thing.change(type_of(Element.DECISION, action), old, new)


def _chosen(thing: Thing, names: Names) -> Iterator[Change]:
    chosen = thing.values("chosen")
    meaning = (
        [thing.change(RegisterChange.MEANING_CHANGED, *chosen)] if thing.old.semantic or thing.new.semantic else []
    )
    yield replace(thing.change(RegisterChange.DECISION_SWITCHED, *chosen), consequences=tuple(meaning))


_GAP: Rows = {
    "state": _state,
    "section kind methods quote question decisions": worded(RegisterChange.GAP_REWORDED),
}
_DECISION: Rows = {
    "chosen": _chosen,
    "status": _status,
    "title methods because alternatives risk shapes semantic confirm": worded(RegisterChange.DECISION_REWORDED),
}
_ERRATUM: Rows = {"gap section methods says governs decision": worded(RegisterChange.ERRATUM_REWORDED)}
_GAPS = Shelf(Element.GAP, attrgetter("id"), _GAP, part="catalogue")
_DECISIONS = Shelf(Element.DECISION, attrgetter("id"), _DECISION, part="catalogue")
_ERRATA = Shelf(Element.ERRATUM, attrgetter("id"), _ERRATUM, plural="errata", part="catalogue")
_RESERVED = Shelf(
    Element.NAME,
    attrgetter("code"),
    {"since meaning now": words},
    noun="reserved method",
    moves=(Action.RESERVED, Action.UNRESERVED),
    part="catalogue",
)
_RESERVED_FIELDS = replace(
    _RESERVED,
    name=lambda one: " of ".join((one.path, *filter(None, (", ".join(one.methods),)))),
    noun="reserved field",
)
