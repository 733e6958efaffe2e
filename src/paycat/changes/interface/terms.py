"""The terms of the whole service before and after in: delivery, signing, keys, limits and the like; changes out."""

from collections.abc import Iterator
from dataclasses import replace

from paycat.catalogue.statement import Reason
from paycat.changes.change import Change, Site
from paycat.changes.interface.shelves import Shelf
from paycat.changes.interface.things import REASON, Names, Rows, Thing, compared, in_order, listed, moved, turned, words
from paycat.contract.interface import Interface
from paycat.contract.model import Contract


def _limit(thing: Thing, names: Names) -> Iterator[Change]:
    of = "answer-time" if thing.new.name == "answer_seconds" else "limit"
    yield from moved(f"{of}-lowered", f"{of}-raised")(thing, names)


def _schedule(thing: Thing, names: Names) -> Iterator[Change]:
    yield thing.change("delivery-changed", *(", ".join(map(str, seconds)) for seconds in thing.values(names[0])))


_DELIVERY: Rows = (
    (("schedule_seconds",), _schedule),
    (("timeout_seconds",), moved("delivery-timeout-shortened", "delivery-timeout-lengthened")),
    (("description",), words),
    *REASON,
)
_SIGNING: Rows = (
    (("scheme",), turned("signing-changed")),
    (("tolerance_seconds",), moved("tolerance-narrowed", "tolerance-widened")),
    (("description",), words),
    *REASON,
)
_AUTH: Rows = (
    (("scheme",), turned("auth-changed")),
    (("name",), turned("auth-renamed")),
    (("description",), words),
    *REASON,
)
_IDEMPOTENCY: Rows = (
    (("parameter",), turned("idempotency-changed")),
    (("replayed",), turned("replay-header-changed")),
    (("retention_hours",), moved("retention-shortened", "retention-lengthened")),
    (("description",), words),
    *REASON,
)
_VERSIONING: Rows = (
    (("api_version",), turned("api-version-changed")),
    (("notice_months",), moved("notice-shortened", "notice-lengthened")),
    (("description",), words),
    *REASON,
)
_OF_ALL_PROBLEMS: Rows = (
    (("problem_base",), turned("problem-base-changed")),
    (("problem_record",), turned("problem-record-changed")),
    (("problem_media_type",), turned("problem-media-type-changed")),
)
_SERVICE: Rows = (
    (("base_url",), turned("base-address-changed")),
    (("package",), turned("package-renamed")),
    (("packs_off",), listed("pack-switched-off", "pack-switched-on")),
    (("version",), turned("version-changed")),
    (("title", "summary", "description", "contact", "license", "base_url_description", "specification"), words),
    (("part",), words),
    (("base_url_reason",), REASON[0][1]),
)
_LIMITS = Shelf(
    "limit",
    "limits",
    lambda one: str(one.name),
    "limit-added",
    "limit-removed",
    ((("value",), _limit), *REASON),
)
_CURRENCIES = Shelf(
    "currency",
    "currencies",
    lambda one: str(one.code),
    "currency-added",
    "currency-removed",
    ((("exponent",), moved("exponent-lowered", "exponent-raised")), (("name",), words), *REASON),
)
_LOSSES = Shelf(
    "loss",
    "losses",
    lambda one: f"{one.artefact} {one.keyword}",
    "loss-added",
    "loss-removed",
    ((("why",), words),),
)


def term_changes(old: Interface, new: Interface) -> Iterator[Change]:
    """Return the changes of what holds for every operation and every notification."""
    for name, rows in (
        ("delivery", _DELIVERY),
        ("signing", _SIGNING),
        ("auth", _AUTH),
        ("idempotency", _IDEMPOTENCY),
        ("versioning", _VERSIONING),
    ):
        before, after = getattr(old, name), getattr(new, name)
        yield from compared(Thing(Site("interface", name), before, after, after.reason), rows)
    yield from compared(Thing(Site("interface", "problems"), old, new, Reason()), _OF_ALL_PROBLEMS)
    yield from _LIMITS.changes(old.limits, new.limits)
    yield from _tags(old.tags, new.tags)


def service_changes(old: Contract, new: Contract) -> Iterator[Change]:
    """Return the changes of the head, of the currencies, and of what artefacts cannot express."""
    head = Thing(Site("interface", "service"), old.service, new.service, new.service.base_url_reason)
    for change in compared(head, _SERVICE):
        # The reason is that of the address; nothing else of the head has one.
        yield change if change.kind in ("base-address-changed", "reason-changed") else replace(change, reason=Reason())
    yield from _CURRENCIES.changes(old.currencies, new.currencies)
    yield from _LOSSES.changes(old.losses, new.losses)


def _tags(old: dict[str, str], new: dict[str, str]) -> Iterator[Change]:
    for name in dict.fromkeys((*new, *old)):
        if old.get(name) != new.get(name):
            yield Change("words-changed", Site("interface", f"tag {name}"), old.get(name), new.get(name))
    yield from in_order(Thing(Site("interface", "tags"), old, new, Reason()), "", old, new)
