"""Rules on releases, on deprecated methods and fields, and on names that were reserved."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from pathlib import PurePosixPath

from paycat.catalogue.forms import VERSION, day_of
from paycat.catalogue.lifecycle import Deprecation, ReservedField, ReservedMethod
from paycat.catalogue.markdown_files import RELEASES
from paycat.catalogue.reading import Stated
from paycat.contract.nodes import Node, nodes_of
from paycat.diagnostics import Diagnostic, Span, did_you_mean
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule
from paycat.lint.rules.real_data import IS_ISSUED, issued_in
from paycat.text.characters import unwanted_in
from paycat.yaml.reading import unwanted

_HEADING = re.compile(r"## (?P<version>\S+)(?: \((?:not released|(?P<day>[^()]*))\))?\s*")


@dataclass(frozen=True, slots=True)
class Release:
    """A version that releases.md lists, and the day of its release, if it has one."""

    version: str
    number: tuple[int, ...]
    day: date | None
    span: Span


@rule("release-notes")
def release_notes(context: RuleContext) -> Iterator[Diagnostic]:
    """Report days that do not exist, another order of versions and days, keys, and characters that no text may have."""
    yield from (one for one in context.once(_read) if isinstance(one, Diagnostic))
    releases, service = context.once(releases_of), context.catalogue.service
    for newer, older in pairwise(releases):
        if newer.number <= older.number:
            message = f"version {older.version} follows version {newer.version}, but the newest version comes first"
            if newer.number == older.number:
                message = f"version {older.version} is listed twice"
            yield Diagnostic("release-order", older.span, message)
        elif newer.day and older.day and newer.day < older.day:
            message = f"version {newer.version} was released on {newer.day}, before version {older.version}"
            yield Diagnostic("release-order", newer.span, message)
    newest = max(releases, key=lambda one: one.number, default=None)
    if newest and newest.number > _number_of(service.value.version):
        message = f"the version {service.value.version} is below {newest.version}, which {newest.span} lists"
        yield Diagnostic("release-order", service.at("version"), message, "raise the version")


def releases_of(context: RuleContext) -> list[Release]:
    """Return the versions that releases.md lists, in its order, without those that are reported."""
    return [one for one in context.once(_read) if isinstance(one, Release)]


def _number_of(version: str) -> tuple[int, ...]:
    """Return the parts of a version such as 0.10.0, which is above 0.9.0."""
    return tuple(map(int, version.split(".")))


def _read(context: RuleContext) -> list[Release | Diagnostic]:
    return list(_headings(context))


def _headings(context: RuleContext) -> Iterator[Release | Diagnostic]:
    shown = PurePosixPath(context.catalogue.service.name).with_name(RELEASES).as_posix()
    for number, line in enumerate(context.catalogue.releases.split("\n"), start=1):
        if found := unwanted_in(line.removesuffix("\r")):
            yield unwanted(found[0], Span(shown, number, found.start() + 1))
        if found := issued_in(line):
            span = Span(shown, number, found.start() + 1)
            yield Diagnostic("bad-release", span, IS_ISSUED, "remove it, and revoke the key if it is real")
        if not (found := _HEADING.fullmatch(line)):
            continue
        version, day = found["version"], found["day"]
        if not VERSION.holds(version):
            message = f"the version must be three numbers, such as 0.2.0, but is {version!r}"
            yield Diagnostic("bad-release", Span(shown, number, 4), message)
        elif day and day_of(day) is None:
            message = f"{day!r} is not a day of the calendar"
            yield Diagnostic(
                "bad-release", Span(shown, number, found.start("day") + 1), message, "write YEAR-MONTH-DAY"
            )
        else:
            yield Release(version, _number_of(version), day_of(day) if day else None, Span(shown, number, 4))


@rule("deprecations", needs=["methods", "requests", "types.yaml", "interface/records.yaml"])
def deprecations(context: RuleContext) -> Iterator[Diagnostic]:
    """Report later versions, sunsets before them, and replacements that do not exist or are deprecated."""
    stated, reported = {one.value.span: one for one in context.stated(Deprecation)}, set[Span]()
    for deprecation, known, lacking in _deprecated(context):
        found = list(_faults(context, stated[deprecation.span], known, lacking))
        if deprecation.span not in reported:
            yield from found
        reported |= {deprecation.span} if found else set()


def _deprecated(context: RuleContext) -> Iterator[tuple[Deprecation, Mapping[str, bool], str]]:
    """Return each deprecation with what may replace the deprecated, and how a finding begins if nothing has the name.

    Names have whether they are deprecated, too. A deprecation in a request table is about a field of each request.
    """
    methods = {code: source.value.deprecated is not None for code, source in context.methods.items()}
    for method in context.methods.values():
        if method.value.deprecated:
            yield method.value.deprecated, methods, "there is no method"
    bodies: list[tuple[str, Iterable[Node]]] = [
        *((f"{one.name} has no member", nodes_of(one.body)) for one in context.contract.interface.records),
        *((f"{one.method} has no field", one.root.fields()) for one in context.contract.requests()),
    ]
    for lacking, nodes in bodies:
        known = {one.path: one.deprecated for one in nodes if one.name}
        for value in filter(None, known.values()):
            yield value, {path: one is not None for path, one in known.items()}, lacking


def _faults(
    context: RuleContext, stated: Stated[Deprecation], known: Mapping[str, bool], unknown: str
) -> Iterator[Diagnostic]:
    value = stated.value
    current, name = context.catalogue.service.value.version, value.instead
    if _number_of(value.since) > _number_of(current):
        message = f"it is deprecated since {value.since}, but the version of the catalogue is {current}"
        yield stated.finding("deprecated-since-later", message, "since")
    days = {
        one.day.isoformat(): one for one in releases_of(context) if one.day and one.number <= _number_of(value.since)
    }
    if value.sunset and value.sunset < (last := max(days, default="")):
        message = f"the sunset {value.sunset} is before {last}, when {days[last].version} was released"
        yield stated.finding("bad-sunset", message, "sunset")
    if name is not None and name not in known:
        yield stated.unknown("unknown-successor", unknown, name, known, "instead")
    elif name is not None and known[name]:
        yield stated.finding("deprecated-successor", f"{name!r} is itself deprecated", "instead")


@rule("reserved-names", needs=["methods", "requests", "types.yaml"])
def reserved_names(context: RuleContext) -> Iterator[Diagnostic]:
    """Report names that are in use again, and entries that name what does not exist or a later version."""
    current = context.catalogue.service.value.version
    for method in context.stated(ReservedMethod):
        yield from _reserved_method(context, method)
    for field in context.stated(ReservedField):
        yield from _reserved_field(context, field)
    reserved: tuple[Stated[ReservedMethod | ReservedField], ...]
    reserved = (*context.stated(ReservedMethod), *context.stated(ReservedField))
    for stated in reserved:
        if _number_of(stated.value.since) > _number_of(current):
            message = f"it is reserved since {stated.value.since}, but the version of the catalogue is {current}"
            yield stated.finding("reserved-since-later", message, "since")


def _reserved_method(context: RuleContext, stated: Stated[ReservedMethod]) -> Iterator[Diagnostic]:
    code, one, known = stated.name, stated.value, context.methods
    if code in known and one.since == context.catalogue.service.value.version:
        message = f"the method {code!r} is reserved from this version on, but it is still there"
        yield stated.finding("reserved-method-used", message, key=True, help="remove the method first")
    elif code in known:
        message = f"the method code {code!r} was reserved in {one.since}; it meant: {one.meaning.rstrip('.')}"
        yield Diagnostic("reserved-method-used", known[code].at("method_code"), message)
    if one.now is not None and one.now not in known:
        yield stated.unknown("reserved-for-unknown", "there is no method", one.now, known, "now")


def _reserved_field(context: RuleContext, stated: Stated[ReservedField]) -> Iterator[Diagnostic]:
    path, one, known = stated.name, stated.value, context.methods
    requests = [found for found in context.contract.requests() if not one.methods or found.method in one.methods]
    users = [found for found in requests if any(field.path == path for field in found.root.fields())]
    is_new = one.since == context.catalogue.service.value.version
    if users and is_new:
        user = f"{users[0].direction}.{users[0].method}"
        message = f"the field {path!r} is reserved from this version on, but {user} still has it"
        yield stated.finding("reserved-field-used", message, key=True, help="remove the field first")
    for request in requests if not is_new else ():
        for member in nodes_of(request.root):
            if member.path == path:
                message = f"the field {path!r} was reserved in {one.since}, so no field may have this name"
                yield Diagnostic("reserved-field-used", member.location, message)
    for index, code in enumerate(one.methods):
        if code not in known and context.contract.reserved.method(code) is None:
            message, hint = f"there is no method {code!r}, and none was reserved", did_you_mean(code, known)
            yield stated.finding("reserved-field-of-no-method", message, "methods", index, help=hint)
    paths = {field.path for request in requests for field in request.root.fields()}
    if one.now is not None and requests and one.now not in paths and not (users and is_new):
        yield stated.unknown("reserved-for-unknown", "no request has a field", one.now, paths, "now")
