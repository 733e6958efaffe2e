"""`minimum`: the smallest number that is accepted."""

from paycat.shapes.constraints.bounds import LowBound
from paycat.shapes.constraints.relations import Relation
from paycat.shapes.constraints.statement import NUMBERS, Statement


class Minimum(LowBound):
    keyword = "minimum"
    relation = Relation.AT_LEAST
    statement = Statement("minimum", "number", NUMBERS, "The number may be as small.")
    schema_keyword = "minimum"
    form_name = "at_least"
    form_description = "The number is not smaller than this"
    error = "greater_than_equal"
    class_word = "AtLeast"
    word = "at least"
