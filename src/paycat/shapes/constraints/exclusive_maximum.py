"""`exclusive_maximum`: the number that all numbers are less than."""

from paycat.shapes.constraints.bounds import HighBound
from paycat.shapes.constraints.relations import Relation
from paycat.shapes.constraints.statement import NUMBERS, Statement


class ExclusiveMaximum(HighBound):
    keyword = "exclusive_maximum"
    relation = Relation.BELOW
    statement = Statement("exclusive_maximum", "number", NUMBERS, "The number must be smaller.")
    schema_keyword = "exclusiveMaximum"
    form_name = "less_than"
    form_description = "The number is smaller than this"
    error = "less_than"
    class_word = "Below"
    word = "less than"
