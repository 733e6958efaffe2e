"""What the constraints have in common that leave the multiples of a step: of a number, or of a decimal place."""

from collections.abc import Iterator

from paycat.decimals import json_number
from paycat.shapes.constraints.bounds import NumberKind
from paycat.shapes.constraints.kind import Named, Sampled, Schema, SchemaChange
from paycat.shapes.constraints.relations import Relation

WHOLE_NUMBERS = ("multipleOf", "whole numbers only", 1)
"""What a schema of numbers is given that has no step: the keyword, in words, and its value."""


class StepKind(NumberKind):
    """A step that all accepted numbers are multiples of."""

    relation = Relation.MULTIPLE
    schema_keyword = "multipleOf"
    can_be_lost = True

    def schema_changes(self, value: float, schema: Schema) -> Iterator[SchemaChange]:
        """Return half of the step, and twice; whole numbers that are multiples of 2.5 are multiples of 5."""
        half = value / 2
        is_same = schema.get("type") == "integer" and half % 1 > 0
        yield ("any whole number", {self.schema_keyword: 1}) if is_same else ("half", {self.schema_keyword: half})
        yield "double", {self.schema_keyword: value * 2}

    def ends_beside(self, sampled: Sampled) -> Iterator[Named]:
        """Return the ends that are accepted but for the step: a bound that refused them itself would go unnoticed."""
        low, high = sampled.numbers.low, sampled.numbers.high
        for name, end in (("minimum_itself", low), ("maximum_itself", high)):
            if end and end.is_included and not self.holds(sampled.bounds[self.keyword], end.number):
                yield name, json_number(end.number)

    def annotated(self, limit: str, annotation: str) -> str:
        """Return why JSON Schema does not say a limit that has a fraction."""
        return (
            f"{self.schema_keyword} with a fraction refuses valid amounts in common validators (0.07, 19.99 ...), so "
            f"{limit} is annotated as {annotation}; models and server check it."
        )
