"""Compares what holds for every operation and notification, states, events, problems, codes, and the service's head."""

from collections.abc import Iterator, Mapping
from operator import attrgetter

from paycat.changes.change import NO_REASON, Change, change_of, site_of
from paycat.changes.credentials import credential_changes, form_rows
from paycat.changes.elements import (
    DESCRIBED,
    REASON,
    Comparer,
    ElementPair,
    Names,
    Rows,
    Shelf,
    because,
    compared,
    in_order,
    listed,
    moved,
    reasons,
    shown_as,
    worded,
    words,
)
from paycat.changes.taxonomy import type_of
from paycat.contract.interface import Interface
from paycat.contract.model import Contract

_LENGTH = "shortened", "lengthened"
_LEVEL = "lowered", "raised"


def _limit(pair: ElementPair, member_names: Names) -> Iterator[Change]:
    element = "answer time" if pair.new.name == "answer_seconds" else "limit"
    yield from moved(element, *_LEVEL)(pair, member_names)


def _on(shelf: Shelf) -> Comparer:
    def changes(pair: ElementPair, member_names: Names) -> Iterator[Change]:
        yield from shelf.changes(*pair.values(member_names[0]), owner=pair)

    return changes


_NAME, _CODE = attrgetter("name"), attrgetter("code")
_HEADERS = listed(type_of("answer header", "added"), type_of("answer header", "removed"), "header")
_MESSAGE_HEADERS = listed(type_of("message header", "added"), type_of("message header", "removed"), "header")
_FINALITY = shown_as(type_of("state finality", "changed"), lambda is_so: "final" if is_so else "not final")
_COMPLETION = shown_as(type_of("state completion", "changed"), lambda is_so: "completed" if is_so else "not completed")


def _end(pair: ElementPair, member_names: Names) -> Iterator[Change]:
    """Compare whether it is the end; a final state completes the transaction, whatever else it states."""
    is_final = pair.old.final and pair.new.final
    comparer = _FINALITY if member_names[0] == "final" else words if is_final else _COMPLETION
    yield from comparer(pair, member_names)


_STATE: Rows = {"final completes": _end, "meaning": words}
_STATES = Shelf("state", _NAME, _STATE)
_TRANSITIONS = Shelf("transition", lambda transition: f"{transition.start} -> {transition.end}", {"meaning": words})
_STATE_MACHINE: Rows = {
    "direction record member": type_of("state machine", "changed"),
    "follows": shown_as(
        type_of("followed state", "changed"), lambda leads: " ".join(*leads.items()) if leads else "nothing"
    ),
    "states": _on(_STATES),
    "transitions": _on(_TRANSITIONS),
    "initial": type_of("initial state", "changed"),
    **REASON,
}
_NOTIFICATION: Rows = {
    "record state_machine": type_of("notification", "changed"),
    "headers": _MESSAGE_HEADERS,
    "tag summary description": words,
    **REASON,
}
_PROBLEM: Rows = {
    "cause": type_of("problem cause", "changed"),
    "status": type_of("problem status", "changed"),
    "title": type_of("problem title", "changed"),
    "headers": _HEADERS,
    "when example": words,
    **REASON,
}
_COURSE: Rows = {"moves after_seconds": worded(type_of("course", "changed"))}
_OUTCOME: Rows = {
    "state_machine field value moves failure problem times delay_seconds answer_lost": worded(
        type_of("outcome", "changed")
    ),
    "meaning": words,
}
_LISTS = {
    "state_machines": Shelf("state machine", _NAME, _STATE_MACHINE),
    "event_types": Shelf("event", _NAME, {"state_machine state": type_of("event", "changed"), "meaning": words}),
    "notifications": Shelf("notification", _NAME, _NOTIFICATION),
    "problems": Shelf("problem", attrgetter("slug"), _PROBLEM),
    "violation_codes": Shelf(
        "violation code", _CODE, {"word": type_of("sent code", "changed"), "meaning": words, **REASON}
    ),
    "failure_codes": Shelf("failure code", _CODE, {"meaning": words, **REASON}),
}
"""Members of the interface that are lists of elements."""

