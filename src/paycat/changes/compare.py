"""Compares two contracts, their registers among them: the one way to do it."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from operator import attrgetter
from typing import Any

from paycat.changes.bodies import record_changes
from paycat.changes.change import LEVELS, Audience, Change, Comparison, Counterexample, Level, Rating, Site, verdicts_of
from paycat.changes.counterexamples import Counterexamples
from paycat.changes.describing import describe_change
from paycat.changes.elements import ElementPair, Names, Rows, Shelf, worded, words
from paycat.changes.grouping import grouped, likeness
from paycat.changes.interface import interface_changes
from paycat.changes.methods import body_changes, method_changes
from paycat.changes.rating import Rater
from paycat.changes.reserving import renamed, suggestion
from paycat.changes.taxonomy import type_of
from paycat.changes.taxonomy.change_type import BREAKING
from paycat.contract.model import Contract

_OPEN = "open"


def compare(old: Contract, new: Contract) -> Comparison:
    """Return every change from the old contract to the new one, worst first, each with its verdicts and payloads."""
    ungrouped_changes = [*method_changes(old, new), *body_changes(old, new), *record_changes(old, new)]
    ungrouped_changes += [*interface_changes(old, new), *register_changes(old, new)]
    changes = grouped(old, new, renamed(old, new, ungrouped_changes))
    counterexamples = Counterexamples(old, new)
    rater = Rater(old, new, counterexamples)
    all_changes = [change for head in changes for change in head.all()]
    rated_changes = []
    for change in (_rated(old, new, rater, same_changes) for same_changes in _alike(changes)):
        removals = (effect.model_copy(update={"sites": (site,)}) for effect in change.all() for site in effect.sites)
        suggestions = dict.fromkeys(suggestion(new, removal, all_changes) for removal in removals)
        rated_changes.append(change.model_copy(update={"note": "; ".join(filter(None, suggestions))}))
    faults = (*dict.fromkeys(rater.faults), *counterexamples.unexplained(all_changes))
    return Comparison(old.service.version, new.service.version, tuple(sorted(rated_changes, key=_order)), faults)


def differing(old: Contract, new: Contract) -> tuple[Contract, Contract]:
    """Return two contracts without the methods that are the same in both: nothing of them is a change."""
    # As text: for Python 1, 1.0 and true are the same.
    old_methods = {method.without_lines() for method in old.methods}
    same_codes = {method.code for method in new.methods if method.without_lines() in old_methods}
    return _without(old, same_codes), _without(new, same_codes)


def assessed(  # noqa: PLR0913 - a change has as many sides
    change: Change,
    sites: tuple[Site, ...],
    ratings: Mapping[Audience, Rating],
    *,
    provisional: bool = False,
    counterexample: Counterexample | None = None,
    widening: Counterexample | None = None,
    consequences: tuple[Change, ...] = (),
) -> Change:
    """Return a change at every site where it is the same, with its own verdicts and its consequences, assessed.

    `counterexample` was accepted before and is rejected now; `widening` was rejected and is accepted now.
    """
    rated = change.model_copy(update={"sites": sites, "verdicts": verdicts_of(ratings), "provisional": provisional})
    worst_rating = max((rated.own_worst, *(effect.worst for effect in consequences)), key=lambda rating: rating.rank)
    update = {
        "verdict": worst_rating.verdict,
        "basis": worst_rating.basis,
        "level": max((_own_level(rated), *(effect.level for effect in consequences)), key=LEVELS.index),
        "description": describe_change(rated, longest=None),
        "why": change.type.why,
        "counterexample": counterexample,
        "widening": widening,
        "consequences": consequences,
    }
    return rated.model_copy(update=update)


def _without(contract: Contract, codes: set[str]) -> Contract:
    methods = tuple(method for method in contract.methods if method.code not in codes)
    return contract.model_copy(update={"methods": methods})


def _alike(changes: Iterable[Change]) -> list[list[Change]]:
    """Put changes together that are the same at several sites, as an edit of a table or a field type makes them."""
    changes_by_key: dict[str, list[Change]] = {}
    for change in changes:
        changes_by_key.setdefault(likeness(change), []).append(change)
    return list(changes_by_key.values())


def _rated(old: Contract, new: Contract, rater: Rater, changes: list[Change]) -> Change:
    ratings = [rater.rating(change) for change in changes]
    consequences = [effect for change in changes for effect in change.consequences]
    effects = tuple(sorted((_rated(old, new, rater, peers) for peers in _alike(consequences)), key=_order))
    narrowing = next((counterexample for _, counterexample, _ in ratings if counterexample), None)
    widening = next((counterexample for _, _, counterexample in ratings if counterexample), None)
    worst_by_audience = {
        audience: max(
            (rating_by_audience[audience] for rating_by_audience, _, _ in ratings if audience in rating_by_audience),
            key=lambda rating: rating.rank,
        )
        for rating_by_audience, _, _ in ratings
        for audience in rating_by_audience
    }
    # A payload of a request proves nothing about what is read, and the other way round.
    peer_effects = [effect for effect in effects if effect.is_read is changes[0].is_read]
    if not narrowing and (narrowing := next(filter(None, (effect.counterexample for effect in peer_effects)), None)):
        sender_rating = worst_by_audience.get("sender")
        if sender_rating and sender_rating.verdict is BREAKING:  # A break that a consequence proves is proven.
            worst_by_audience["sender"] = sender_rating.model_copy(update={"basis": "proven"})
    return assessed(
        changes[0],
        tuple(change.site for change in changes),
        worst_by_audience,
        provisional=all(_is_provisional(old, new, change) for change in changes),
        counterexample=narrowing,
        widening=widening or next((effect.widening for effect in peer_effects if effect.widening), None),
        consequences=effects,
    )


def _own_level(change: Change) -> Level:
    """Return how far the version has to move: a break of what rests on unconfirmed decisions alone is a minor one."""
    if change.is_derived:
        return "none"
    if change.own_worst.verdict is BREAKING:
        return "minor" if change.provisional else "major"
    return "minor" if change.type.is_wire else "patch"


def _is_provisional(old: Contract, new: Contract, change: Change) -> bool:
    """Tell whether what changes rests on decisions of ours alone, none of which its owner has confirmed."""
    reason = change.reason
    if reason.source or not reason.decisions:
        return False
    status_by_id = {decision.id: decision.status for contract in (old, new) for decision in contract.decisions}
    return all(status_by_id.get(decision_id) == "default" for decision_id in reason.decisions)


def _order(change: Change) -> tuple[Any, ...]:
    return -change.worst.rank[0], -change.type.is_wire, change.part != "request", change.site.name, change.type.id


def register_changes(old: Contract, new: Contract) -> Iterator[Change]:
    """Return the changes of the registers."""
    open_ids = {gap.id for gap in new.gaps if gap.state == _OPEN}
    for change in _GAPS.changes(old.gaps, new.gaps):
        is_open = change.type is type_of("gap", "added") and change.new in open_ids
        yield change.model_copy(update={"type": type_of("gap", "opened")}) if is_open else change
    yield from _DECISIONS.changes(old.decisions, new.decisions)
    yield from _ERRATA.changes(old.errata, new.errata)
    yield from _RESERVED_METHODS.changes(old.reserved.methods, new.reserved.methods)
    yield from _RESERVED_FIELDS.changes(old.reserved.fields, new.reserved.fields)


def _state(pair: ElementPair, member_names: Names) -> Iterator[Change]:
    old, new = pair.values("state")
    action = "opened" if new == _OPEN else new if old == _OPEN else "restated"
    yield pair.change(type_of("gap", action), old, new)


def _status(pair: ElementPair, member_names: Names) -> Iterator[Change]:
    old, new = pair.values("status")
    action = "unconfirmed" if new == "default" else new if old == "default" else "restated"
    yield pair.change(type_of("decision", action), old, new)


def _chosen(pair: ElementPair, member_names: Names) -> Iterator[Change]:
    yield pair.change(type_of("decision", "switched"), *pair.values("chosen"))
    if pair.old.semantic or pair.new.semantic:
        yield pair.change(type_of("meaning", "changed"), *pair.values("chosen"))


_GAP: Rows = {"state": _state, "section kind methods quote question decisions": worded(type_of("gap", "reworded"))}
_DECISION: Rows = {
    "chosen": _chosen,
    "status": _status,
    "title methods because alternatives risk shapes semantic confirm": worded(type_of("decision", "reworded")),
}
_ERRATUM: Rows = {"gap section methods says governs decision": worded(type_of("erratum", "reworded"))}
_GAPS = Shelf("gap", attrgetter("id"), _GAP, part="catalogue")
_DECISIONS = Shelf("decision", attrgetter("id"), _DECISION, part="catalogue")
_ERRATA = Shelf("erratum", attrgetter("id"), _ERRATUM, plural="errata", part="catalogue")
_RESERVED = partial(
    Shelf, "name", rows={"since meaning now": words}, moves=("reserved", "unreserved"), part="catalogue"
)
_RESERVED_METHODS = _RESERVED(attrgetter("code"), noun="reserved method")
_RESERVED_FIELDS = _RESERVED(
    lambda field: " of ".join((field.path, *filter(None, (", ".join(field.methods),)))), noun="reserved field"
)
