"""Compares what holds for every operation and notification, states, events, problems, codes, and the service's head."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from operator import attrgetter

from paycat.catalogue.statement import Reason
from paycat.changes.change import Change, Site
from paycat.changes.interface.things import (
    DESCRIBED,
    REASON,
    Comparer,
    Names,
    Rows,
    Shelf,
    Thing,
    compared,
    in_order,
    listed,
    moved,
    reasons,
    shown_as,
    worded,
    words,
)
from paycat.changes.taxonomy import Action, ApiChange, BodyChange, Element
from paycat.contract.interface import Interface
from paycat.contract.model import Contract

_LENGTH = Action.SHORTENED, Action.LENGTHENED
_LEVEL = Action.LOWERED, Action.RAISED


def _limit(thing: Thing, names: Names) -> Iterator[Change]:
    of = Element.ANSWER_TIME if thing.new.name == "answer_seconds" else Element.LIMIT
    yield from moved(of, *_LEVEL)(thing, names)


def _on(shelf: Shelf) -> Comparer:
    def changes(thing: Thing, names: Names) -> Iterator[Change]:
        yield from shelf.changes(*thing.values(names[0]), around=thing)

    return changes


_NAME, _CODE = attrgetter("name"), attrgetter("code")
_HEADERS = listed(ApiChange.ANSWER_HEADER_ADDED, ApiChange.ANSWER_HEADER_REMOVED, "header")
_MESSAGE_HEADERS = listed(ApiChange.MESSAGE_HEADER_ADDED, ApiChange.MESSAGE_HEADER_REMOVED, "header")
_STATE: Rows = {
    "final": shown_as(ApiChange.STATE_FINALITY_CHANGED, lambda is_so: "final" if is_so else "not final"),
    "completes": shown_as(ApiChange.STATE_COMPLETION_CHANGED, lambda is_so: "completed" if is_so else "not completed"),
    "meaning": words,
}
_STATES = Shelf(Element.STATE, _NAME, _STATE)
_TRANSITIONS = Shelf(Element.TRANSITION, lambda one: f"{one.start} -> {one.end}", {"meaning": words})
_STATE_MACHINE: Rows = {
    "direction record member": ApiChange.STATE_MACHINE_CHANGED,
    "states": _on(_STATES),
    "transitions": _on(_TRANSITIONS),
    "initial": ApiChange.INITIAL_STATE_CHANGED,
    **REASON,
}
_NOTIFICATION: Rows = {
    "record state_machine": ApiChange.NOTIFICATION_CHANGED,
    "headers": _MESSAGE_HEADERS,
    "tag summary description": words,
    **REASON,
}
_PROBLEM: Rows = {
    "cause": ApiChange.PROBLEM_CAUSE_CHANGED,
    "status": ApiChange.PROBLEM_STATUS_CHANGED,
    "title": ApiChange.PROBLEM_TITLE_CHANGED,
    "headers": _HEADERS,
    "when example": words,
    **REASON,
}
_COURSE: Rows = {"moves after_seconds": worded(ApiChange.COURSE_CHANGED)}
_OUTCOME: Rows = {
    "state_machine moves failure problem times delay_seconds": worded(ApiChange.OUTCOME_CHANGED),
    "meaning": words,
}
_LISTS = {
    "state_machines": Shelf(Element.STATE_MACHINE, _NAME, _STATE_MACHINE),
    "event_types": Shelf(Element.EVENT, _NAME, {"state_machine state": ApiChange.EVENT_CHANGED, "meaning": words}),
    "notifications": Shelf(Element.NOTIFICATION, _NAME, _NOTIFICATION),
    "problems": Shelf(Element.PROBLEM, attrgetter("slug"), _PROBLEM),
    "violation_codes": Shelf(Element.VIOLATION_CODE, _CODE, {"meaning": words, **REASON}),
    "failure_codes": Shelf(Element.FAILURE_CODE, _CODE, {"meaning": words, **REASON}),
}
"""Members of the interface that are lists of things."""

_TERMS: Mapping[str, Rows] = {
    "delivery": {
        "schedule_seconds": shown_as(ApiChange.DELIVERY_CHANGED, lambda seconds: ", ".join(map(str, seconds))),
        "timeout_seconds": moved(Element.DELIVERY_TIMEOUT, *_LENGTH),
        **DESCRIBED,
    },
    "signing": {
        "scheme": ApiChange.SIGNING_CHANGED,
        "tolerance_seconds": moved(Element.TOLERANCE, Action.NARROWED, Action.WIDENED),
        **DESCRIBED,
    },
    "auth": {"scheme": ApiChange.AUTH_CHANGED, "name": ApiChange.AUTH_RENAMED, **DESCRIBED},
    "idempotency": {
        "parameter": ApiChange.IDEMPOTENCY_CHANGED,
        "replayed": ApiChange.REPLAY_HEADER_CHANGED,
        "retention_hours": moved(Element.RETENTION, *_LENGTH),
        **DESCRIBED,
    },
    "sandbox": {
        "secret_key": ApiChange.SANDBOX_KEY_CHANGED,
        "courses": _on(Shelf(Element.COURSE, attrgetter("state_machine"), _COURSE)),
        "outcomes": _on(Shelf(Element.OUTCOME, attrgetter("reference"), _OUTCOME)),
        **REASON,
    },
    "versioning": {
        "api_version": ApiChange.API_VERSION_CHANGED,
        "notice_months": moved(Element.NOTICE, *_LENGTH),
        **DESCRIBED,
    },
}
_OF_ALL_PROBLEMS: Rows = {
    "problem_base": ApiChange.PROBLEM_BASE_CHANGED,
    "problem_record": ApiChange.PROBLEM_RECORD_CHANGED,
    "problem_media_type": ApiChange.PROBLEM_MEDIA_TYPE_CHANGED,
}
_SERVICE: Rows = {
    "base_url": ApiChange.BASE_ADDRESS_CHANGED,
    "package": ApiChange.PACKAGE_RENAMED,
    "packs_off": listed(ApiChange.PACK_SWITCHED_OFF, ApiChange.PACK_SWITCHED_ON),
    "version": ApiChange.VERSION_CHANGED,
    "title summary description contact license base_url_description specification published_at": words,
    "part": words,
    "base_url_reason": reasons,
}
_LIMITS = Shelf(Element.LIMIT, _NAME, {"value": _limit, **REASON})
_CURRENCY: Rows = {"exponent": moved(Element.EXPONENT, *_LEVEL), "name": words, **REASON}
_CURRENCIES = Shelf(Element.CURRENCY, _CODE, _CURRENCY, plural="currencies")
_LIMITATIONS = Shelf(
    Element.LIMITATION, lambda one: f"{one.artefact} {one.keyword}", {"why": words}, plural="limitations"
)


def term_changes(old: Interface, new: Interface) -> Iterator[Change]:
    """Return the changes of states, events, notifications, problems and codes, and of what holds for all of them."""
    for name, shelf in _LISTS.items():
        yield from shelf.changes(getattr(old, name), getattr(new, name))
    for name, rows in _TERMS.items():
        before, after = getattr(old, name), getattr(new, name)
        yield from compared(Thing(Site("interface", name), before, after, after.reason), rows)
    yield from compared(Thing(Site("interface", "problems"), old, new), _OF_ALL_PROBLEMS)
    yield from _LIMITS.changes(old.limits, new.limits)
    for name in dict.fromkeys((*new.tags, *old.tags)):
        if old.tags.get(name) != new.tags.get(name):
            site = Site("interface", f"tag {name}")
            yield Change(BodyChange.WORDS_CHANGED, site, old.tags.get(name), new.tags.get(name))
    yield from in_order(Thing(Site("interface", "tags"), old.tags, new.tags), "", old.tags, new.tags)


def service_changes(old: Contract, new: Contract) -> Iterator[Change]:
    """Return the changes of the head, of the currencies, and of what artefacts cannot express."""
    head = Thing(Site("interface", "service"), old.service, new.service, new.service.base_url_reason)
    for change in compared(head, _SERVICE):
        # The source is that of the address; nothing else of the head has one.
        of_address = change.type in (ApiChange.BASE_ADDRESS_CHANGED, BodyChange.REASON_CHANGED)
        yield change if of_address else replace(change, reason=Reason())
    yield from _CURRENCIES.changes(old.currencies, new.currencies)
    yield from _LIMITATIONS.changes(old.limitations, new.limitations)
