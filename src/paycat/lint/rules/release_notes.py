"""The rule on releases.md: its versions, and the days of their release, are in descending order."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from pathlib import PurePosixPath

from paycat.catalogue.forms import VERSION, day_of
from paycat.catalogue.markdown_files import RELEASES
from paycat.characters import unwanted_in
from paycat.diagnostics import Diagnostic, Span
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule
from paycat.lint.rules.real_data import IS_ISSUED, issued_in
from paycat.loading.events import unwanted

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
    if newest and newest.number > number_of(service.value.version):
        message = f"the version {service.value.version} is below {newest.version}, which {newest.span} lists"
        yield Diagnostic("release-order", service.at("version"), message, "raise the version")


def releases_of(context: RuleContext) -> list[Release]:
    """Return the versions that releases.md lists, in its order, without those that are reported."""
    return [one for one in context.once(_read) if isinstance(one, Release)]


def number_of(version: str) -> tuple[int, ...]:
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
            yield Release(version, number_of(version), day_of(day) if day else None, Span(shown, number, 4))
