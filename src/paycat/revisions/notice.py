"""A comparison in; what was removed without a notice, and sunsets that moved nearer, out."""

from collections.abc import Iterator, Mapping
from datetime import date

from paycat.changes.assessment import Assessment, Comparison
from paycat.diagnostics import Diagnostic, Severity
from paycat.revisions.approvals import day_of, words_of
from paycat.revisions.places import span_of

_REMOVALS = ("method-removed", "direction-lost", "field-removed", "field-disregarded")
_OF_REQUESTS = ("request", "interface")
_EARLIER = "sunset-earlier"


def broken_notices(
    comparison: Comparison, approved: frozenset[str], today: date, severity: Severity
) -> Iterator[Diagnostic]:
    """Report what is gone and was not deprecated, or is gone before its sunset; and sunsets that moved nearer."""
    for one in comparison.assessments:
        yield from _below(one, approved, today, severity)


def _below(one: Assessment, approved: frozenset[str], today: date, severity: Severity) -> Iterator[Diagnostic]:
    # What goes with something that is gone is not told again, and an approval is for all that follows.
    if one.fingerprint in approved:
        return
    if one.change.kind in _REMOVALS and one.change.site.part in _OF_REQUESTS:
        yield from _removed(one, today, severity)
    else:
        yield from _moved(one, severity)
        for inner in one.consequences:
            yield from _below(inner, approved, today, severity)


def _removed(one: Assessment, today: date, severity: Severity) -> Iterator[Diagnostic]:
    deprecated = one.change.old.get("deprecated") if isinstance(one.change.old, Mapping) else None
    approve = f"or approve it with --approve {one.fingerprint} --reason TEXT --until DAY"
    if not deprecated:
        message = f"{words_of(one)}: it was not deprecated before"
        help = f"put it back as deprecated, with a sunset, {approve}"
    elif (sunset := day_of(str(deprecated.get("sunset")))) and today < sunset:
        message = f"{words_of(one)}: it was to stay until its sunset on {sunset}"
        help = f"put it back until then, {approve}"
    else:
        return
    yield Diagnostic("removed-without-notice", span_of(one), message, help, severity)


def _moved(one: Assessment, severity: Severity) -> Iterator[Diagnostic]:
    if one.change.kind != _EARLIER or one.change.old is None:
        return
    message = f"{words_of(one)}: it was to stay until {one.change.old}, and may be gone from {one.change.new} on now"
    help = f"keep the day, or approve it with --approve {one.fingerprint} --reason TEXT --until DAY"
    yield Diagnostic("sunset-moved-earlier", span_of(one), message, help, severity)
