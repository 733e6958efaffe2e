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

    def fault(self, step: Any, max_bytes: int) -> str | None:
        return None if isinstance(step, int | Decimal) and step > 0 else "no number above 0"

    def phrase(self, step: Any) -> Phrase:
        return being(f"a multiple of {plain_text(step)}", "a number")

    def schema(self, step: Any) -> dict[str, Any]:
        """Return `multipleOf`, and an annotation that distinguishes it from whole numbers; for a fraction only that."""
        annotation = {STEP_NOTE: json_number(step)}
        return annotation if places_of(step) else {self.schema_keyword: json_number(step), **annotation}

    def rejects_by(self, keyword: str, schema: Schema) -> bool:
        """Tell whether a keyword rejects for this; without the annotation it means that there are no decimal places."""
        return super().rejects_by(keyword, schema) and STEP_NOTE in schema

    def limitation(self, step: Any) -> str | None:
        return self.annotated("a step that has one", STEP_NOTE) if places_of(step) else None

    def text_limitation(self, step: Any) -> str | None:
        return f"A pattern cannot express a step, so it is annotated as {STEP_NOTE}; models and server check it."

    def breaking(self, field: Sampled) -> Iterator[Named]:
        """Return numbers beside the multiples, within the bounds."""
        step = field.number(self.keyword)
        finer_unit = unit(places_of(step))
        named_distances = (("just_above", finer_unit), ("just_below", -finer_unit), ("half_a_step", Decimal(step) / 2))
        yield from _at_distances(field, named_distances)
        numbers_between = field.numbers.of_places(places_of(step) + 1, FINEST)
        yield from zip(("smallest_beside", "largest_beside"), map(field.written, numbers_between), strict=False)
        yield from self.ends_beside(field)

    def is_implied(self, field: Sampled) -> bool:
        """Tell whether no number of the domain within the bounds is beside the multiples."""
        return not any(True for _ in self.breaking(field))

    def edges(self, field: Sampled) -> Iterator[Named]:
        """Return the multiples beside the valid number."""
        if self.keyword in field.bounds:
            step = field.numbers.step
            yield from _at_distances(field, (("next", step), ("before", -step)))


def _at_distances(field: Sampled, named_distances: tuple[tuple[str, Number], ...]) -> Iterator[Named]:
    for name, distance in named_distances:
        number = total(exact(field.value), distance)
        if field.numbers.is_kept(number):
            yield name, field.written(number)
