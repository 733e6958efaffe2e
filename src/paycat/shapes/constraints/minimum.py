"""`minimum`: the smallest number that there may be."""

from paycat.shapes.constraints.bounds import LowBound
from paycat.shapes.constraints.relations import Relation
from paycat.shapes.constraints.statement import NUMBERS, Statement, plainly


class Minimum(LowBound):
    """The smallest number that there may be."""

    keyword = "minimum"
    relation = Relation.AT_LEAST
    statement = Statement("minimum", "number", NUMBERS, "The number may be as small.", plainly("minimum"))
    schema_keyword = "minimum"
    form_name = "at_least"
    form_description = "The number is not smaller than this"
    error = "greater_than_equal"
    class_word = "AtLeast"
    word = "at least"
