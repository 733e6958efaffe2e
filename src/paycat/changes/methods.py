"""Compares methods, and the requests and samples of methods that both contracts have."""

from collections.abc import Iterator

from paycat.catalogue.directions import DIRECTIONS, Direction
from paycat.changes.bodies import Walk
from paycat.changes.change import Change, Site, change_of, site_of
from paycat.changes.fields import deprecation_changes, reason_changes
from paycat.changes.sites import everything
from paycat.changes.taxonomy import type_of
from paycat.contract.model import Contract, Method, Offer, Request, Sample

EVERYTHING = everything("")


def method_changes(old: Contract, new: Contract) -> Iterator[Change]:
    """Return the changes of methods, by code: of methods that came or went, one change each."""
    before, after = ({method.code: method for method in one.methods} for one in (old, new))
    for code in sorted({*before, *after}):
        if code not in before:
            method = after[code]
            site = site_of("interface", method=code, new=method.location)
            yield change_of(type_of("method", "added"), site, None, method.title, method.reason, (), EVERYTHING)
        elif code not in after:
            method = before[code]
            site = site_of("interface", method=code, old=method.location)
            yield change_of(type_of("method", "removed"), site, _gone(method), None, method.reason, EVERYTHING)
        elif before[code] != after[code]:
            yield from changes_of_method(before[code], after[code])


def changes_of_method(old: Method, new: Method) -> Iterator[Change]:
    """Return the changes of a method that both have, and of its requests."""
    site = site_of("interface", method=new.code, old=old.location, new=new.location)
    if old.currency != new.currency:
        yield change_of(type_of("currency", "changed"), site, old.currency, new.currency, new.reason)
    yield from _countries(site, old, new)
    yield from deprecation_changes(site, old.deprecated, new.deprecated, new.reason)
    if (old.title, old.note) != (new.title, new.note):
        yield change_of(
            type_of("words", "changed"), site, f"{old.title}: {old.note}", f"{new.title}: {new.note}", new.reason
        )
    yield from reason_changes(site, [old.reason, old.country_reason], [new.reason, new.country_reason])
    for direction in DIRECTIONS:
        yield from _offer(direction, old, new)


def _countries(site: Site, old: Method, new: Method) -> Iterator[Change]:
    if old.country_mode != new.country_mode:
        yield change_of(
            type_of("country mode", "changed"), site, old.country_mode, new.country_mode, new.country_reason
        )
    before, after = _listed(old), _listed(new)
    if before == after:
        return
    lost = not set(old.countries) <= set(new.countries) or (new.countries_complete and not old.countries_complete)
    gained = not set(new.countries) <= set(old.countries) or (old.countries_complete and not new.countries_complete)
    move = "changed" if lost and gained else "removed" if lost else "added"
    of = type_of("countries", move) if lost or gained else type_of("order", "changed")
    yield change_of(of, site, before, after, new.country_reason)


def _offer(direction: Direction, old: Method, new: Method) -> Iterator[Change]:
    before, after = old.offer(direction), new.offer(direction)
    site = site_of("interface", "", new.code, direction, before.location, after.location)
    if before.request and after.request:
        yield from reason_changes(site, [before.reason], [after.reason])
        if before.request != after.request:
            yield from request_changes(before.request, after.request)
        if before.variants != after.variants:
            yield change_of(type_of("variant", "changed"), site, _chosen(before), _chosen(after), after.reason)
    elif before.request or after.request:
        if after.request:
            yield change_of(
                type_of("direction", "gained"), site, before.availability, None, after.reason, (), EVERYTHING
            )
        else:
            yield change_of(
                type_of("direction", "lost"), site, _gone(old), after.availability, after.reason, EVERYTHING
            )
    elif before.availability != after.availability:
        yield change_of(
            type_of("availability", "reworded"), site, before.availability, after.availability, after.reason
        )
    else:
        yield from reason_changes(site, [before.reason], [after.reason])


def _chosen(offer: Offer) -> str:
    return ", ".join(f"{name}: {word}" for name, word in sorted(offer.variants.items())) or "that of all methods"


def _listed(method: Method) -> str:
    return ", ".join(method.countries) + ("" if method.countries_complete else " and others")


def _gone(method: Method) -> dict[str, object]:
    deprecated = method.deprecated
    return {"deprecated": deprecated.model_dump(mode="json", exclude={"reason"})} if deprecated else {}


def request_changes(old: Request, new: Request) -> Iterator[Change]:
    """Return the changes of a request type: of its name, its body, and its samples."""
    site = site_of("request", "", new.method, new.direction, old.root.location, new.root.location)
    if old.module != new.module:
        yield change_of(type_of("module", "renamed"), site, old.module, new.module)
    yield from Walk(site).both(old.root, new.root)
    before, after = ({sample.name: sample for sample in one.samples} for one in (old, new))
    for name in dict.fromkeys((*after, *before)):
        earlier, later = before.get(name), after.get(name)
        locations = (sample.location if sample else None for sample in (earlier, later))
        at = site_of("request", f"sample {name}", new.method, new.direction, *locations)
        if earlier is None or later is None:
            yield change_of(type_of("sample", "added") if later else type_of("sample", "removed"), at)
        else:
            yield from _of_sample(at, earlier, later)


def _of_sample(site: Site, old: Sample, new: Sample) -> Iterator[Change]:
    if set(old.violations) != set(new.violations):
        # Whether the payload changed as well or not: the sample of this name has another verdict.
        both = old.violations and new.violations
        of = type_of("sample", "accepted") if old.violations else type_of("sample", "rejected")
        of = type_of("sample", "rejected-otherwise") if both else of
        yield change_of(of, site, _verdict(old), _verdict(new), narrows=new.violations, widens=old.violations)
    elif old.payload != new.payload:
        yield change_of(type_of("sample", "changed"), site, old.payload, new.payload)
    elif (old.meaning, old.erratum, old.corrected) != (new.meaning, new.erratum, new.corrected):
        yield change_of(type_of("words", "changed"), site, old.meaning, new.meaning)


def _verdict(sample: Sample) -> str:
    rejected = ", ".join(f"{violation.code} at {violation.pointer}" for violation in sample.violations)
    return f"rejected ({rejected})" if rejected else "accepted"
