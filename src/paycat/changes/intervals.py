"""Two intervals in; whether the new one is narrower, wider or elsewhere out. None is no bound."""

from decimal import Decimal
from typing import Literal

Bound = int | Decimal | None
Interval = tuple[Bound, Bound]
Move = Literal["narrowed", "widened", "moved"]


def moved(old: Interval, new: Interval) -> Move | None:
    """Return how an interval moves; None when it is the same."""
    if old == new:
        return None
    tighter = _above(new[0], old[0]) or _above(old[1], new[1], last=True)
    looser = _above(old[0], new[0]) or _above(new[1], old[1], last=True)
    return "moved" if tighter and looser else "narrowed" if tighter else "widened"


def moved_bounds(old: Interval, new: Interval) -> tuple[Interval, Interval]:
    """Return both intervals without the bound that is the same in both."""
    kept = [(one, other) if one != other else (None, None) for one, other in zip(old, new, strict=True)]
    return (kept[0][0], kept[1][0]), (kept[0][1], kept[1][1])


def told(interval: Interval, unit: str) -> str:
    """Return a number of things in words, such as `1 to 20 characters` for the unit `character`."""
    match interval:
        case None, None:
            return f"any number of {unit}s"
        case None, most:
            text, last = f"at most {most}", most
        case least, None:
            text, last = f"at least {least}", least
        case least, most:
            text, last = f"{least}" if least == most else f"{least} to {most}", most
    return f"{text} {unit}" if last == 1 else f"{text} {unit}s"


def _above(one: Bound, other: Bound, *, last: bool = False) -> bool:
    """Tell whether a first bound lies above another; of last ones, None lies above every number."""
    if one == other:
        return False
    if last:
        return one is None or (other is not None and one > other)
    return other is None or (one is not None and one > other)
