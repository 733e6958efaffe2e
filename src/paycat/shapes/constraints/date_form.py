"""The form of a date, and of a date with a time (RFC 3339).

A date is a day of the calendar from year 1 on: every language has a type for it. A time has its offset from UTC, `T`
and `Z` are capital letters, and there is no second 60: common libraries reject the other forms of RFC 3339.
"""

from collections.abc import Iterator

from paycat.shapes.constraints.kind import Named, Schema, SchemaChange
from paycat.shapes.constraints.text_form import TextForm

_LEAP_YEAR = "([0-9][0-9](0[48]|[2468][048]|[13579][26])|(0[48]|[2468][048]|[13579][26])00)"
_DAY = "(0[1-9]|1[0-9]|2[0-8])"
_DATE = (
    "([0-9]{3}[1-9]|[0-9]{2}[1-9]0|[0-9][1-9]00|[1-9]000)"
    f"-((0[1-9]|1[0-2])-{_DAY}|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)"
)
_FULL = f"({_DATE}|{_LEAP_YEAR}-02-29)"
_FRACTION = r"(\.[0-9]{1,9})?"
_TIME = f"T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]{_FRACTION}(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"
_NO_DAYS = ("2026-00-10", "2026-13-10", "2026-01-00", "2026-01-32", "2026-04-31", "2026-02-30", "2025-02-29")
_NO_DATES = (*_NO_DAYS, "1900-02-29", "0000-01-01", "26-01-31", "2026-1-31", "2026-01-1", "20260131", "2026/01/31")
_NO_TIMES = ("T24:00:00Z", "T23:60:00Z", "T23:59:60Z", "T09:30Z", "T09:30:00", "t09:30:00Z", " 09:30:00Z", "T09:30:00z")
_NO_OFFSETS = ("T09:30:00+24:00", "T09:30:00+02:60", "T09:30:00+0200", "T09:30:00.Z", "T09:30:00.1234567890Z", "")
_DATES = (
    *("0001-01-01", "9999-12-31", "2024-02-29", "2000-02-29"),
    *("2026-02-28", "2026-04-30", "2026-10-31", "1200-12-10"),
)
_DAYS_OF_MONTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_MONTHS = tuple(f"2027-{month:02}-{day}" for month, day in enumerate(_DAYS_OF_MONTHS, 1))
_TIMES = ("T00:00:00Z", "T23:59:59Z", "T19:30:00+05:30", "T09:30:00-23:59", "T09:30:00.1Z", "T09:30:00.123456789Z")

OTHER_SPELLINGS = frozenset(
    {
        *("0000-01-01", "0000-01-01T09:30:00Z", "2026-01-31T23:59:60Z", "2026-01-31T09:30Z"),
        *("2026-01-31t09:30:00Z", "2026-01-31 09:30:00Z", "2026-01-31T09:30:00z", "2026-01-31T09:30:00+0200"),
        *("2026-01-31T09:30:00.1234567890Z", "newline"),
    }
)
"""Names of texts that a form does not allow, and that some readers of RFC 3339 or ISO 8601 accept."""


class DateForm(TextForm):
    """A date, with a time if `time_pattern` is the pattern of one."""

    def __init__(self, name: str, title: str, example: str, time_pattern: str = "") -> None:
        self.name, self.title, self.example, self._time = name, title, example, time_pattern
        self.pattern = f"^{_FULL}{time_pattern}$"

    def schema_changes(self, schema: Schema) -> Iterator[SchemaChange]:
        """Return patterns that know less of the calendar and of times, and one that knows no leap years."""
        time_pattern = self._time
        yield "no leap year", {"pattern": f"^{_DATE}{time_pattern}$"}
        yield "any day", {"pattern": f"^[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}{time_pattern}$"}
        yield "any end", {"pattern": f"^{_FULL}{time_pattern}"}
        if time_pattern:
            yield "any time", {"pattern": f"^{_FULL}T[0-9:.]+(Z|[+-][0-9:]+)$"}
            yield "no fraction", {"pattern": f"^{_FULL}{time_pattern.replace(_FRACTION, '')}$"}
            yield "UTC alone", {"pattern": f"^{_FULL}T[0-9:.]+Z$"}

    def wrong(self, value: str) -> Iterator[Named]:
        """Return days that no calendar has, times that no clock has, and other ways to write them."""
        if self._time:
            wrong_texts = [f"{text}T09:30:00Z" for text in _NO_DATES]
            wrong_texts += [f"2026-01-31{text}" for text in (*_NO_TIMES, *_NO_OFFSETS)]
        else:
            wrong_texts = [*_NO_DATES, "2026-01-31T09:30:00Z"]
        yield from zip(wrong_texts, wrong_texts, strict=True)

    def right(self) -> Iterator[Named]:
        """Return the ends of months, of leap years and of the calendar, and times of many kinds."""
        for text in (*_DATES, *_MONTHS):
            yield text, f"{text}T09:30:00Z" if self._time else text
        if self._time:
            yield from ((text, f"2026-01-31{text}") for text in _TIMES)


DATE = DateForm("date", "date", "a date such as 2026-01-31")
DATE_TIME = DateForm("date-time", "date and time", "a time such as 2026-01-31T09:30:00Z", _TIME)
