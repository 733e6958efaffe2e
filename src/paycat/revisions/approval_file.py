"""approvals.json in, its approvals out; every mistake in the file is a finding."""

import json
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from paycat.diagnostics import Diagnostic, FindingsError, Span, did_you_mean
from paycat.files import file_bytes, strict_json
from paycat.revisions.approvals import FILE, MEMBERS, Approval, day_of, too_far

_WRITE_IT = "write approvals with paycat diff --approve"


def read_approvals(path: Path, today: date) -> tuple[Approval, ...]:
    """Return the approvals in a file; none when there is no file. Raises FindingsError with every mistake."""
    try:
        data = file_bytes(path)
        stated = strict_json(data)
    except FileNotFoundError:
        return ()
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        raise FindingsError([_mistake(0, f"cannot read the file: {reason}")]) from error
    except ValueError as error:
        raise FindingsError([_mistake(0, f"this cannot be read as JSON: {error}")]) from error
    text = data.decode("utf-8")
    read = _Reading(text, today)
    approvals = tuple(read.approvals(stated))
    if read.found:
        raise FindingsError(read.found)
    return approvals


def _mistake(line: int, message: str, help: str = "") -> Diagnostic:
    return Diagnostic("bad-approvals", Span(FILE, line, 1 if line else 0), message, help or _WRITE_IT)


class _Reading:
    """One file while it is read: its text, for lines, and the mistakes found so far."""

    def __init__(self, text: str, today: date) -> None:
        self.text, self.today = text, today
        self.found: list[Diagnostic] = []

    def approvals(self, stated: Any) -> Iterator[Approval]:
        if not isinstance(stated, dict) or not isinstance(stated.get("approvals"), list):
            self.found.append(_mistake(0, "an object with a list called 'approvals' is expected here"))
            return
        self._unknown(stated, ("approvals",), 0, "")
        for number, one in enumerate(stated["approvals"], 1):
            approval = self._approval(one, number)
            if approval:
                yield approval
        self._repeated(stated["approvals"])

    def _approval(self, stated: Any, number: int) -> Approval | None:
        told = f"approval {number}: "
        if not isinstance(stated, dict):
            self.found.append(_mistake(0, f"{told}an object is expected"))
            return None
        line, before = self._line(stated.get("fingerprint")), len(self.found)
        self._unknown(stated, MEMBERS, line, told)
        for name in MEMBERS:
            value = stated.get(name)
            if not isinstance(value, str) or not value.strip() or not value.isprintable():
                self.found.append(_mistake(line, f"{told}{name!r} must be a line of text that is not empty"))
        if len(self.found) > before:
            return None
        day = day_of(stated["until"])
        fault = too_far(day, self.today) if day else f"{stated['until']!r} is no day of the calendar"
        if day and not fault:
            return Approval(stated["fingerprint"], stated["change"], stated["reason"], day, line)
        self.found.append(_mistake(line, f"{told}'until': {fault}", "write year-month-day, at most a year ahead"))
        return None

    def _unknown(self, stated: dict[str, Any], known: tuple[str, ...], line: int, told: str) -> None:
        for name in stated.keys() - set(known):
            self.found.append(_mistake(line, f"{told}unknown member {name!r}", did_you_mean(name, known)))

    def _repeated(self, stated: list[Any]) -> None:
        marks = (one.get("fingerprint") for one in stated if isinstance(one, dict))
        counts = Counter(mark for mark in marks if isinstance(mark, str))
        for mark in (mark for mark, count in counts.items() if count > 1):
            self.found.append(_mistake(self._line(mark), f"{mark} is approved more than once", "keep one of them"))

    def _line(self, fingerprint: Any) -> int:
        position = self.text.find(json.dumps(fingerprint)) if isinstance(fingerprint, str) else -1
        return self.text.count("\n", 0, position) + 1 if position >= 0 else 0
