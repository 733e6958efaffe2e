"""Schemas in; how long, how large and how many their values are, in words, and what became of it, out."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from paycat.shapes.constraints import range_in
from paycat.shapes.constraints.aspects import RANGE, moved, range_told
from paycat.shapes.constraints.phrase import span

Schema = dict[str, Any]
Edit = tuple[str, Any, Any]
"""The kind of a change, what was said, and what is."""

UNITS = {"length": "character", "count": "item"}
COUNTED = {"string": ("length", "minLength", "maxLength"), "array": ("count", "minItems", "maxItems")}


@dataclass(frozen=True, slots=True)
class _Interval:
    # Each end is a number and whether it is left out; the least end that is left out starts later.
    low: tuple[float, bool]
    high: tuple[float, bool]

    def holds(self, other: "_Interval") -> bool:
        ends = (self.high[0], not self.high[1]) >= (other.high[0], not other.high[1])
        return self.low <= other.low and ends


def counted_edits(old: Schema, new: Schema, json_type: str) -> Iterator[Edit]:
    """Return how the lengths of texts or the numbers of items changed, if they did."""
    noun, least, most = COUNTED[json_type]
    sides = [(side.get(least, 0), side.get(most)) for side in (old, new)]
    before, after = (_Interval((low, False), (math.inf if high is None else high, False)) for low, high in sides)
    if kind := _kind(noun, before, after):
        was, now = (span(low or None, high, UNITS[noun]) for low, high in sides)
        yield kind, was, now


def range_edits(old: Schema, new: Schema) -> Iterator[Edit]:
    """Return how the range of numbers changed, if it did."""
    before, after = range_in(old), range_in(new)
    if move := moved(before, after):
        yield f"{RANGE.name}-{move}", range_told(before), range_told(after)


def _kind(noun: str, before: _Interval, after: _Interval) -> str | None:
    if before == after:
        return None
    if before.holds(after):
        return f"{noun}-narrowed"
    return f"{noun}-widened" if after.holds(before) else f"{noun}-moved"
