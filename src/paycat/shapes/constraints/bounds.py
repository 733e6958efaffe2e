"""What constraints on numbers have in common, and the four that bound them: from where and up to where."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar

from paycat.decimals import Number, exact, json_number, largest_up_to, next_above, next_below, places_of, unit
from paycat.shapes.constraints.aspects import RANGE
from paycat.shapes.constraints.kind import FormType, Kind, Named, Sampled, Schema, SchemaChange
from paycat.shapes.constraints.number_range import End, NumberRange, step_in
from paycat.shapes.constraints.phrase import Phrase, as_text, being
from paycat.shapes.constraints.relations import Measure, Relation
from paycat.shapes.json_types import JsonTypeName

_FAR = 10**20
_FAR_BELOW = 1000


class NumberKind(Kind):
    """A constraint on numbers."""

    class_word: ClassVar[str] = ""
    """What stands before the bound in the name of a number type of the models."""

    json_types: ClassVar[tuple[JsonTypeName, ...]] = ("number", "integer")
    measure = Measure.NUMBER
    form_type: ClassVar[FormType] = "decimal"

    def fault(self, bound: Any, longest: int) -> str | None:
        """Return that a bound is no number."""
        return "no number" if isinstance(bound, str) else None

    def type_name(self, bound: Number | None, accepted: NumberRange) -> str:
        """Return what the name of a number type of the models says of a bound; None: the field has none."""
        return "" if bound is None else f"{self.class_word}{as_name(bound)}"

    def schema(self, bound: Any) -> dict[str, Any]:
        """Return the keyword with the number as JSON has it."""
        return {self.schema_keyword: json_number(bound)}

    def form_bound(self, bound: Any) -> Any:
        """Return the bound as a decimal in text."""
        return as_text(bound)


class BoundKind(NumberKind):
    """A number that all accepted numbers lie on one side of, with it or without it."""

    aspect = RANGE
    word: ClassVar[str]
    """What stands before the bound, such as "greater than"."""

    usual: ClassVar[Number | None] = None
    """The bound of which the name of a number type says nothing."""
    class_word_of_none: ClassVar[str] = ""
    """What such a name says where numbers have no end on this side."""

    def type_name(self, bound: Number | None, accepted: NumberRange) -> str:
        """Return what the name of a number type says of the bound."""
        if bound is None:
            return "" if self.end(accepted) else self.class_word_of_none
        return "" if bound == self.usual else super().type_name(bound, accepted)

    @abstractmethod
    def end(self, accepted: NumberRange) -> End | None:
        """Return the end of a range on this side, or None."""

    @property
    def is_included(self) -> bool:
        """Whether the bound itself is accepted."""
        return self.relation in (Relation.AT_LEAST, Relation.AT_MOST)

    def phrase(self, bound: Any) -> Phrase:
        """Return the constraint in words."""
        return being(f"{self.word} {as_text(bound)}")


class LowBound(BoundKind):
    """Where numbers begin."""

    def end(self, accepted: NumberRange) -> End | None:
        """Return the low end."""
        return accepted.low

    def breaking(self, sampled: Sampled) -> Iterator[Named]:
        """Return the bound itself where it is not accepted, and numbers below it."""
        bound, step = sampled.number(self.keyword), sampled.numbers.step
        below = next_below(bound, step)
        if not self.is_included:
            yield "bound", json_number(bound)
        yield "just_below", json_number(below)
        yield "below", json_number(next_below(below - 1, exact(step * unit(1))))

    def edges(self, sampled: Sampled) -> Iterator[Named]:
        """Return the smallest number."""
        smallest = sampled.numbers.smallest()
        if self.keyword in sampled.bounds and smallest is not None:
            yield "smallest", json_number(smallest)

    def schema_changes(self, value: float, schema: Schema) -> Iterator[SchemaChange]:
        """Return bounds next to the bound that decide otherwise of a number, and one far below."""
        less, more = neighbours(exact(value), step_in(schema))
        yield "one step less" if self.is_included else "inclusive", {self.schema_keyword: json_number(less)}
        yield "one step more", {self.schema_keyword: json_number(more)}
        yield "negative", {self.schema_keyword: -_FAR_BELOW - abs(value)}


class HighBound(BoundKind):
    """Where numbers end."""

    def end(self, accepted: NumberRange) -> End | None:
        """Return the high end."""
        return accepted.high

    def breaking(self, sampled: Sampled) -> Iterator[Named]:
        """Return the bound itself where it is not accepted, and numbers above it."""
        bound = sampled.number(self.keyword)
        if not self.is_included:
            yield "bound", json_number(bound)
        yield "above", json_number(next_above(bound, sampled.numbers.step))
        yield "far_above", json_number(max(_FAR, 10 * bound))

    def edges(self, sampled: Sampled) -> Iterator[Named]:
        """Return the largest number, and the largest whole one."""
        largest, whole = sampled.numbers.largest(), sampled.numbers.largest(1)
        if self.keyword in sampled.bounds and largest is not None and whole is not None:
            yield "largest", json_number(largest)
            yield "largest_whole", json_number(whole)

    def schema_changes(self, value: float, schema: Schema) -> Iterator[SchemaChange]:
        """Return bounds next to the bound that decide otherwise of a number, and none."""
        less, more = neighbours(exact(value), step_in(schema))
        yield "one step more", {self.schema_keyword: json_number(more)}
        yield "one step less", {self.schema_keyword: json_number(less)}
        yield "without end", {self.schema_keyword: 1e300}


def as_name(bound: Number) -> str:
    """Return a bound as a part of a name of Python."""
    return as_text(bound).replace("-", "Minus").replace(".", "_")


def neighbours(bound: Number, step: Number | None) -> tuple[Number, Number]:
    """Return the bounds next to a bound that decide otherwise of a multiple of a step; None for any number."""
    grid = step or unit(places_of(bound))
    return next_below(largest_up_to(bound, grid), grid), next_above(bound, grid)
