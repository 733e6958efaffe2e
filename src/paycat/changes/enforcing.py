"""What fails `paycat diff --enforce`: how far a version moved, and what that allows."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Literal

from paycat.changes.change import AUDIENCES, LEVELS, Change, Comparison, Level
from paycat.changes.taxonomy import type_of
from paycat.changes.taxonomy.change_type import Verdict
from paycat.diagnostics import Diagnostic, Severity, Span, arranged
from paycat.project.workspace import SCHEMAS
from paycat.text.days import day_of

Moved = Literal["none", "patch", "minor", "major", "back"]
"""How far a version moved: a level, or back."""

CATALOGUE = Span(f"{SCHEMAS}/catalogue.yaml")
"""The place of what has none of its own."""

_VERSION = re.compile(r"([0-9]+)\.([0-9]+)\.([0-9]+)")

_REMOVALS = (
    *(type_of("method", "removed"), type_of("direction", "lost"), type_of("body", "removed")),
    *(type_of("field", "removed"), type_of("field", "disregarded")),
)
_OF_REQUESTS = ("request", "interface")


def enforced(comparison: Comparison, today: date) -> tuple[Diagnostic, ...]:
    """Return the findings of the versioning policy; errors fail the command."""
    versions = (comparison.old_version, comparison.new_version)
    if bad_versions := [version for version in versions if not is_version(version)]:
        message = f"a version must be three numbers, such as 0.2.0; it is {bad_versions[0]!r}"
        return (Diagnostic("unreadable-version", CATALOGUE, message, "correct it and generate again"),)
    findings = list(_version(comparison, moved(*versions)))
    is_initial = _numbers(comparison.old_version)[0] == 0  # SemVer §4: anything may change.
    severity = Severity.WARNING if is_initial else Severity.ERROR
    for change in comparison.changes:
        findings += [_finding(change, comparison)] if needs_attention(change, comparison) else []
        findings += _without_notice(change, today, severity)
    return arranged(findings)


def span_of(change: Change) -> Span:
    """Return the line of a change in the new catalogue; of what is gone, whose line means nothing now, the old file."""
    sites = (change.site, *change.sites)
    if location := next((site.new_location for site in sites if site.new_location), None):
        return Span(location.path, location.line, 1)
    old_location = next((site.old_location for site in sites if site.old_location), None)
    return Span(old_location.path) if old_location else CATALOGUE


def is_version(text: str) -> bool:
    """Return whether a text is a version: three numbers, and nothing else."""
    return _VERSION.fullmatch(text) is not None


def next_version(old_version: str, level: Level) -> str:
    """Return the nearest version that is as far away as a level requires, such as 0.3.0 for 0.2.5 and a major one."""
    major, minor, patch = _numbers(old_version)
    if level == "none":
        return old_version
    next_versions = (f"{major + 1}.0.0", f"{major}.{minor + 1}.0", f"{major}.{minor}.{patch + 1}")
    index = ("major", "minor", "patch").index(level)
    return next_versions[min(index + 1, 2)] if major == 0 else next_versions[index]


def moved(old_version: str, new_version: str) -> Moved:
    """Return the highest level for which the new version moved far enough, `none`, or `back`."""
    old_numbers, new_numbers = _numbers(old_version), _numbers(new_version)
    if new_numbers <= old_numbers:
        return "none" if new_numbers == old_numbers else "back"
    return next(level for level in reversed(LEVELS) if new_numbers >= _numbers(next_version(old_version, level)))


def _version(comparison: Comparison, move: Moved) -> Iterator[Diagnostic]:
    old, new, level = comparison.old_version, comparison.new_version, comparison.level
    wanted_version = next_version(old, level)
    if move == "back":
        next_patch = next_version(old, "patch") if level == "none" else wanted_version
        message = f"the version went back from {old} to {new}"
        yield Diagnostic("version-moved-back", CATALOGUE, message, f"write version: {next_patch}")
    elif _rank(move) < _rank(level):
        worst_change = next(change for change in comparison.changes if change.level == level)
        problem = f"the version is still {old}" if move == "none" else f"the version increased only from {old} to {new}"
        message = f"{problem}, but there is a {level} change: {_named(worst_change)}"
        yield Diagnostic("version-not-moved", CATALOGUE, message, f"write version: {wanted_version}")


def needs_attention(change: Change, comparison: Comparison) -> bool:
    """Return whether a change of a comparison is risky, or breaks what the version does not announce."""
    versions = comparison.old_version, comparison.new_version
    is_unannounced = all(map(is_version, versions)) and _rank(moved(*versions)) < _rank(change.level)
    return change.worst.verdict is Verdict.RISKY or (change.worst.verdict is Verdict.BREAKING and is_unannounced)


def _finding(change: Change, comparison: Comparison) -> Diagnostic:
    rating = change.worst
    audience_words = (phrase for audience, phrase in AUDIENCES.items() if change.rating(audience) == rating)
    message = f"{_named(change)}: {rating.text} for {' and '.join(audience_words)}"
    if rating.verdict is Verdict.RISKY:
        return Diagnostic("risky-change", span_of(change), message, "check that it is intended", Severity.WARNING)
    help = f"write version {next_version(comparison.old_version, comparison.level)} or later"
    return Diagnostic("unannounced-break", span_of(change), message, help)


def _without_notice(change: Change, today: date, severity: Severity) -> Iterator[Diagnostic]:
    """Report what is gone and was not deprecated, or is gone before its sunset; and sunsets that moved nearer."""
    # What goes with something that is gone is not reported again.
    if change.type in _REMOVALS and change.site.part in _OF_REQUESTS:
        yield from _removed(change, today, severity)
        return
    if change.type is type_of("sunset", "earlier") and change.old is not None:
        old, new = change.old, change.new
        message = f"{_named(change)}: it had to stay until {old}, and may now be removed from {new} on"
        yield Diagnostic("sunset-moved-earlier", span_of(change), message, "restore the day", severity)
    for consequence in change.consequences:
        yield from _without_notice(consequence, today, severity)


def _removed(change: Change, today: date, severity: Severity) -> Iterator[Diagnostic]:
    deprecation = change.old.get("deprecated") if isinstance(change.old, Mapping) else None
    if not deprecation:
        message, help = "it was not deprecated before", "restore it as deprecated, with a sunset"
    elif (sunset := day_of(str(deprecation.get("sunset")))) and today < sunset:
        message, help = f"it had to stay until its sunset on {sunset}", "restore it until then"
    else:
        return
    yield Diagnostic("removed-without-notice", span_of(change), f"{_named(change)}: {message}", help, severity)


def _named(change: Change) -> str:
    site, *other_sites = change.sites
    suffix = f" and {len(other_sites)} more" if other_sites else ""
    return f"{change.type.id} {site.name}{suffix}".strip()


def _rank(level: Moved) -> int:
    return -1 if level == "back" else LEVELS.index(level)


def _numbers(version: str) -> tuple[int, ...]:
    match = _VERSION.fullmatch(version)
    if match is None:
        raise ValueError(f"{version!r} is not a version")
    return tuple(map(int, match.groups()))
