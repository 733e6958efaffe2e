"""Compares methods, and the requests and samples of methods that both contracts have."""

from collections.abc import Iterator
from dataclasses import replace

from paycat.catalogue.statement import Reason
from paycat.changes.bodies import Walk
from paycat.changes.change import Change, change_of, everything, site_of
from paycat.changes.elements import ElementPair, Names, Rows, because, compared, reason_changes, shown_as
from paycat.changes.fields import deprecation_changes
from paycat.changes.taxonomy import type_of
from paycat.contract.model import Contract, Method, Offer, Request, Sample
from paycat.diagnostics import Span

_EVERYTHING = everything("")
_NOTHING = Offer(availability="not_listed", reason=Reason(), location=Span(""))
"""What a method offers in a direction that the contract does not have."""


def method_changes(old: Contract, new: Contract) -> Iterator[Change]:
    """Return the changes of methods, by code: of methods that came or went, one change each."""
    old_methods, new_methods = ({method.code: method for method in contract.methods} for contract in (old, new))
    for code in sorted({*old_methods, *new_methods}):
        if code not in old_methods:
            method = new_methods[code]
            site = site_of("interface", method=code, new=method.location)
            yield change_of(type_of("method", "added"), site, None, method.title, method.reason, widens=_EVERYTHING)
        elif code not in new_methods:
            method = old_methods[code]
            site = site_of("interface", method=code, old=method.location)
            yield change_of(type_of("method", "removed"), site, _gone(method), None, method.reason, narrows=_EVERYTHING)
        elif old_methods[code] != new_methods[code]:
            yield from changes_of_method(old_methods[code], new_methods[code])


def body_changes(old: Contract, new: Contract) -> Iterator[Change]:
    """Return the changes of the bodies of directions that methods do not offer."""
    old_bodies, new_bodies = (
        {direction.name: direction.request for direction in contract.directions if direction.request}
        for contract in (old, new)
    )
    for name in dict.fromkeys((*new_bodies, *old_bodies)):
        old_body, new_body = old_bodies.get(name), new_bodies.get(name)
        if old_body and new_body:
            yield from _request_changes(old_body, new_body) if old_body != new_body else ()
        elif new_body:
            site = site_of("interface", direction=name, new=new_body.root.location)
            yield change_of(type_of("body", "added"), site, None, name, new_body.root.reason, widens=_EVERYTHING)
        elif old_body:
            site = site_of("interface", direction=name, old=old_body.root.location)
            yield change_of(type_of("body", "removed"), site, name, None, old_body.root.reason, narrows=_EVERYTHING)


def changes_of_method(old: Method, new: Method) -> Iterator[Change]:
    """Return the changes of a method that both have, and of its requests."""
    site = site_of("interface", method=new.code, old=old.location, new=new.location)
    yield from compared(ElementPair(site, old, new, new.reason), _METHOD)
    reasons = ([version.reason, version.country_reason] for version in (old, new))
    yield from reason_changes(ElementPair(site, old, new), *reasons)
    for direction in dict.fromkeys((*new.offers, *old.offers)):
        yield from _offer(direction, old, new)


def _offer(direction: str, old: Method, new: Method) -> Iterator[Change]:
    old_offer, new_offer = (version.offers.get(direction, _NOTHING) for version in (old, new))
    site = site_of("interface", "", new.code, direction, old_offer.location, new_offer.location)
    pair = ElementPair(site, old_offer, new_offer, new_offer.reason)
    if old_offer.request and not new_offer.request:
        yield pair.change(type_of("direction", "lost"), _gone(old), new_offer.availability, narrows=_EVERYTHING)
    elif new_offer.request and not old_offer.request:
        yield pair.change(type_of("direction", "gained"), old_offer.availability, widens=_EVERYTHING)
    elif old_offer.availability != new_offer.availability:
        yield pair.change(type_of("availability", "reworded"), old_offer.availability, new_offer.availability)
    elif _NOTHING not in (old_offer, new_offer):
        yield from reason_changes(pair, [old_offer.reason], [new_offer.reason])
        if old_offer.request and new_offer.request and old_offer.request != new_offer.request:
            yield from _request_changes(old_offer.request, new_offer.request)
        yield from compared(pair, _OFFER)


