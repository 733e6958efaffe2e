"""Compares methods, and the requests and samples of methods that both contracts have."""

from collections.abc import Iterator
from dataclasses import replace

from paycat.catalogue.values import DIRECTIONS, Direction
from paycat.changes.bodies import Walk
from paycat.changes.change import Change, change_of, everything, site_of
from paycat.changes.elements import ElementPair, Names, Rows, because, compared, reason_changes, shown_as
from paycat.changes.fields import deprecation_changes
from paycat.changes.taxonomy import type_of
from paycat.contract.model import Contract, Method, Request, Sample

_EVERYTHING = everything("")


def method_changes(old: Contract, new: Contract) -> Iterator[Change]:
    """Return the changes of methods, by code: of methods that came or went, one change each."""
    before, after = ({method.code: method for method in contract.methods} for contract in (old, new))
    for code in sorted({*before, *after}):
        if code not in before:
            method = after[code]
            site = site_of("interface", method=code, new=method.location)
            yield change_of(type_of("method", "added"), site, None, method.title, method.reason, widens=_EVERYTHING)
        elif code not in after:
            method = before[code]
            site = site_of("interface", method=code, old=method.location)
            yield change_of(type_of("method", "removed"), site, _gone(method), None, method.reason, narrows=_EVERYTHING)
        elif before[code] != after[code]:
            yield from changes_of_method(before[code], after[code])


def changes_of_method(old: Method, new: Method) -> Iterator[Change]:
    """Return the changes of a method that both have, and of its requests."""
    site = site_of("interface", method=new.code, old=old.location, new=new.location)
    yield from compared(ElementPair(site, old, new, new.reason), _METHOD)
    reasons = ([version.reason, version.country_reason] for version in (old, new))
    yield from reason_changes(ElementPair(site, old, new), *reasons)
    for direction in DIRECTIONS:
        yield from _offer(direction, old, new)


def _offer(direction: Direction, old: Method, new: Method) -> Iterator[Change]:
    before, after = old.offer(direction), new.offer(direction)
    site = site_of("interface", "", new.code, direction, before.location, after.location)
    offer = ElementPair(site, before, after, after.reason)
    if before.request and not after.request:
        yield offer.change(type_of("direction", "lost"), _gone(old), after.availability, narrows=_EVERYTHING)
    elif after.request and not before.request:
        yield offer.change(type_of("direction", "gained"), before.availability, widens=_EVERYTHING)
    elif before.availability != after.availability:
        yield offer.change(type_of("availability", "reworded"), before.availability, after.availability)
    else:
        yield from reason_changes(offer, [before.reason], [after.reason])
        if before.request and after.request and before.request != after.request:
            yield from _request_changes(before.request, after.request)
        yield from compared(offer, _OFFER)


def _gone(method: Method) -> dict[str, object]:
    deprecated = method.deprecated
    return {"deprecated": deprecated.model_dump(mode="json", exclude={"reason"})} if deprecated else {}


def _request_changes(old: Request, new: Request) -> Iterator[Change]:
    site = site_of("request", "", new.method, new.direction, old.root.location, new.root.location)
    yield from compared(ElementPair(site, old, new), {"module": type_of("module", "renamed")})
    yield from Walk(site).both(old.root, new.root)
    before, after = ({sample.name: sample for sample in request.samples} for request in (old, new))
    for name in dict.fromkeys((*after, *before)):
        earlier, later = before.get(name), after.get(name)
        locations = (sample.location if sample else None for sample in (earlier, later))
        pair = ElementPair(site_of("request", f"sample {name}", new.method, new.direction, *locations), earlier, later)
        if earlier is None or later is None:
            yield pair.change(type_of("sample", "added" if later else "removed"))
        else:
            yield from _of_sample(pair, earlier, later)


def _of_sample(sample: ElementPair, old: Sample, new: Sample) -> Iterator[Change]:
    if set(old.violations) != set(new.violations):
        # Whether the payload changed as well or not: the sample of this name has another verdict.
        both = old.violations and new.violations
        of = type_of("sample", "rejected-otherwise" if both else "accepted" if old.violations else "rejected")
        yield sample.change(of, _verdict(old), _verdict(new), narrows=new.violations, widens=old.violations)
    elif old.payload != new.payload:
        yield sample.change(type_of("sample", "changed"), old.payload, new.payload)
    elif (old.meaning, old.erratum, old.corrected) != (new.meaning, new.erratum, new.corrected):
        yield sample.change(type_of("words", "changed"), old.meaning, new.meaning)


def _verdict(sample: Sample) -> str:
    rejected = ", ".join(f"{violation.code} at {violation.pointer}" for violation in sample.violations)
    return f"rejected ({rejected})" if rejected else "accepted"


def _countries(method: ElementPair, names: Names) -> Iterator[Change]:
    old, new = method.old, method.new
    if old.country_scope == new.country_scope == "listed":
        lost = not set(old.countries) <= set(new.countries) or (new.countries_complete and not old.countries_complete)
        gained = not set(new.countries) <= set(old.countries) or (old.countries_complete and not new.countries_complete)
    else:  # Of unknown countries nothing is known to stay.
        lost = "any" not in (new.country_scope, old.country_scope) or old.country_scope == "any"
        gained = old.country_scope != "any"
    move = "changed" if lost and gained else "removed" if lost else "added"
    of = type_of("countries", move) if lost or gained else type_of("order", "changed")
    named = old.named_countries, new.named_countries
    yield replace(method, reason=new.country_reason).change(of, *named)


def _currencies(method: ElementPair, names: Names) -> Iterator[Change]:
    """Yield one change: an added currency, a removed one, or others than before; a single one is changed."""
    old, new = set(method.old.currencies), set(method.new.currencies)
    move = "changed" if new - old and old - new else "removed" if old - new else "added"
    of = type_of("currency" if move == "changed" else "currencies", move)
    shown = (", ".join(version.currencies) or "none" for version in (method.old, method.new))
    yield method.change(of if old != new else type_of("order", "changed"), *shown)


def _words(method: ElementPair, names: Names) -> Iterator[Change]:
    shown = (f"{version.title}: {version.note}" for version in (method.old, method.new))
    yield method.change(type_of("words", "changed"), *shown)


_METHOD: Rows = {
    "name": type_of("method name", "changed"),
    "currencies": _currencies,
    "country_mode": because(type_of("country mode", "changed"), "country_reason"),
    "countries country_scope countries_complete": _countries,
    "deprecated": deprecation_changes,
    "title note": _words,
}


def _chosen(variants: dict[str, str]) -> str:
    return ", ".join(f"{name}: {word}" for name, word in sorted(variants.items())) or "that of all methods"


_OFFER: Rows = {"variants": shown_as(type_of("variant", "changed"), _chosen)}
