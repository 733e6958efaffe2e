"""A name that was retired is never used again, and what stands in its place exists.

Why: old requests, records and books keep the name with its old meaning for years. Whoever meets it again under a new
meaning pays to the wrong account, and no check tells.

Example: in schemas/catalogue.yaml

    retired:
      methods:
        BACS_DEBIT: { since: 0.1.0, meaning: Direct debit by letter. }

and in schemas/methods/BACS_DEBIT.yaml

    method_code: BACS_DEBIT

is found as

    schemas/methods/BACS_DEBIT.yaml:3:14 error retired-method-used: the method code 'BACS_DEBIT' was retired in 0.1.0;
      it meant: Direct debit by letter; choose a code that was never in use

Fix: give the new method or field a name that was never in use; or remove the entry, when the old thing itself is back
with its old meaning. Correct `now` and `methods` where they name what does not exist.
"""

from collections.abc import Iterator

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract, Request
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.rules.views.offers import place_of
from paycat.rules.views.versions import version

ID = "R-63"
METHOD = "retired-method-used"
FIELD = "retired-field-used"
LATER = "retired-since-later"
UNKNOWN_NOW = "retired-for-unknown"
UNKNOWN_METHOD = "retired-field-of-no-method"
NEEDS: tuple[str, ...] = ("methods", "requests", "types.yaml")


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report names that are in use again, and entries that name what does not exist or is yet to come."""
    if catalogue.service.value.retired:
        yield from _methods(catalogue, contract)
        yield from _fields(catalogue, contract)


def _methods(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    source = catalogue.service
    known = {stated.value.method_code: stated for stated in catalogue.methods.values()}
    for one in contract.retired.methods:
        here = ("retired", "methods", one.code)
        if one.code in known:
            message = f"the method code {one.code!r} was retired in {one.since}; it meant: {one.meaning.rstrip('.')}"
            yield Diagnostic(METHOD, known[one.code].at("method_code"), message, "choose a code that was never in use")
        if one.now is not None and one.now not in known:
            message = f"there is no method {one.now!r}"
            yield Diagnostic(UNKNOWN_NOW, source.at(*here, "now"), message, did_you_mean(one.now, known))
        yield from _later(catalogue, here, one.since)


def _fields(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    source = catalogue.service
    known = {stated.value.method_code for stated in catalogue.methods.values()}
    for one in contract.retired.fields:
        here = ("retired", "fields", one.path)
        requests = [request for request in contract.requests() if not one.methods or request.method in one.methods]
        yield from (found for request in requests for found in _used(catalogue, request, one.path, one.since))
        for index, code in enumerate(one.methods):
            if code not in known and contract.retired.method(code) is None:
                message = f"there is no method {code!r}, and none was retired"
                yield Diagnostic(UNKNOWN_METHOD, source.at(*here, "methods", index), message, did_you_mean(code, known))
        paths = {field.path for request in requests for field in request.root.fields()}
        if one.now is not None and requests and one.now not in paths:
            message = f"no request has a field {one.now!r}"
            yield Diagnostic(UNKNOWN_NOW, source.at(*here, "now"), message, did_you_mean(one.now, paths))
        yield from _later(catalogue, here, one.since)


def _used(catalogue: Catalogue, request: Request, path: str, since: str) -> Iterator[Diagnostic]:
    message = f"the field {path!r} was retired in {since}, so its name is never used again"
    hint = "choose a name that was never in use"
    if any(field.path == path for field in request.root.fields()):
        yield Diagnostic(FIELD, place_of(catalogue, request, "fields", path), message, hint)
    if any(group.path == path for group in request.root.groups()):
        yield Diagnostic(FIELD, place_of(catalogue, request, "containers", path), message, hint)


def _later(catalogue: Catalogue, here: tuple[str, ...], since: str) -> Iterator[Diagnostic]:
    current = catalogue.service.value.version
    if version(since) > version(current):
        message = f"this is said to be retired since {since}, and the catalogue is at {current}"
        hint = "correct it, or raise the version first"
        yield Diagnostic(LATER, catalogue.service.at(*here, "since"), message, hint)
