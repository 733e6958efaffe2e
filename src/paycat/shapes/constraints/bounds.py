"""Where numbers begin and end, from `minimum` to `exclusive_maximum`, and what steps have in common."""

from abc import abstractmethod
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, ClassVar

from paycat.shapes.constraints.aspects import RANGE
from paycat.shapes.constraints.decimal_form import is_decimal, is_long
from paycat.shapes.constraints.kind import Kind, Named, Sampled, Schema, SchemaChange
from paycat.shapes.constraints.number_range import END_NOTES, End, NumberRange, step_in
from paycat.shapes.constraints.relations import Measure, Relation
from paycat.shapes.constraints.statement import NUMBERS, Bound, ConstraintKey, Phrase, being
from paycat.shapes.decimals import (
    DIGITS,
    Number,
    exact,
    json_number,
    largest_up_to,
    next_above,
    next_below,
    places_of,
    plain_text,
    total,
    unit,
)
from paycat.shapes.json_types import JsonTypeName

_FAR = 10**20
_FAR_BELOW = 1000

WHOLE_NUMBERS = ("multipleOf", "whole numbers only", 1)
"""The mutant of a schema of numbers without a step: the keyword, its description and its value."""


class NumberKind(Kind):
    """A constraint on numbers."""

    class_word: ClassVar[str] = ""
    """What precedes the bound in the name of a number type of the models."""

    json_types: ClassVar[tuple[JsonTypeName, ...]] = ("number", "integer")
    measure = Measure.NUMBER

    def fault(self, bound: Any, max_bytes: int) -> str | None:
        return "no number" if isinstance(bound, str) else None

    def type_name(self, bound: Number | None, number_range: NumberRange) -> str:
        """Return what the name of a number type of the models says of a bound; None: the field has none."""
        if bound is None:
            return ""
        return self.class_word + plain_text(bound).replace("-", "Minus").replace(".", "_")

    def holds(self, bound: Bound, value: Any) -> bool:
        """Tell whether a number is on the side of the bound; what is wrong with a text that is none is its form."""
        return (isinstance(value, str) and not is_decimal(value)) or super().holds(bound, value)

    def schema(self, bound: Any) -> dict[str, Any]:
        return {self.schema_keyword: json_number(bound)}

    def text_schema(self, bound: Any) -> dict[str, Any]:
        return {self.note: plain_text(bound)}

    def is_broken(self, schema: Schema, text: str) -> bool:
        """Tell whether a number in a text breaks the bound that its schema annotates."""
        return self.note in schema and not self.holds(exact(schema[self.note]), text)


class BoundKind(NumberKind):
    """A number that all accepted numbers are on one side of; the number itself may be accepted or not."""

    aspect = RANGE
    word: ClassVar[str]
    """What precedes the bound, such as "greater than"."""
    usual: ClassVar[Number | None] = None
    """The bound that the name of a number type omits."""
    class_word_of_none: ClassVar[str] = ""
    """What such a name says where numbers have no end on this side."""

    def type_name(self, bound: Number | None, number_range: NumberRange) -> str:
        if bound is None:
            return "" if self.end(number_range) else self.class_word_of_none
        return "" if bound == self.usual else super().type_name(bound, number_range)

    def text_limitation(self, bound: Any) -> str | None:
        if not is_long(bound):
            return None
        return (
            "A pattern compares numbers digit by digit, and nobody could read that of so long a bound, so it is "
            f"annotated as {self.note}; models and server check it."
        )

    @abstractmethod
    def end(self, number_range: NumberRange) -> End | None:
        """Return the end of a range on this side, or None."""

    @property
    def is_included(self) -> bool:
        """Whether the bound itself is accepted."""
        return self.relation in (Relation.AT_LEAST, Relation.AT_MOST)

    def phrase(self, bound: Any) -> Phrase:
        return being(f"{self.word} {plain_text(bound)}", "a number")


class LowBound(BoundKind):
    """Where numbers begin."""

    def end(self, number_range: NumberRange) -> End | None:
        return number_range.low

    def breaking(self, field: Sampled) -> Iterator[Named]:
        """Return the bound itself where it is not accepted, and numbers below it."""
        bound, number_range = field.number(self.keyword), field.numbers
        number_below = number_range.below(bound)
        if not self.is_included:
            yield "bound", field.written(bound)
        yield "just_below", field.written(number_below)
        yield "below", field.written(number_range.below(total(number_below, -1), exact(number_range.step * unit(1))))

    def edges(self, field: Sampled) -> Iterator[Named]:
        smallest_number = field.numbers.smallest()
        if self.keyword in field.bounds and smallest_number is not None:
            yield "smallest", field.written(smallest_number)

    def schema_changes(self, bound: float, schema: Schema) -> Iterator[SchemaChange]:
        """Return the next bounds that accept other numbers, and one far below."""
        lower_bound, higher_bound = neighbours(exact(bound), step_in(schema))
        yield "one step less" if self.is_included else "inclusive", {self.schema_keyword: json_number(lower_bound)}
        yield "one step more", {self.schema_keyword: json_number(higher_bound)}
        yield "negative", {self.schema_keyword: -_FAR_BELOW - abs(bound)}


