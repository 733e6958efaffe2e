"""`decimal_places`: how many decimal places a number has at most."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from paycat.shapes.constraints.aspects import PRECISION
from paycat.shapes.constraints.bounds import StepKind
from paycat.shapes.constraints.decimal_form import is_decimal, written_places
from paycat.shapes.constraints.kind import Named, Sampled
from paycat.shapes.constraints.number_range import FINEST, PLACES_NOTE, NumberRange
from paycat.shapes.constraints.relations import Relation
from paycat.shapes.constraints.statement import Bound, ConstraintKey, Phrase, Surroundings, being, count, having
from paycat.shapes.decimals import Number, exact, places_of, plain_text, total, unit

_MOST = 9
_USUAL = (100.0, 0.07, 0.29, 1.15, 4.35, 8.2, 19.99, 64.1, 100.1)
"""Amounts that binary fractions get wrong."""


def _of_currency(value: Any, surroundings: Surroundings) -> Mapping[str, Bound]:
    places = surroundings.exponent if value == "currency" else value
    return {} if places is None else {"decimal_places": places}


class DecimalPlaces(StepKind):
    keyword = "decimal_places"
    json_types = ("number",)
    aspect = PRECISION
    statement = ConstraintKey(
        "decimal_places", "places", ("decimal", "decimal_text"), "Decimal places at most.", _of_currency
    )
    code = "amount_precision"
    noun = "decimal place"
    error = "decimal_max_places"
    note = PLACES_NOTE

    @property
    def as_written(self) -> tuple[str, str]:
        """The decimal places are counted: zeros at the end were written, too."""
        return "places", Relation.AT_MOST

    def holds(self, places: Bound, value: Any) -> bool:
        """Tell whether a number has so few places; in a text, zeros at its end are places that were written."""
        if isinstance(value, str) and is_decimal(value):
            return written_places(value) <= int(str(places))
        return super().holds(places, value)

    def compared(self, places: Bound) -> Number:
        """Return the step that so many decimal places leave."""
        assert isinstance(places, int), "a contract with another bound is rejected when it is read"
        return unit(places)

    def loosest(self, place_counts: Sequence[Any]) -> Any:
        """Return the most decimal places."""
        return max(place_counts)

    def type_name(self, places: Number | None, number_range: NumberRange) -> str:
        """Return the count, which comes right after the name of the field's type."""
        if places is None:
            return "" if number_range.stated_step else "Any"
        return str(places)

    def fault(self, places: Any, max_bytes: int) -> str | None:
        return None if type(places) is int and 0 <= places <= _MOST else f"no number from 0 to {_MOST}"

    def phrase(self, places: Any) -> Phrase:
        return having(f"at most {count(places, self.noun)}") if places else being("a whole number")

    def schema(self, places: Any) -> dict[str, Any]:
        """Return `multipleOf` for whole numbers, or annotate how many decimal places there are."""
        return {PLACES_NOTE: places} if places else {self.schema_keyword: 1}

    def text_schema(self, places: Any) -> dict[str, Any]:
        return {self.note: places}

    def limitation(self, places: Any) -> str | None:
        return self.annotated("a limit on decimal places above zero", PLACES_NOTE) if places else None

    def breaking(self, field: Sampled) -> Iterator[Named]:
        """Return numbers of more decimal places: near the valid one, at both ends, and the high end itself."""
        half_unit = 5 * Decimal(1).scaleb(-field.count(self.keyword) - 1)
        near_numbers = [total(exact(field.value), distance) for distance in (half_unit, -half_unit)]
        for number in [
            number for number in near_numbers if field.numbers.is_kept(number) and field.numbers.has(number)
        ][:1]:
            yield "one_place_too_many", field.written(number)
        yield from zip(("smallest", "largest_too_fine"), map(field.written, self._too_fine(field)), strict=False)
        yield from self.ends_beside(field)
        if isinstance(field.value, str):
            point = "" if "." in field.value else "."
            missing_places = field.count(self.keyword) + 1 - written_places(field.value)
            yield "zeros_at_the_end", f"{field.value}{point}{'0' * missing_places}"

    def is_implied(self, field: Sampled) -> bool:
        """Tell whether no number of the domain within the bounds has more decimal places."""
        return not isinstance(field.value, str) and not self._too_fine(field)

    def edges(self, field: Sampled) -> Iterator[Named]:
        """Return a number that uses all decimal places, and amounts that binary fractions get wrong."""
        places = places_of(field.numbers.step)
        for number in field.numbers.of_places(places, places)[:1]:
            yield "all_places", field.written(number)
        is_text = isinstance(field.value, str)
        yield from ((f"{number}", plain_text(number) if is_text else number) for number in _USUAL)

    def _too_fine(self, field: Sampled) -> list[Number]:
        return field.numbers.of_places(field.count(self.keyword) + 1, FINEST)
