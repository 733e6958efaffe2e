"""The numbers that a field accepts, as its constraints leave them: from where, up to where, and in which steps."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from paycat.shapes.constraints.relations import Relation
from paycat.shapes.decimals import (
    DIGITS,
    Number,
    common_step,
    exact,
    is_kept,
    is_multiple,
    largest_up_to,
    next_above,
    next_below,
    of_units,
    places_of,
    smallest_from,
    unit,
    units_up_to,
)

FINEST = 2 * DIGITS
"""Decimal places: no bound has a number of the domain with more between itself and zero."""

STEP_NOTE, PLACES_NOTE = "x-multiple-of", "x-decimal-places"
"""What annotates a step in JSON Schema, and a number of decimal places."""

END_NOTES: Mapping[Relation, str] = {
    Relation.ABOVE: "x-exclusive-minimum",
    Relation.AT_LEAST: "x-minimum",
    Relation.AT_MOST: "x-maximum",
    Relation.BELOW: "x-exclusive-maximum",
}
"""What annotates the ends of numbers in texts; an annotation is such a text itself."""


@dataclass(frozen=True, slots=True)
class End:
    """An end of a range, and whether the number itself belongs to it."""

    number: Number
    is_included: bool


@dataclass(frozen=True, slots=True)
class NumberRange:
    """The numbers from one end to another that are multiples of a step; None: there is no such bound.

    `digits` is how many significant digits a number of the domain has at most.
    """

    low: End | None = None
    high: End | None = None
    stated_step: Number | None = None
    digits: int = field(default=DIGITS, compare=False)

    def narrowed(self, relation: Relation, bound: Number) -> "NumberRange":
        """Return the numbers of the range that have a relation to a bound."""
        match relation:
            case Relation.AT_LEAST | Relation.ABOVE:
                return self._from(End(bound, relation is Relation.AT_LEAST))
            case Relation.AT_MOST | Relation.BELOW:
                return self._up_to(End(bound, relation is Relation.AT_MOST))
            case Relation.MULTIPLE:
                return replace(self, stated_step=common_step(self.stated_step or bound, bound))
        raise ValueError(f"numbers have no relation {relation} to a bound")

    def between(self, *other_ranges: "NumberRange") -> "NumberRange":
        """Return the numbers between the ends of this range and of others, whatever their steps."""
        common_range = NumberRange()
        for number_range in (self, *other_ranges):
            common_range = common_range._from(number_range.low)._up_to(number_range.high)
        return common_range

    def _from(self, low_end: End | None) -> "NumberRange":
        is_covered = low_end is None or (self.low and _key(self.low, 1) >= _key(low_end, 1))
        return self if is_covered else replace(self, low=low_end)

    def _up_to(self, high_end: End | None) -> "NumberRange":
        is_covered = high_end is None or (self.high and _key(self.high, -1) <= _key(high_end, -1))
        return self if is_covered else replace(self, high=high_end)

    def without_same(self, other: "NumberRange") -> "NumberRange":
        """Return the range without the ends that another one has, too."""
        low, high = (None if end == its else end for end, its in ((self.low, other.low), (self.high, other.high)))
        return NumberRange(low, high)

    @property
    def step(self) -> Number:
        """The distance of neighbouring numbers; where no constraint states one, as fine as the ends are."""
        ends = [end.number for end in (self.low, self.high) if end]
        return self.stated_step or unit(max(map(places_of, ends), default=0))

    @property
    def is_empty(self) -> bool:
        """Whether no number, of the step if there is one, is between the ends."""
        if self.low is None or self.high is None:
            return False
        smallest_number, largest_number = self.smallest(), self.largest()
        if self.stated_step is None or smallest_number is None or largest_number is None:
            return _key(self.low, 1) > _key(self.high, -1)
        return smallest_number > largest_number

    def has(self, number: Number) -> bool:
        """Tell whether a number is between the ends."""
        end = End(number, is_included=True)
        return NumberRange(end, end).between(self) == NumberRange(end, end)

    def smallest(self) -> Number | None:
        """Return the smallest number, of the domain, that keeps the low end; None where there is no low end."""
        if self.low is None:
            return None
        return (smallest_from if self.low.is_included else next_above)(self.low.number, self.step, self.digits)

    def largest(self, step: Number | None = None) -> Number | None:
        """Return the largest number, of the domain and a step, that keeps the high end; None where there is none."""
        if self.high is None:
            return None
        nearest_of = largest_up_to if self.high.is_included else next_below
        return nearest_of(self.high.number, step or self.step, self.digits)

    def above(self, number: Number) -> Number:
        """Return the next number of the domain above another, whatever the ends."""
        return next_above(number, self.step, self.digits)

    def below(self, number: Number, step: Number | None = None) -> Number:
        """Return the next number of the domain, and of a step, below another, whatever the ends."""
        return next_below(number, step or self.step, self.digits)

    def is_kept(self, number: Number) -> bool:
        """Tell whether a number is in the domain."""
        return is_kept(number, self.digits)

    def of_places(self, min_places: int, max_places: int) -> list[Number]:
        """Return the smallest and the largest number of the domain between the ends that needs some decimal places.

        These are `min_places` to `max_places`, and as few places as possible; zero places are needed by a whole number
        that is no multiple of ten. The list is empty only if there is no such number. A number of the domain that
        needs n places is a multiple of 10**-n nearer to zero than 10**(digits-n), and every other multiple in a row
        may need fewer places, but never two of them.
        """
        for places in range(min_places, max_places + 1):
            largest_number = 10**self.digits - 1
            min_units, max_units = -largest_number, largest_number
            if self.low:
                is_first = self.low.is_included and is_multiple(self.low.number, unit(places))
                min_units = max(min_units, units_up_to(self.low.number, places) + (not is_first))
            if self.high:
                is_beyond = not self.high.is_included and is_multiple(self.high.number, unit(places))
                max_units = min(max_units, units_up_to(self.high.number, places) - is_beyond)
            low_units, high_units = min_units + (min_units % 10 == 0), max_units - (max_units % 10 == 0)
            if low_units <= max_units:
                return [of_units(units, places) for units in dict.fromkeys((low_units, high_units))]
        return []


def _key(end: End, inward_sign: int) -> tuple[Number, int]:
    return end.number, 0 if end.is_included else inward_sign


def step_in(schema: Mapping[str, object]) -> Number | None:
    """Return the step that a JSON Schema states or annotates, or None."""
    step, places = schema.get("multipleOf", schema.get(STEP_NOTE)), schema.get(PLACES_NOTE)
    if isinstance(step, int | float):
        return exact(step)
    return unit(places) if isinstance(places, int) else None
