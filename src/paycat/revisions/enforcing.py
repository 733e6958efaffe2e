"""A comparison and the approvals in; what fails `paycat diff --enforce` out.

The version announces what changed: a breaking change passes when the version moved as far as it needs, or when it was
approved by its fingerprint. What is removed was deprecated first, and stays until its sunset.
"""

from collections.abc import Iterable, Iterator
from datetime import date

from paycat.changes.assessment import AUDIENCES, LEVELS, Assessment, Comparison
from paycat.changes.kinds.kind import Verdict
from paycat.diagnostics import Diagnostic, Severity, Span, arranged
from paycat.revisions.approvals import Approval, approved, judged_approvals, words_of
from paycat.revisions.notice import broken_notices
from paycat.revisions.places import CATALOGUE, span_of
from paycat.revisions.versions import Moved, counted, is_initial, is_version, moved, needed, next_version


def enforced(
    comparison: Comparison, approvals: Iterable[Approval], today: date, version: Span = CATALOGUE
) -> tuple[Diagnostic, ...]:
    """Return the findings of the versioning policy; errors fail the command. `version` is where the version stands."""
    every = tuple(approvals)
    waved = approved(every, today)
    found = list(judged_approvals(every, comparison, today))
    versions = (comparison.old_version, comparison.new_version)
    if unread := [one for one in versions if not is_version(one)]:
        message = f"the version {unread[0]!r} of a contract is not of the form major.minor.patch"
        return arranged([*found, Diagnostic("unreadable-version", version, message, "correct it and generate again")])
    far = moved(*versions)
    found += _version(comparison, waved, far, version)
    for one in comparison.assessments:
        if one.fingerprint not in waved:
            found += _change(one, comparison.old_version, far)
    severity = Severity.WARNING if is_initial(comparison.old_version) else Severity.ERROR
    found += broken_notices(comparison, waved, today, severity)
    return arranged(found)


def _version(comparison: Comparison, waved: frozenset[str], far: Moved, place: Span) -> Iterator[Diagnostic]:
    old, new, level = comparison.old_version, comparison.new_version, needed(comparison, waved)
    wanted = next_version(old, level)
    if far == "back":
        after = next_version(old, "patch") if level == "none" else wanted
        message = f"the version went back from {old} to {new}"
        yield Diagnostic("version-moved-back", place, message, f"write version: {after}")
    elif _rank(far) < _rank(level):
        worst = next(one for one in comparison.assessments if counted(one, waved) == level)
        still = f"the version is still {old}" if far == "none" else f"the version moved from {old} to {new} only"
        message = f"{still}, and there is a {level} change: {words_of(worst)}"
        yield Diagnostic("version-not-moved", place, message, f"write version: {wanted}")


def _change(one: Assessment, old_version: str, far: Moved) -> Iterator[Diagnostic]:
    verdict, told = one.worst.verdict, f"{words_of(one)}: {_told(one)}"
    approve = f"approve it with --approve {one.fingerprint} --reason TEXT --until DAY"
    if verdict is Verdict.BREAKING and _rank(far) < _rank(one.level):
        help = f"move the version to {next_version(old_version, one.level)} or later, or {approve}"
        yield Diagnostic("unapproved-break", span_of(one), told, help)
    elif verdict is Verdict.RISKY:
        yield Diagnostic("risky-change", span_of(one), told, f"if it is meant, {approve}", Severity.WARNING)


def _told(one: Assessment) -> str:
    worst = one.worst
    whom = (words for audience, words in AUDIENCES.items() if one.judged(audience) == worst)
    return f"{worst.told} for {' and '.join(whom)}"


def _rank(level: Moved) -> int:
    return -1 if level == "back" else LEVELS.index(level)