_TERMS: Mapping[str, Rows] = {
    "delivery": {
        "schedule_seconds": shown_as(type_of("delivery", "changed"), lambda seconds: ", ".join(map(str, seconds))),
        "timeout_seconds": moved("delivery timeout", *_LENGTH),
        **DESCRIBED,
    },
    "signing": {
        "scheme": type_of("signing", "changed"),
        **form_rows(type_of("signing", "changed")),
        "tolerance_seconds": moved("tolerance", "narrowed", "widened"),
        **DESCRIBED,
    },
    "idempotency": {
        "parameter": type_of("idempotency", "changed"),
        "replayed": type_of("replay header", "changed"),
        "retention_hours": moved("retention", *_LENGTH),
        **DESCRIBED,
    },
    "sandbox": {
        "key_id secret_key": type_of("sandbox key", "changed"),
        "courses": _on(Shelf("course", attrgetter("state_machine"), _COURSE)),
        "outcomes": _on(Shelf("outcome", attrgetter("reference"), _OUTCOME)),
        **REASON,
    },
    "versioning": {
        "api_version": type_of("api version", "changed"),
        "notice_months": moved("notice", *_LENGTH),
        **DESCRIBED,
    },
}
_OF_NOTIFICATIONS = ("delivery", "signing")
"""Terms that are there where notifications are."""


def _error_words(pair: ElementPair, member_names: Names) -> Iterator[Change]:
    """Return a change for each member of errors that says something else; one that is gone or new is another change."""
    old, new = pair.values("error_words")
    for path in new:
        if path in old and old[path] != new[path]:
            yield pair.change(type_of("error member", "changed"), old[path], new[path], part=path)


_OF_ALL_PROBLEMS: Rows = {
    "problem_base": type_of("problem base", "changed"),
    "problem_record": type_of("problem record", "changed"),
    "problem_media_type": type_of("problem media type", "changed"),
    "error_words": _error_words,
}
_SERVICE: Rows = {
    "base_url": because(type_of("base address", "changed"), "base_url_reason"),
    "package": type_of("package", "renamed"),
    "npm": type_of("npm package", "renamed"),
    "packs_off": listed(type_of("pack", "switched-off"), type_of("pack", "switched-on")),
    "version": type_of("version", "changed"),
    "title summary description contact license base_url_description specification published_at": words,
    "part": words,
    "base_url_reason": reasons,
}
_LIMITS = Shelf("limit", _NAME, {"value": _limit, **REASON})
_CURRENCY: Rows = {"exponent": moved("exponent", *_LEVEL), "name iso_4217": words, **REASON}
_CURRENCIES = Shelf("currency", _CODE, _CURRENCY, plural="currencies")
_DIRECTIONS = Shelf("direction", _NAME, {"title task audience": words})
_LIMITATIONS = Shelf(
    "limitation", lambda limitation: f"{limitation.artefact} {limitation.keyword}", {"why": words}, plural="limitations"
)


def term_changes(old: Interface, new: Interface) -> Iterator[Change]:
    """Return the changes of states, events, notifications, problems and codes, and of what holds for all of them."""
    for name, shelf in _LISTS.items():
        yield from shelf.changes(getattr(old, name), getattr(new, name))
    for name, rows in _TERMS.items():
        old_term, new_term = getattr(old, name), getattr(new, name)
        pair = ElementPair(
            site_of("interface", name), old_term, new_term, getattr(new_term or old_term, "reason", NO_REASON)
        )
        if old_term and new_term:
            yield from compared(pair, rows)
        elif (old_term or new_term) and name not in _OF_NOTIFICATIONS:
            yield pair.change(type_of(name, "added" if new_term else "removed"))
    yield from credential_changes(old, new)
    yield from compared(ElementPair(site_of("interface", "problems"), old, new), _OF_ALL_PROBLEMS)
    yield from _LIMITS.changes(old.limits, new.limits)
    for name in dict.fromkeys((*new.tags, *old.tags)):
        if old.tags.get(name) != new.tags.get(name):
            site = site_of("interface", f"tag {name}")
            yield change_of(type_of("words", "changed"), site, old.tags.get(name), new.tags.get(name))
    yield from in_order(ElementPair(site_of("interface", "tags"), old.tags, new.tags), "", old.tags, new.tags)


def service_changes(old: Contract, new: Contract) -> Iterator[Change]:
    """Return the changes of the head, of directions and currencies, and of what artefacts cannot express."""
    yield from compared(ElementPair(site_of("interface", "service"), old.service, new.service), _SERVICE)
    yield from _DIRECTIONS.changes(old.directions, new.directions)
    yield from _CURRENCIES.changes(old.currencies, new.currencies)
    yield from _LIMITATIONS.changes(old.limitations, new.limitations)