def _gone(method: Method) -> dict[str, object]:
    deprecation = method.deprecated
    return {"deprecated": deprecation.model_dump(mode="json", exclude={"reason"})} if deprecation else {}


def _request_changes(old: Request, new: Request) -> Iterator[Change]:
    code = new.method or None
    site = site_of("request", "", code, new.direction, old.root.location, new.root.location)
    yield from compared(ElementPair(site, old, new), {"module": type_of("module", "renamed")})
    yield from Walk(site).both(old.root, new.root)
    old_samples, new_samples = ({sample.name: sample for sample in request.samples} for request in (old, new))
    for name in dict.fromkeys((*new_samples, *old_samples)):
        old_sample, new_sample = old_samples.get(name), new_samples.get(name)
        locations = (sample.location if sample else None for sample in (old_sample, new_sample))
        sample_site = site_of("request", f"sample {name}", code, new.direction, *locations)
        pair = ElementPair(sample_site, old_sample, new_sample)
        if old_sample is None or new_sample is None:
            yield pair.change(type_of("sample", "added" if new_sample else "removed"))
        else:
            yield from _of_sample(pair, old_sample, new_sample)


def _of_sample(pair: ElementPair, old: Sample, new: Sample) -> Iterator[Change]:
    if set(old.violations) != set(new.violations):
        # Whether the payload changed as well or not: the sample of this name has another verdict.
        both = old.violations and new.violations
        change_type = type_of("sample", "rejected-otherwise" if both else "accepted" if old.violations else "rejected")
        yield pair.change(change_type, _verdict(old), _verdict(new), narrows=new.violations, widens=old.violations)
    elif old.payload != new.payload:
        yield pair.change(type_of("sample", "changed"), old.payload, new.payload)
    elif (old.meaning, old.erratum, old.corrected) != (new.meaning, new.erratum, new.corrected):
        yield pair.change(type_of("words", "changed"), old.meaning, new.meaning)


def _verdict(sample: Sample) -> str:
    violations = ", ".join(f"{violation.code} at {violation.pointer}" for violation in sample.violations)
    return f"rejected ({violations})" if violations else "accepted"


def _countries(pair: ElementPair, member_names: Names) -> Iterator[Change]:
    old, new = pair.old, pair.new
    if old.country_scope == new.country_scope == "listed":
        lost = not set(old.countries) <= set(new.countries) or (new.countries_complete and not old.countries_complete)
        gained = not set(new.countries) <= set(old.countries) or (old.countries_complete and not new.countries_complete)
    else:  # Of unknown countries nothing is known to stay.
        lost = "any" not in (new.country_scope, old.country_scope) or old.country_scope == "any"
        gained = old.country_scope != "any"
    action = "changed" if lost and gained else "removed" if lost else "added"
    change_type = type_of("countries", action) if lost or gained else type_of("order", "changed")
    countries = old.named_countries, new.named_countries
    yield replace(pair, reason=new.country_reason).change(change_type, *countries)


def _currencies(pair: ElementPair, member_names: Names) -> Iterator[Change]:
    """Yield one change: an added currency, a removed one, or others than before; a single one is changed."""
    old, new = set(pair.old.currencies), set(pair.new.currencies)
    action = "changed" if new - old and old - new else "removed" if old - new else "added"
    change_type = type_of("currency" if action == "changed" else "currencies", action)
    texts = (", ".join(version.currencies) or "none" for version in (pair.old, pair.new))
    yield pair.change(change_type if old != new else type_of("order", "changed"), *texts)


def _words(pair: ElementPair, member_names: Names) -> Iterator[Change]:
    texts = (f"{version.title}: {version.note}" for version in (pair.old, pair.new))
    yield pair.change(type_of("words", "changed"), *texts)


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
