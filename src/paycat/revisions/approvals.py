"""Approvals and a comparison in; what is approved, and which approvals have ended or match nothing, out.

An approval names one change by its fingerprint, says why it is right, and ends on a day: nothing is waved through for
ever, and nothing that was not looked at.
"""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import date, timedelta

from paycat.changes.assessment import Assessment, Comparison
from paycat.counting import counted
from paycat.diagnostics import Diagnostic, Severity, Span
from paycat.encoding import json_text

FILE = "approvals.json"
LONGEST = timedelta(days=366)

MEMBERS = ("fingerprint", "change", "reason", "until")
"""The members of an approval in the file; all of them are texts."""


@dataclass(frozen=True, slots=True)
class Approval:
    """A change that somebody approved: its fingerprint, what it is in words, why, until when, and the line in the file.

    On the day `until` it still holds.
    """

    fingerprint: str
    change: str
    reason: str
    until: date
    line: int = 0

    @property
    def span(self) -> Span:
        """Where the approval stands."""
        return Span(FILE, self.line, 1 if self.line else 0)


def approved(approvals: Iterable[Approval], today: date) -> frozenset[str]:
    """Return the fingerprints of the approvals that have not ended."""
    return frozenset(one.fingerprint for one in approvals if today <= one.until)


def judged_approvals(approvals: Iterable[Approval], comparison: Comparison, today: date) -> Iterator[Diagnostic]:
    """Report approvals that match no change, and those that have ended while their change is still there."""
    there = {one.fingerprint for found in comparison.assessments for one in found.all()}
    for one in approvals:
        if one.fingerprint not in there:
            message = f"no change in this range is approved by {one.fingerprint}: {one.change}"
            yield Diagnostic("stale-approval", one.span, message, "remove the approval", Severity.WARNING)
        elif one.until < today:
            message = f"the approval of {one.fingerprint} ended on {one.until}: {one.change}"
            hint = "take the change back, move the version, or approve it again with --approve"
            yield Diagnostic("expired-approval", one.span, message, hint)


def approved_text(existing: Iterable[Approval], assessment: Assessment, reason: str, until: date) -> str:
    """Return the text of the file with one more approval; it takes the place of one of the same change."""
    new = Approval(assessment.fingerprint, words_of(assessment), reason.strip(), until)
    kept = (one for one in existing if one.fingerprint != new.fingerprint)
    return approvals_text([*kept, new])


def approvals_text(approvals: Iterable[Approval]) -> str:
    """Return the text of a file with these approvals, arranged so that it merges line by line."""
    arranged = sorted(approvals, key=lambda one: (one.change, one.fingerprint))
    entries = [{name: str(value) for name, value in asdict(one).items() if name in MEMBERS} for one in arranged]
    return json_text({"approvals": entries})


def refused_approval(reason: str, until: str, today: date) -> str:
    """Return what is wrong with a reason and a day that somebody gives for an approval; nothing when they are right."""
    if not reason.strip():
        return "the reason is empty; say why the change is right"
    if not reason.isprintable():
        return "the reason has signs that are not printable; write one line of text"
    day = day_of(until)
    if day is None:
        return f"{until!r} is no day of the calendar; write year-month-day"
    if day < today:
        return f"{until} is over; name a day from {today} on"
    return too_far(day, today)


def day_of(text: str) -> date | None:
    """Return the day that a text such as 2027-01-31 names, or None."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.isoformat() == text else None


def words_of(assessment: Assessment) -> str:
    """Return a change in a few words: its kind and where it is."""
    first, *others = assessment.sites
    more = f" and {len(others)} more" if others else ""
    return f"{assessment.change.kind} {first.name}{more}".strip()


def too_far(day: date, today: date) -> str:
    """Return that an approval lasts too long when it ends on a day; nothing when it does not."""
    if day - today <= LONGEST:
        return ""
    ahead, most = (counted(time.days, "day") for time in (day - today, LONGEST))
    return f"{day} is {ahead} ahead; an approval holds for {most} at most"
