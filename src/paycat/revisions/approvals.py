"""approvals.json: changes that somebody approved.

An approval names one change by its fingerprint, says why it is right, and ends on a day: nothing is approved for
ever, and nothing without a review.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from paycat.catalogue.forms import day_of
from paycat.changes.assessment import Assessment, Comparison
from paycat.counting import counted
from paycat.diagnostics import Diagnostic, FindingsError, Severity, Span, did_you_mean
from paycat.encoding import json_text
from paycat.files import conflict_in, file_bytes, reason_of, strict_json

FILE = "approvals.json"
LONGEST = timedelta(days=366)

_MEMBERS = ("fingerprint", "change", "reason", "until")
_OF_EARLIER_FORM = re.compile("[0-9a-f]{16}")
"""Fingerprints of paycat 0.1: they hashed values with the names that its contract had for their members."""


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
        """Where the approval is."""
        return Span(FILE, self.line, 1 if self.line else 0)

    @property
    def is_of_earlier_form(self) -> bool:
        """Whether an earlier paycat wrote it, so that it matches no change."""
        return _OF_EARLIER_FORM.fullmatch(self.fingerprint) is not None


def approved(approvals: Iterable[Approval], today: date) -> frozenset[str]:
    """Return the fingerprints of the approvals that have not ended."""
    return frozenset(one.fingerprint for one in approvals if today <= one.until)


def validated_approvals(approvals: Iterable[Approval], comparison: Comparison, today: date) -> Iterator[Diagnostic]:
    """Report approvals that match no change, and those that have ended while their change is still there."""
    there = {one.fingerprint for found in comparison.assessments for one in found.all()}
    every = list(approvals)
    if earlier := [one for one in every if one.is_of_earlier_form]:
        changes = "; ".join(one.change for one in earlier)
        message = f"approvals of an earlier form have no effect: {changes}"
        hint = "approve each change again, which replaces its entry: paycat diff --approve FINGERPRINT --reason TEXT"
        yield Diagnostic("stale-approval", earlier[0].span, message, f"{hint} --until DAY", Severity.WARNING)
    for one in every:
        if one.is_of_earlier_form:
            continue
        if one.fingerprint not in there:
            message = f"{one.fingerprint} approves no change in this range: {one.change}"
            yield Diagnostic("stale-approval", one.span, message, "remove the approval", Severity.WARNING)
        elif one.until < today:
            message = f"the approval of {one.fingerprint} ended on {one.until}: {one.change}"
            hint = "undo the change, increase the version, or approve it again with --approve"
            yield Diagnostic("expired-approval", one.span, message, hint)


def approved_text(existing: Iterable[Approval], assessment: Assessment, reason: str, until: date) -> str:
    """Return the text of the file with one more approval; it takes the place of one of the same change."""
    new = Approval(assessment.fingerprint, words_of(assessment), reason.strip(), until)
    kept = [one for one in existing if one.fingerprint != new.fingerprint]
    return approvals_text([*(one for one in kept if not (one.is_of_earlier_form and one.change == new.change)), new])


def approvals_text(approvals: Iterable[Approval]) -> str:
    """Return the text of a file with these approvals, arranged so that it merges line by line."""
    ordered = sorted(approvals, key=lambda one: (one.change, one.fingerprint))
    entries = [{name: str(value) for name, value in asdict(one).items() if name in _MEMBERS} for one in ordered]
    return json_text({"approvals": entries})


def rejected_approval(reason: str, until: str, today: date) -> str:
    """Return what is wrong with a reason and a day that somebody gives for an approval; nothing when they are right."""
    if not reason.strip():
        return "the reason is empty; write why the change is right"
    if not reason.isprintable():
        return "the reason has characters that are not printable; write one line of text"
    day = day_of(until)
    if day is None:
        return f"{until!r} is not a day of the calendar; write year-month-day"
    return f"{until} is in the past; name a day from {today} on" if day < today else _too_far(day, today)


def words_of(assessment: Assessment) -> str:
    """Return a change in a few words: its kind and where it is."""
    first, *others = assessment.sites
    more = f" and {len(others)} more" if others else ""
    return f"{assessment.change.type.id} {first.name}{more}".strip()


def read_approvals(path: Path, today: date) -> tuple[Approval, ...]:
    """Return the approvals in a file; none when there is no file. Raises FindingsError with every mistake."""
    try:
        data = file_bytes(path)
        stated = strict_json(data)
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise FindingsError([_mistake(0, f"cannot read the file: {reason_of(error)}")]) from error
    except ValueError as error:
        if conflict := conflict_in(data, FILE, "keep the approvals of both sides, and remove the marks"):
            raise FindingsError([conflict]) from error
        raise FindingsError([_mistake(0, f"this cannot be read as JSON: {error}")]) from error
    read = list(_read(stated, data.decode("utf-8"), today))
    if mistakes := [one for one in read if isinstance(one, Diagnostic)]:
        raise FindingsError(mistakes)
    return tuple(one for one in read if isinstance(one, Approval))


def _read(stated: Any, text: str, today: date) -> Iterator[Approval | Diagnostic]:
    """Yield the approvals in a file, and the mistakes, each with its line."""
    if not isinstance(stated, dict) or not isinstance(stated.get("approvals"), list):
        yield _mistake(0, "expected an object with a list called 'approvals'")
        return
    yield from _unknown(stated, ("approvals",), 0, "")
    marks: Counter[str] = Counter()
    for number, one in enumerate(stated["approvals"], 1):
        if not isinstance(one, dict):
            yield _mistake(0, f"approval {number}: expected an object")
            continue
        mark = one.get("fingerprint")
        line = _line_of(mark, text) if isinstance(mark, str) else 0
        yield from _approval(one, line, f"approval {number}: ", today)
        marks.update([mark] if isinstance(mark, str) else [])
    for mark in (mark for mark, count in marks.items() if count > 1):
        yield _mistake(_line_of(mark, text), f"two approvals have the fingerprint {mark}", "keep one of them")


def _approval(stated: dict[str, Any], line: int, lead: str, today: date) -> Iterator[Approval | Diagnostic]:
    mistakes = list(_unknown(stated, _MEMBERS, line, lead))
    for name in _MEMBERS:
        value = stated.get(name)
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            mistakes.append(_mistake(line, f"{lead}{name!r} must be a line of text that is not empty"))
    yield from mistakes
    if mistakes:
        return
    day = day_of(stated["until"])
    fault = _too_far(day, today) if day else f"{stated['until']!r} is not a day of the calendar"
    if day and not fault:
        yield Approval(stated["fingerprint"], stated["change"], stated["reason"], day, line)
    else:
        yield _mistake(line, f"{lead}'until': {fault}", "write year-month-day, at most a year ahead")


def _unknown(stated: dict[str, Any], known: tuple[str, ...], line: int, lead: str) -> Iterator[Diagnostic]:
    for name in stated.keys() - set(known):
        yield _mistake(line, f"{lead}unknown member {name!r}", did_you_mean(name, known))


def _line_of(fingerprint: str, text: str) -> int:
    position = text.find(json.dumps(fingerprint))
    return text.count("\n", 0, position) + 1 if position >= 0 else 0


def _too_far(day: date, today: date) -> str:
    """Return that an approval lasts too long when it ends on a day; nothing when it does not."""
    if day - today <= LONGEST:
        return ""
    ahead, most = (counted(time.days, "day") for time in (day - today, LONGEST))
    return f"{day} is {ahead} ahead; an approval lasts at most {most}"


def _mistake(line: int, message: str, help: str = "") -> Diagnostic:
    span = Span(FILE, line, 1 if line else 0)
    return Diagnostic("bad-approvals", span, message, help or "write approvals with paycat diff --approve")