class ExclusiveMinimum(LowBound):
    keyword = "exclusive_minimum"
    relation = Relation.ABOVE
    note = END_NOTES[relation]
    statement = ConstraintKey("exclusive_minimum", "number", NUMBERS, "The number must be larger.")
    schema_keyword = "exclusiveMinimum"
    error = "greater_than"
    class_word = "Above"
    word = "greater than"
    usual = 0
    class_word_of_none = "WithoutMinimum"

    def edges(self, field: Sampled) -> Iterator[Named]:
        """Return the smallest number; zero and a negative number show that numbers have no low end."""
        if field.numbers.low is None:
            yield from (("zero", field.written(0)), ("negative", field.written(-1)))
        yield from super().edges(field)


class Minimum(LowBound):
    keyword = "minimum"
    relation = Relation.AT_LEAST
    note = END_NOTES[relation]
    statement = ConstraintKey("minimum", "number", NUMBERS, "The smallest number that is allowed.")
    schema_keyword = "minimum"
    error = "greater_than_equal"
    class_word = "AtLeast"
    word = "at least"


class HighBound(BoundKind):
    """Where numbers end."""

    def end(self, number_range: NumberRange) -> End | None:
        return number_range.high

    def breaking(self, field: Sampled) -> Iterator[Named]:
        """Return the bound itself where it is not accepted, and numbers above it."""
        bound = field.number(self.keyword)
        if not self.is_included:
            yield "bound", field.written(bound)
        yield "above", field.written(field.numbers.above(bound))
        yield "far_above", field.written(max(_FAR, 10 * bound))

    def edges(self, field: Sampled) -> Iterator[Named]:
        """Return the largest number, and the largest whole one."""
        largest_number, largest_integer = field.numbers.largest(), field.numbers.largest(1)
        if self.keyword in field.bounds and largest_number is not None and largest_integer is not None:
            yield "largest", field.written(largest_number)
            yield "largest_whole", field.written(largest_integer)

    def schema_changes(self, bound: float, schema: Schema) -> Iterator[SchemaChange]:
        """Return the next bounds that accept other numbers, and none."""
        lower_bound, higher_bound = neighbours(exact(bound), step_in(schema))
        yield "one step more", {self.schema_keyword: json_number(higher_bound)}
        yield "one step less", {self.schema_keyword: json_number(lower_bound)}
        yield "without end", {self.schema_keyword: 1e300}


class Maximum(HighBound):
    keyword = "maximum"
    relation = Relation.AT_MOST
    note = END_NOTES[relation]
    statement = ConstraintKey("maximum", "number", NUMBERS, "The largest number that is allowed.")
    schema_keyword = "maximum"
    error = "less_than_equal"
    class_word = "AtMost"
    word = "at most"
    usual = Decimal("9999999999999.99")  # The largest number of 15 digits with two decimal places.
    class_word_of_none = "WithoutMaximum"

    def edges(self, field: Sampled) -> Iterator[Named]:
        """Return the largest numbers; the largest one of the domain shows that numbers have no high end."""
        if field.numbers.high is None:
            yield "largest", field.written(10**field.numbers.digits - 1)
        yield from super().edges(field)


class ExclusiveMaximum(HighBound):
    keyword = "exclusive_maximum"
    relation = Relation.BELOW
    note = END_NOTES[relation]
    statement = ConstraintKey("exclusive_maximum", "number", NUMBERS, "The number must be smaller.")
    schema_keyword = "exclusiveMaximum"
    error = "less_than"
    class_word = "Below"
    word = "less than"


class StepKind(NumberKind):
    """A step that all accepted numbers are multiples of."""

    relation = Relation.MULTIPLE
    schema_keyword = "multipleOf"
    can_be_lost = True

    def schema_changes(self, step: float, schema: Schema) -> Iterator[SchemaChange]:
        """Return half of the step, and twice; whole numbers that are multiples of 2.5 are multiples of 5."""
        half_step = step / 2
        is_same = schema.get("type") == "integer" and half_step % 1 > 0
        yield ("any whole number", {self.schema_keyword: 1}) if is_same else ("half", {self.schema_keyword: half_step})
        yield "double", {self.schema_keyword: step * 2}

    def ends_beside(self, field: Sampled) -> Iterator[Named]:
        """Return the ends that only the step rejects: a bound that excluded them itself would go unnoticed."""
        for name, end in (("minimum_itself", field.numbers.low), ("maximum_itself", field.numbers.high)):
            if end and end.is_included and not self.holds(field.bounds[self.keyword], end.number):
                yield name, field.written(end.number)

    def annotated(self, limit_words: str, annotation: str) -> str:
        """Return why JSON Schema does not express a limit that has a fraction."""
        return (
            f"{self.schema_keyword} with a fraction rejects valid amounts in common validators (0.07, 19.99 ...), so "
            f"{limit_words} is annotated as {annotation}; models and server check it."
        )


def neighbours(bound: Number, step: Number | None, digits: int = DIGITS) -> tuple[Number, Number]:
    """Return the next bounds that accept other multiples of a step; None for any number."""
    grid_step = step or unit(places_of(bound))
    return next_below(largest_up_to(bound, grid_step, digits), grid_step, digits), next_above(bound, grid_step, digits)
