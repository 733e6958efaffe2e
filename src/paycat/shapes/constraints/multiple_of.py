"""`multiple_of`: the step that every number is a multiple of."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from paycat.shapes.constraints.aspects import STEP
from paycat.shapes.constraints.bounds import StepKind
from paycat.shapes.constraints.kind import Named, Sampled, Schema
from paycat.shapes.constraints.number_range import FINEST, STEP_NOTE
from paycat.shapes.constraints.statement import NUMBERS, ConstraintKey, Phrase, being
from paycat.shapes.decimals import Number, exact, json_number, places_of, plain_text, total, unit


class MultipleOf(StepKind):
    keyword = "multiple_of"
    aspect = STEP
    statement = ConstraintKey(
        "multiple_of", "step", NUMBERS, "The number must be a multiple of it.", examples=(5, 0.25)
    )
    error = "multiple_of"
    class_word = "MultipleOf"
    note = STEP_NOTE

    def fault(self, bound: Any, longest: int) -> str | None:
        return None if isinstance(bound, int | Decimal) and bound > 0 else "no number above 0"

    def phrase(self, bound: Any) -> Phrase:
        return being(f"a multiple of {plain_text(bound)}", "a number")

    def schema(self, bound: Any) -> dict[str, Any]:
        """Return `multipleOf`, and an annotation that distinguishes it from whole numbers; for a fraction only that."""
        annotated = {STEP_NOTE: json_number(bound)}
        return annotated if places_of(bound) else {self.schema_keyword: json_number(bound), **annotated}

    def rejects_by(self, keyword: str, schema: Schema) -> bool:
        """Tell whether a keyword rejects for this; without the annotation it means that there are no decimal places."""
        return super().rejects_by(keyword, schema) and STEP_NOTE in schema

    def limitation(self, bound: Any) -> str | None:
        return self.annotated("a step that has one", STEP_NOTE) if places_of(bound) else None

    def text_limitation(self, bound: Any) -> str | None:
        return f"A pattern cannot express a step, so it is annotated as {STEP_NOTE}; models and server check it."

    def breaking(self, sampled: Sampled) -> Iterator[Named]:
        """Return numbers beside the multiples, within the bounds."""
        step = sampled.number(self.keyword)
        finer = unit(places_of(step))
        distances = (("just_above", finer), ("just_below", -finer), ("half_a_step", Decimal(step) / 2))
        yield from _at_distances(sampled, distances)
        between = sampled.numbers.of_places(places_of(step) + 1, FINEST)
        yield from zip(("smallest_beside", "largest_beside"), map(sampled.written, between), strict=False)
        yield from self.ends_beside(sampled)

    def is_implied(self, sampled: Sampled) -> bool:
        """Tell whether no number of the domain within the bounds is beside the multiples."""
        return not any(True for _ in self.breaking(sampled))

    def edges(self, sampled: Sampled) -> Iterator[Named]:
        """Return the multiples beside the valid number."""
        if self.keyword in sampled.bounds:
            step = sampled.numbers.step
            yield from _at_distances(sampled, (("next", step), ("before", -step)))


def _at_distances(sampled: Sampled, distances: tuple[tuple[str, Number], ...]) -> Iterator[Named]:
    for name, distance in distances:
        number = total(exact(sampled.value), distance)
        if sampled.numbers.is_kept(number):
            yield name, sampled.written(number)
