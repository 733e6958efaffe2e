"""Days of the calendar, as texts have them."""

from datetime import date


def day_of(text: str) -> date | None:
    """Return the day that a text such as 2027-01-31 names, or None."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.isoformat() == text else None
