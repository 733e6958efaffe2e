"""Rules on what goes out of use: deprecated methods and fields, and names that were retired."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import date

from paycat.catalogue.lifecycle import Deprecation
from paycat.catalogue.methods import MethodStatement
from paycat.catalogue.shapes import Member
from paycat.catalogue.statement import Statement
from paycat.contract.model import Request
from paycat.contract.paths import ITEM
from paycat.diagnostics import Diagnostic, Span, did_you_mean
from paycat.rules.context import RuleContext, record_of
from paycat.rules.rule import rule
from paycat.rules.statements import Stated


@rule("deprecations", needs=["methods", "requests", "types.yaml", "interface/records.yaml"])
def deprecations(context: RuleContext) -> Iterator[Diagnostic]:
    """Report versions yet to come, days that do not exist, and successors that do not or go out of use themselves."""
    methods = {code: source.value.deprecated is not None for code, source in context.methods.items()}
    for method in context.stated(MethodStatement):
        yield from _faults(context, method, method.value.deprecated, methods, "there is no method")
    for record, members in _members(context).items():
        known = {path: member.value.deprecated is not None for path, member in members.items()}
        for member in members.values():
            yield from _faults(context, member, member.value.deprecated, known, f"{record} has no member")
    reported: set[Span] = set()
    for request in context.contract.requests():
        fields = {field.path: field.deprecated is not None for field in request.root.fields()}
        for field in request.root.fields():
            for layer in context.layers(request, field) if field.deprecated else ():
                stated, place = getattr(layer.value, "deprecated", None), layer.at("deprecated")
                found = list(_faults(context, layer, stated, fields, f"{request.method} has no field"))
                if place not in reported:
                    yield from found
                reported |= {place} if found else set()


def _members(context: RuleContext) -> dict[str | None, dict[str, Stated[Member]]]:
    """Return the members of each record by their paths in it, such as `failure.code` or `items[].id`."""
    found: dict[str | None, dict[str, Stated[Member]]] = defaultdict(dict)
    for member in context.stated(Member):
        path, steps = "", iter(member.path[2:])
        for key in steps:
            path += ITEM if key == "of" else f".{next(steps)}"
        found[record_of(member)][path.removeprefix(".")] = member
    return found


def _faults(
    context: RuleContext, stated: Stated[Statement], value: Deprecation | None, known: Mapping[str, bool], unknown: str
) -> Iterator[Diagnostic]:
    if value is None:
        return
    current, name = context.catalogue.service.value.version, value.instead
    if _version(value.since) > _version(current):
        message = f"it is deprecated since {value.since}, and the catalogue has the version {current}"
        hint = "correct it, or raise the version in catalogue.yaml first"
        yield Diagnostic("deprecated-since-later", stated.at("deprecated", "since"), message, hint)
    if value.sunset and not _is_day(value.sunset):
        message, hint = (
            f"the sunset {value.sunset} is no day of the calendar",
            "write year-month-day, such as 2027-06-30",
        )
        yield Diagnostic("bad-sunset", stated.at("deprecated", "sunset"), message, hint)
    if name is not None and name not in known:
        place = stated.at("deprecated", "instead")
        yield Diagnostic("unknown-successor", place, f"{unknown} {name!r}", did_you_mean(name, known))
    elif name is not None and known[name]:
        message, hint = f"{name!r} is deprecated itself", "name what stays in use, or nothing"
        yield Diagnostic("deprecated-successor", stated.at("deprecated", "instead"), message, hint)


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


@rule("retired-names", needs=["methods", "requests", "types.yaml"])
def retired_names(context: RuleContext) -> Iterator[Diagnostic]:
    """Report names that are in use again, and entries that name what does not exist or is yet to come."""
    if context.catalogue.service.value.retired:
        yield from _retired_methods(context)
        yield from _retired_fields(context)


def _retired_methods(context: RuleContext) -> Iterator[Diagnostic]:
    source, known = context.catalogue.service, context.methods
    for one in context.contract.retired.methods:
        here = ("retired", "methods", one.code)
        if one.code in known:
            message = f"the method code {one.code!r} was retired in {one.since}; it meant: {one.meaning.rstrip('.')}"
            place, hint = known[one.code].at("method_code"), "choose a code that was never in use"
            yield Diagnostic("retired-method-used", place, message, hint)
        if one.now is not None and one.now not in known:
            message, hint = f"there is no method {one.now!r}", did_you_mean(one.now, known)
            yield Diagnostic("retired-for-unknown", source.at(*here, "now"), message, hint)
        yield from _later(context, here, one.since)


def _retired_fields(context: RuleContext) -> Iterator[Diagnostic]:
    source, known = context.catalogue.service, context.methods
    for one in context.contract.retired.fields:
        here = ("retired", "fields", one.path)
        requests = [
            request for request in context.contract.requests() if not one.methods or request.method in one.methods
        ]
        for request in requests:
            yield from _used(context, request, one.path, one.since)
        for index, code in enumerate(one.methods):
            if code not in known and context.contract.retired.method(code) is None:
                message, hint = f"there is no method {code!r}, and none was retired", did_you_mean(code, known)
                yield Diagnostic("retired-field-of-no-method", source.at(*here, "methods", index), message, hint)
        paths = {field.path for request in requests for field in request.root.fields()}
        if one.now is not None and requests and one.now not in paths:
            message, hint = f"no request has a field {one.now!r}", did_you_mean(one.now, paths)
            yield Diagnostic("retired-for-unknown", source.at(*here, "now"), message, hint)
        yield from _later(context, here, one.since)


def _used(context: RuleContext, request: Request, path: str, since: str) -> Iterator[Diagnostic]:
    message = f"the field {path!r} was retired in {since}, so its name is never used again"
    for table, used in (("fields", request.root.fields()), ("containers", request.root.groups())):
        if any(one.path == path for one in used):
            place, hint = context.place(request, table, path), "choose a name that was never in use"
            yield Diagnostic("retired-field-used", place, message, hint)


def _later(context: RuleContext, here: tuple[str, ...], since: str) -> Iterator[Diagnostic]:
    source = context.catalogue.service
    if _version(since) > _version(source.value.version):
        message = f"it is retired since {since}, and the catalogue has the version {source.value.version}"
        place, hint = source.at(*here, "since"), "correct it, or raise the version first"
        yield Diagnostic("retired-since-later", place, message, hint)


def _version(text: str) -> tuple[int, ...]:
    """Return the parts of a version such as 0.10.0, which is later than 0.9.0."""
    return tuple(map(int, text.split(".")))
