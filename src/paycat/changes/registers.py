"""Two contracts in; what they say otherwise of gaps, decisions, errata and retired names out."""

from collections.abc import Iterator
from dataclasses import replace

from paycat.changes.change import Change
from paycat.changes.interface.shelves import Shelf
from paycat.changes.interface.things import Names, Thing, worded
from paycat.contract.model import Contract

_OPEN = "open"


def register_changes(old: Contract, new: Contract) -> Iterator[Change]:
    """Return the changes of the registers; what follows from them for bodies is told elsewhere."""
    yield from _gaps(old, new)
    yield from _decisions(old, new)
    yield from _ERRATA.changes(old.errata, new.errata)
    yield from _RETIRED.changes(old.retired.methods, new.retired.methods)
    yield from _RETIRED_FIELDS.changes(old.retired.fields, new.retired.fields)


def _gaps(old: Contract, new: Contract) -> Iterator[Change]:
    asked = {gap.id for gap in new.gaps if gap.state == _OPEN}
    for change in _GAPS.changes(old.gaps, new.gaps):
        yield replace(change, kind="gap-opened") if change.kind == "gap-added" and change.new in asked else change


def _decisions(old: Contract, new: Contract) -> Iterator[Change]:
    """Return the changes of decisions; of one that is switched, its status and its words stand below."""
    changes = list(_DECISIONS.changes(old.decisions, new.decisions))
    switched = {change.site.path for change in changes if change.kind == "decision-switched"}
    for change in changes:
        if change.kind == "decision-switched":
            below = (one for one in changes if one.site.path == change.site.path and one is not change)
            yield replace(change, consequences=(*change.consequences, *below))
        elif change.site.path not in switched:
            yield change


def _state(thing: Thing, names: Names) -> Iterator[Change]:
    old, new = thing.values("state")
    kind = "gap-opened" if new == _OPEN else f"gap-{new}" if old == _OPEN else "gap-restated"
    yield thing.change(kind, old, new)


def _status(thing: Thing, names: Names) -> Iterator[Change]:
    old, new = thing.values("status")
    first, last = old == "default", new == "default"
    kind = "unconfirmed" if last else new if first else "restated"
    yield thing.change(f"decision-{kind}", old, new)


def _chosen(thing: Thing, names: Names) -> Iterator[Change]:
    head = thing.change("decision-switched", *thing.values("chosen"))
    if thing.old.semantic or thing.new.semantic:
        head = replace(head, consequences=(thing.change("meaning-changed", *thing.values("chosen")),))
    yield head


_GAPS = Shelf(
    "gap",
    "gaps",
    lambda one: str(one.id),
    "gap-added",
    "gap-removed",
    ((("state",), _state), (("section", "kind", "methods", "quote", "question", "decisions"), worded("gap-reworded"))),
    part="catalogue",
)
_DECISIONS = Shelf(
    "decision",
    "decisions",
    lambda one: str(one.id),
    "decision-added",
    "decision-removed",
    (
        (("chosen",), _chosen),
        (("status",), _status),
        (
            ("title", "methods", "because", "alternatives", "risk", "shapes", "semantic", "confirm"),
            worded("decision-reworded"),
        ),
    ),
    part="catalogue",
)
_ERRATA = Shelf(
    "erratum",
    "errata",
    lambda one: str(one.id),
    "erratum-added",
    "erratum-removed",
    ((("gap", "section", "methods", "says", "governs", "decision"), worded("erratum-reworded")),),
    part="catalogue",
)
_RETIREMENT = ((("since", "meaning", "now"), worded("words-changed")),)
_RETIRED = Shelf(
    "retired method",
    "retired methods",
    lambda one: str(one.code),
    "name-retired",
    "name-unretired",
    _RETIREMENT,
    part="catalogue",
)
_RETIRED_FIELDS = Shelf(
    "retired field",
    "retired fields",
    lambda one: " of ".join((one.path, *filter(None, (", ".join(one.methods),)))),
    "name-retired",
    "name-unretired",
    _RETIREMENT,
    part="catalogue",
)
