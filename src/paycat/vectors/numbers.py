"""Numbers at the edges of a field's rules, by construction from the rules alone: the same whatever the samples hold."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Self

from paycat.contract.model import Constraint, FieldNode, Keyword
from paycat.decimals import (
    DIGITS,
    Number,
    decimal_places,
    exact,
    is_kept,
    json_number,
    largest_up_to,
    next_above,
    next_below,
    of_places_between,
)

Named = tuple[str, Any]
Kept = tuple[str, str, Any]

_FINEST = 2 * DIGITS  # Decimal places: no bound has a number of the domain with more between itself and zero.
_FAR = 10**20
_USUAL = (100.0, 0.07, 0.29, 1.15, 4.35, 8.2, 19.99, 64.1, 100.1)


@dataclass(frozen=True, slots=True)
class Range:
    """The numbers that a field accepts: above `low`, up to `high`, with at most `places` decimal places."""

    low: Number | None
    high: Number | None
    places: int | None

    @classmethod
    def of(cls, field: FieldNode) -> Self:
        """Return the range of a field's rules. A further bound is a further line here, in `breaking` and in `edges`."""
        keywords: tuple[Keyword, ...] = ("exclusive_minimum", "maximum")
        low, high = (rule.number if (rule := field.constraint(keyword)) else None for keyword in keywords)
        places = field.constraint("decimal_places")
        return cls(low, high, int(places.number) if places else None)

    @property
    def step(self) -> int:
        """The decimal places of neighbouring numbers; without a rule on them, those that the bounds have."""
        stated = (bound for bound in (self.low, self.high) if bound is not None)
        return max(map(decimal_places, stated), default=0) if self.places is None else self.places

    def too_fine(self) -> list[Number]:
        """Return numbers within the bounds that have too many decimal places; none if no number of the domain has."""
        return [] if self.places is None else of_places_between(self.low, self.high, self.places + 1, _FINEST)


def breaking(field: FieldNode, rule: Constraint, value: int | float) -> Iterator[Named]:
    """Return numbers that break a rule of a field, and no rule before it.

    `value` is a valid number: another one near it is easier to read than those at the edges, where there is one.
    """
    accepted = Range.of(field)
    found: list[tuple[str, Number]] = []
    match rule.keyword:
        case "exclusive_minimum":
            below = next_below(rule.number, accepted.step)
            found = [("bound", rule.number), ("just_below", below), ("below", next_below(below - 1, accepted.step + 1))]
        case "maximum":
            found = [("above", next_above(rule.number, accepted.step)), ("far_above", max(_FAR, 10 * rule.number))]
        case "decimal_places":
            near = exact(value) + 5 * Decimal(1).scaleb(-accepted.step - 1)
            found = [("one_place_too_many", near)] if is_kept(near) else []
            found += zip(("smallest", "largest_too_fine"), accepted.too_fine(), strict=False)
            if accepted.high is not None and decimal_places(accepted.high) > accepted.step:
                found.append(("maximum_itself", accepted.high))
    return ((name, json_number(number)) for name, number in found)


def cannot_be_broken(field: FieldNode, rule: Constraint) -> bool:
    """Tell whether every number of the domain that keeps a field's other rules is proven to keep this one.

    Beyond each bound there is always a number, and a bound refuses before the rules that follow it.
    """
    return rule.keyword == "decimal_places" and not Range.of(field).too_fine()


def edges(field: FieldNode) -> Iterator[Kept]:
    """Return numbers at the edges of a field's rules, with the rule's keyword; the rules decide which are accepted."""
    accepted = Range.of(field)
    if accepted.low is None:
        yield from (("type", "zero", 0), ("type", "negative", -1))
    else:
        yield "exclusive_minimum", "smallest", json_number(next_above(accepted.low, accepted.step))
    if accepted.high is None:
        yield "type", "largest", 10**DIGITS - 1
    else:
        yield "maximum", "largest", json_number(largest_up_to(accepted.high, accepted.step))
        yield "maximum", "largest_whole", json_number(largest_up_to(accepted.high, 0))
    for number in of_places_between(accepted.low, accepted.high, accepted.step, accepted.step)[:1]:
        yield "decimal_places", "all_places", json_number(number)
    yield from (("decimal_places", f"{number}", number) for number in _USUAL)
