"""Two contracts in; what they say otherwise of methods, and of the requests that both have, out."""

from collections.abc import Iterator

from paycat.catalogue.directions import DIRECTIONS, Direction
from paycat.changes.change import Change, Site
from paycat.changes.fields import reason_changes
from paycat.changes.lifecycle import deprecation_changes
from paycat.changes.refusals import ANY, below
from paycat.changes.requests import request_changes
from paycat.contract.model import Contract, Method, Refusal
from paycat.contract.pointers import ROOT

EVERYTHING = (Refusal(code=ANY, pointer=ROOT), below(""))


def method_changes(old: Contract, new: Contract) -> Iterator[Change]:
    """Return the changes of methods, by code: of methods that came or went, one change each."""
    before, after = ({method.code: method for method in one.methods} for one in (old, new))
    for code in sorted({*before, *after}):
        if code not in before:
            method = after[code]
            site = Site("interface", method=code, new_place=method.place)
            yield Change("method-added", site, None, method.title, method.reason, (), EVERYTHING)
        elif code not in after:
            method = before[code]
            site = Site("interface", method=code, old_place=method.place)
            yield Change("method-removed", site, _gone(method), None, method.reason, EVERYTHING)
        elif before[code] != after[code]:
            yield from changes_of_method(before[code], after[code])


def changes_of_method(old: Method, new: Method) -> Iterator[Change]:
    """Return the changes of a method that both have, and of its requests."""
    site = Site("interface", method=new.code, old_place=old.place, new_place=new.place)
    if old.currency != new.currency:
        yield Change("currency-changed", site, old.currency, new.currency, new.reason)
    yield from _countries(site, old, new)
    yield from deprecation_changes(site, old.deprecated, new.deprecated, new.reason)
    if (old.title, old.note) != (new.title, new.note):
        yield Change("words-changed", site, f"{old.title}: {old.note}", f"{new.title}: {new.note}", new.reason)
    yield from reason_changes(site, [old.reason, old.country_reason], [new.reason, new.country_reason])
    for direction in DIRECTIONS:
        yield from _offer(direction, old, new)


def _countries(site: Site, old: Method, new: Method) -> Iterator[Change]:
    if old.country_mode != new.country_mode:
        yield Change("country-mode-changed", site, old.country_mode, new.country_mode, new.country_reason)
    before, after = _listed(old), _listed(new)
    if before == after:
        return
    lost = not set(old.countries) <= set(new.countries) or (new.countries_complete and not old.countries_complete)
    gained = not set(new.countries) <= set(old.countries) or (old.countries_complete and not new.countries_complete)
    move = "changed" if lost and gained else "removed" if lost else "added"
    kind = f"countries-{move}" if lost or gained else "order-changed"
    yield Change(kind, site, before, after, new.country_reason)


def _offer(direction: Direction, old: Method, new: Method) -> Iterator[Change]:
    before, after = old.offer(direction), new.offer(direction)
    site = Site("interface", "", new.code, direction, before.place, after.place)
    if before.request and after.request:
        yield from reason_changes(site, [before.reason], [after.reason])
        if before.request != after.request:
            yield from request_changes(before.request, after.request)
    elif before.request or after.request:
        if after.request:
            yield Change("direction-gained", site, before.availability, None, after.reason, (), EVERYTHING)
        else:
            yield Change("direction-lost", site, _gone(old), after.availability, after.reason, EVERYTHING)
    elif before.availability != after.availability:
        yield Change("availability-reworded", site, before.availability, after.availability, after.reason)
    else:
        yield from reason_changes(site, [before.reason], [after.reason])


def _listed(method: Method) -> str:
    return ", ".join(method.countries) + ("" if method.countries_complete else " and others")


def _gone(method: Method) -> dict[str, object]:
    deprecated = method.deprecated
    return {"deprecated": deprecated.model_dump(mode="json", exclude={"reason"})} if deprecated else {}
