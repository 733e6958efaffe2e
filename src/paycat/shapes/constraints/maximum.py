"""`maximum`: the largest number that is accepted."""

from collections.abc import Iterator
from decimal import Decimal

from paycat.decimals import DIGITS
from paycat.shapes.constraints.bounds import HighBound
from paycat.shapes.constraints.kind import Named, Sampled
from paycat.shapes.constraints.relations import Relation
from paycat.shapes.constraints.statement import NUMBERS, Statement


class Maximum(HighBound):
    keyword = "maximum"
    relation = Relation.AT_MOST
    statement = Statement("maximum", "number", NUMBERS, "The number may be as large.")
    schema_keyword = "maximum"
    form_name = "at_most"
    form_description = "The number is not larger than this"
    error = "less_than_equal"
    class_word = "AtMost"
    word = "at most"
    usual = Decimal("9999999999999.99")  # The largest number of 15 digits with two decimal places.
    class_word_of_none = "WithoutMaximum"

    def edges(self, sampled: Sampled) -> Iterator[Named]:
        """Return the largest numbers; the largest one of the domain shows that numbers have no high end."""
        if sampled.numbers.high is None:
            yield "largest", 10**DIGITS - 1
        yield from super().edges(sampled)
