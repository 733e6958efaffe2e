"""What goes out of use says since when, and names something that stays in use in its place.

Why: a deprecation is published to everyone who uses the method or field. One that sends them to what does not exist, or
to what goes out of use itself, makes them move twice; one of a later version tells what has not been decided; a sunset
on a day that no calendar has gives them no time to plan by.

Example: in schemas/methods/SEPA_DEBIT.yaml

    deprecated: { since: 0.1.0, note: Few banks take it., instead: BACS_DEBITS }

is found as

    schemas/methods/SEPA_DEBIT.yaml:6:64 error unknown-successor: there is no method 'BACS_DEBITS'; did you mean
      'BACS_DEBIT'?

Fix: name a method, or a field of the same request, that exists and is not deprecated; correct the version, or raise the
one in catalogue.yaml first; let the sunset be a day that exists.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import partial

from paycat.catalogue.fields import FieldStatement
from paycat.catalogue.lifecycle import Deprecated
from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract, Request
from paycat.diagnostics import Diagnostic, Span, did_you_mean
from paycat.rules.views.layers import layers_of
from paycat.rules.views.rulings import Ruling
from paycat.rules.views.versions import version

ID = "R-64"
LATER = "deprecated-since-later"
UNKNOWN = "unknown-successor"
DEPRECATED = "deprecated-successor"
SUNSET = "bad-sunset"
NEEDS: tuple[str, ...] = ("methods", "requests", "types.yaml")


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report versions yet to come, days that do not exist, and successors that do not or go out of use themselves."""
    current = catalogue.service.value.version
    methods = {source.value.method_code: source.value.deprecated is not None for source in catalogue.methods.values()}
    for source in catalogue.methods.values():
        if stated := source.value.deprecated:
            place = partial(source.at, "deprecated")
            yield from _faults(stated, current, place, methods, "there is no method")
    told: set[Span] = set()
    for request in contract.requests():
        fields = {field.path: field.deprecated is not None for field in request.root.fields()}
        for ruling, stated in _of_fields(catalogue, request):
            place = partial(ruling.at, "deprecated")
            found = list(_faults(stated, current, place, fields, f"{request.method} has no field"))
            yield from found if place() not in told else ()
            told |= {place()} if found else set()


def _of_fields(catalogue: Catalogue, request: Request) -> Iterator[tuple[Ruling, Deprecated]]:
    for field in request.root.fields():
        for ruling in layers_of(catalogue, request, field) if field.deprecated else ():
            if isinstance(ruling.rules, FieldStatement) and ruling.rules.deprecated:
                yield ruling, ruling.rules.deprecated


def _faults(
    stated: Deprecated, current: str, place: Callable[..., Span], known: Mapping[str, bool], unknown: str
) -> Iterator[Diagnostic]:
    if version(stated.since) > version(current):
        message = f"this is said to be deprecated since {stated.since}, and the catalogue is at {current}"
        yield Diagnostic(LATER, place("since"), message, "correct it, or raise the version in catalogue.yaml first")
    if stated.sunset and not _is_day(stated.sunset):
        message = f"the sunset {stated.sunset} is no day of the calendar"
        yield Diagnostic(SUNSET, place("sunset"), message, "write year-month-day, such as 2027-06-30")
    name = stated.instead
    if name is not None and name not in known:
        yield Diagnostic(UNKNOWN, place("instead"), f"{unknown} {name!r}", did_you_mean(name, known))
    elif name is not None and known[name]:
        message = f"{name!r} is deprecated itself"
        yield Diagnostic(DEPRECATED, place("instead"), message, "name what stays in use, or nothing")


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
