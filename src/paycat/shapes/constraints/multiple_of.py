"""`multiple_of`: the step that every number is a multiple of."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from paycat.decimals import exact, is_kept, json_number, places_of, unit
from paycat.shapes.constraints.aspects import STEP
from paycat.shapes.constraints.kind import Named, Sampled, Schema
from paycat.shapes.constraints.number_range import FINEST, STEP_NOTE
from paycat.shapes.constraints.phrase import Phrase, as_text, being
from paycat.shapes.constraints.statement import NUMBERS, Statement, plainly
from paycat.shapes.constraints.steps import StepKind


class MultipleOf(StepKind):
    """The step that every number is a multiple of: 5, or 0.25."""

    keyword = "multiple_of"
    aspect = STEP
    statement = Statement(
        "multiple_of", "step", NUMBERS, "The number must be a multiple of it.", plainly("multiple_of"), (5, 0.25)
    )
    form_name = "multiple_of"
    form_description = "The number is a multiple of this"
    error = "multiple_of"
    class_word = "MultipleOf"

    def fault(self, bound: Any, longest: int) -> str | None:
        """Return that a bound is no step."""
        return None if isinstance(bound, int | Decimal) and bound > 0 else "no number above 0"

    def phrase(self, bound: Any) -> Phrase:
        """Return the constraint in words."""
        return being(f"a multiple of {as_text(bound)}")

    def schema(self, bound: Any) -> dict[str, Any]:
        """Return `multipleOf`, and an annotation that tells it from whole numbers; a fraction has that alone."""
        annotated = {STEP_NOTE: json_number(bound)}
        return annotated if places_of(bound) else {self.schema_keyword: json_number(bound), **annotated}

    def refuses_by(self, keyword: str, schema: Schema) -> bool:
        """Tell whether a keyword refuses for this; without the annotation it says that there are no decimal places."""
        return super().refuses_by(keyword, schema) and STEP_NOTE in schema

    def loss(self, bound: Any) -> str | None:
        """Return why a step with a fraction is not said."""
        return self.annotated("a step that has one", STEP_NOTE) if places_of(bound) else None

    def breaking(self, sampled: Sampled) -> Iterator[Named]:
        """Return numbers beside the multiples, within the bounds."""
        step = sampled.number(self.keyword)
        finer = unit(places_of(step))
        for name, distance in (("just_above", finer), ("just_below", -finer), ("half_a_step", Decimal(step) / 2)):
            number = exact(Decimal(exact(sampled.value)) + distance)
            if is_kept(number):
                yield name, json_number(number)
        between = sampled.numbers.of_places(places_of(step) + 1, FINEST)
        yield from zip(("smallest_beside", "largest_beside"), map(json_number, between), strict=False)
        yield from self.ends_beside(sampled)

    def is_implied(self, sampled: Sampled) -> bool:
        """Tell whether no number of the domain within the bounds lies beside the multiples."""
        return not any(True for _ in self.breaking(sampled))

    def edges(self, sampled: Sampled) -> Iterator[Named]:
        """Return the multiples beside the valid number."""
        if self.keyword in sampled.bounds:
            for name, distance in (("next", sampled.numbers.step), ("before", -sampled.numbers.step)):
                number = exact(Decimal(exact(sampled.value)) + distance)
                if is_kept(number):
                    yield name, json_number(number)
