"""`exclusive_minimum`: the number that all numbers are greater than."""

from collections.abc import Iterator

from paycat.shapes.constraints.bounds import LowBound
from paycat.shapes.constraints.kind import Named, Sampled
from paycat.shapes.constraints.relations import Relation
from paycat.shapes.constraints.statement import NUMBERS, Statement


class ExclusiveMinimum(LowBound):
    keyword = "exclusive_minimum"
    relation = Relation.ABOVE
    statement = Statement("exclusive_minimum", "number", NUMBERS, "The number must be larger.")
    schema_keyword = "exclusiveMinimum"
    form_name = "greater_than"
    form_description = "The number is larger than this"
    error = "greater_than"
    class_word = "Above"
    word = "greater than"
    usual = 0
    class_word_of_none = "WithoutMinimum"

    def edges(self, sampled: Sampled) -> Iterator[Named]:
        """Return the smallest number; zero and a negative number show that numbers have no low end."""
        if sampled.numbers.low is None:
            yield from (("zero", 0), ("negative", -1))
        yield from super().edges(sampled)
