"""Rules on releases, on deprecated methods and fields, and on names that were reserved."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from pathlib import PurePosixPath

from paycat.catalogue.forms import VERSION
from paycat.catalogue.lifecycle import Deprecation, ReservedField, ReservedMethod
from paycat.catalogue.markdown_files import RELEASES
from paycat.catalogue.reading import Stated
from paycat.contract.nodes import Node, nodes_of
from paycat.diagnostics import Diagnostic, Span, did_you_mean
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule
from paycat.lint.rules.real_data import IS_ISSUED, issued_in
from paycat.text.characters import unwanted_in
from paycat.text.days import day_of
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
    yield from (finding for finding in context.once(_read) if isinstance(finding, Diagnostic))
    releases, service = context.once(releases_of), context.catalogue.service
    for release, older in pairwise(releases):
        if release.number <= older.number:
            message = f"version {older.version} follows version {release.version}, but the newest version comes first"
            if release.number == older.number:
                message = f"version {older.version} is listed twice"
            yield Diagnostic("release-order", older.span, message)
        elif release.day and older.day and release.day < older.day:
            message = f"version {release.version} was released on {release.day}, before version {older.version}"
            yield Diagnostic("release-order", release.span, message)
    newest = max(releases, key=lambda release: release.number, default=None)
    if newest and newest.number > _number_of(service.value.version):
        message = f"the version {service.value.version} is below {newest.version}, which {newest.span} lists"
        yield Diagnostic("release-order", service.at("version"), message, "raise the version")


def releases_of(context: RuleContext) -> list[Release]:
    """Return the versions that releases.md lists, in its order, without those that are reported."""
    return [release for release in context.once(_read) if isinstance(release, Release)]


def _number_of(version: str) -> tuple[int, ...]:
    """Return the parts of a version such as 0.10.0, which is above 0.9.0."""
    return tuple(map(int, version.split(".")))


def _read(context: RuleContext) -> list[Release | Diagnostic]:
    return list(_headings(context))


def _headings(context: RuleContext) -> Iterator[Release | Diagnostic]:
    shown_path = PurePosixPath(context.catalogue.service.name).with_name(RELEASES).as_posix()
    for line_number, line in enumerate(context.catalogue.releases.split("\n"), start=1):
        if sign_match := unwanted_in(line.removesuffix("\r")):
            yield unwanted(sign_match[0], Span(shown_path, line_number, sign_match.start() + 1))
        if key_match := issued_in(line):
            span = Span(shown_path, line_number, key_match.start() + 1)
            yield Diagnostic("bad-release", span, IS_ISSUED, "remove it, and revoke the key if it is real")
        if not (heading_match := _HEADING.fullmatch(line)):
            continue
        version, day = heading_match["version"], heading_match["day"]
        if not VERSION.holds(version):
            message = f"the version must be three numbers, such as 0.2.0, but is {version!r}"
            yield Diagnostic("bad-release", Span(shown_path, line_number, 4), message)
        elif day and day_of(day) is None:
            message = f"{day!r} is not a day of the calendar"
            span = Span(shown_path, line_number, heading_match.start("day") + 1)
            yield Diagnostic("bad-release", span, message, "write YEAR-MONTH-DAY")
        else:
            yield Release(version, _number_of(version), day_of(day) if day else None, Span(shown_path, line_number, 4))


@rule("deprecations", needs=["methods", "requests", "types.yaml", "interface/records.yaml"])
def deprecations(context: RuleContext) -> Iterator[Diagnostic]:
    """Report later versions, sunsets before them, and replacements that do not exist or are deprecated."""
    statements, seen_spans = {statement.value.span: statement for statement in context.stated(Deprecation)}, set[Span]()
    for deprecation, replacements, lacking_phrase in _deprecated(context):
        findings = list(_faults(context, statements[deprecation.span], replacements, lacking_phrase))
        if deprecation.span not in seen_spans:
            yield from findings
        seen_spans |= {deprecation.span} if findings else set()


def _deprecated(context: RuleContext) -> Iterator[tuple[Deprecation, Mapping[str, bool], str]]:
    """Return each deprecation with what may replace the deprecated, and how a finding begins if nothing has the name.

    Names have whether they are deprecated, too. A deprecation in a request table is about a field of each request.
    """
    methods = {code: source.value.deprecated is not None for code, source in context.methods.items()}
    for method in context.methods.values():
        if method.value.deprecated:
            yield method.value.deprecated, methods, "there is no method"
    bodies: list[tuple[str, Iterable[Node]]] = [
        *((f"{record.name} has no member", nodes_of(record.body)) for record in context.contract.interface.records),
        *((f"{request.phrase} have no field", request.root.fields()) for request in context.contract.requests()),
    ]
    for lacking_phrase, nodes in bodies:
        by_field_path = {node.path: node.deprecated for node in nodes if node.name}
        for value in filter(None, by_field_path.values()):
            yield value, {path: deprecation is not None for path, deprecation in by_field_path.items()}, lacking_phrase


def _faults(
    context: RuleContext, deprecation: Stated[Deprecation], replacements: Mapping[str, bool], lacking_phrase: str
) -> Iterator[Diagnostic]:
    statement = deprecation.value
    version, successor = context.catalogue.service.value.version, statement.instead
    if _number_of(statement.since) > _number_of(version):
        message = f"it is deprecated since {statement.since}, but the version of the catalogue is {version}"
        yield deprecation.finding("deprecated-since-later", message, "since")
    earlier_releases = (release for release in releases_of(context) if release.number <= _number_of(statement.since))
    release_by_day = {release.day.isoformat(): release for release in earlier_releases if release.day}
    if statement.sunset and statement.sunset < (day := max(release_by_day, default="")):
        message = f"the sunset {statement.sunset} is before {day}, when {release_by_day[day].version} was released"
        yield deprecation.finding("bad-sunset", message, "sunset")
    if successor is not None and successor not in replacements:
        yield deprecation.unknown("unknown-successor", lacking_phrase, successor, replacements, "instead")
    elif successor is not None and replacements[successor]:
        yield deprecation.finding("deprecated-successor", f"{successor!r} is itself deprecated", "instead")


@rule("reserved-names", needs=["methods", "requests", "types.yaml"])
def reserved_names(context: RuleContext) -> Iterator[Diagnostic]:
    """Report names that are in use again, and entries that name what does not exist or a later version."""
    version = context.catalogue.service.value.version
    for method in context.stated(ReservedMethod):
        yield from _reserved_method(context, method)
    for field in context.stated(ReservedField):
        yield from _reserved_field(context, field)
    statements: tuple[Stated[ReservedMethod | ReservedField], ...]
    statements = (*context.stated(ReservedMethod), *context.stated(ReservedField))
    for statement in statements:
        if _number_of(statement.value.since) > _number_of(version):
            message = f"it is reserved since {statement.value.since}, but the version of the catalogue is {version}"
            yield statement.finding("reserved-since-later", message, "since")


def _reserved_method(context: RuleContext, statement: Stated[ReservedMethod]) -> Iterator[Diagnostic]:
    code, reserve, methods = statement.name, statement.value, context.methods
    if code in methods and reserve.since == context.catalogue.service.value.version:
        message = f"the method {code!r} is reserved from this version on, but it is still there"
        yield statement.finding("reserved-method-used", message, key=True, help="remove the method first")
    elif code in methods:
        message = f"the method code {code!r} was reserved in {reserve.since}; it meant: {reserve.meaning.rstrip('.')}"
        yield Diagnostic("reserved-method-used", methods[code].at("method_code"), message)
    if reserve.now is not None and reserve.now not in methods:
        yield statement.unknown("reserved-for-unknown", "there is no method", reserve.now, methods, "now")


def _reserved_field(context: RuleContext, statement: Stated[ReservedField]) -> Iterator[Diagnostic]:
    path, reserve, methods = statement.name, statement.value, context.methods
    all_requests = context.contract.requests()
    requests = [request for request in all_requests if not reserve.methods or request.method in reserve.methods]
    using_requests = [request for request in requests if any(field.path == path for field in request.root.fields())]
    is_new = reserve.since == context.catalogue.service.value.version
    if using_requests and is_new:
        message = f"the field {path!r} is reserved from this version on, but {using_requests[0].phrase} still have it"
        yield statement.finding("reserved-field-used", message, key=True, help="remove the field first")
    for request in requests if not is_new else ():
        for member in nodes_of(request.root):
            if member.path == path:
                message = f"the field {path!r} was reserved in {reserve.since}, so no field may have this name"
                yield Diagnostic("reserved-field-used", member.location, message)
    for index, code in enumerate(reserve.methods):
        if code not in methods and context.contract.reserved.method(code) is None:
            message, hint = f"there is no method {code!r}, and none was reserved", did_you_mean(code, methods)
            yield statement.finding("reserved-field-of-no-method", message, "methods", index, help=hint)
    paths = {field.path for request in requests for field in request.root.fields()}
    if reserve.now is not None and requests and reserve.now not in paths and not (using_requests and is_new):
        yield statement.unknown("reserved-for-unknown", "no request has a field", reserve.now, paths, "now")
