"""Seconds in, words out."""

from paycat.counting import counted

_UNITS = ((86400, "day"), (3600, "hour"), (60, "minute"), (1, "second"))


def duration(seconds: int) -> str:
    """Return a time in its largest units, such as "1 hour 30 minutes"; "at once" for none."""
    told = []
    for size, unit in _UNITS:
        count, seconds = divmod(seconds, size)
        if count:
            told.append(counted(count, unit))
    return " ".join(told) or "at once"
