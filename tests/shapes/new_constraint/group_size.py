"""`group_size`: the items of a list come in groups of so many."""

from typing import Any

from paycat.shapes.constraints.aspects import ValueAspect
from paycat.shapes.constraints.counts import ItemsKind
from paycat.shapes.constraints.kind import Sampled
from paycat.shapes.constraints.relations import Relation
from paycat.shapes.constraints.statement import ConstraintKey, Phrase


class GroupSize(ItemsKind):
    """The items of a list come in groups of so many."""

    keyword = "group_size"
    relation = Relation.MULTIPLE
    aspect = ValueAspect("group-size", "come in groups of")
    statement = ConstraintKey("group_size", "count", ("list",), "Items of each group.")
    schema_keyword = "x-group-size"
    error = "group_size"
    can_be_lost = True
    word = "in groups of"

    def phrase(self, bound: Any) -> Phrase:
        return Phrase(f"in groups of {bound}", f"must come in groups of {bound}", f"Send groups of {bound} items")

    def limitation(self, bound: Any) -> str | None:
        return "JSON Schema has no keyword for it."

    def rejects_by(self, keyword: str, schema: Any) -> bool:
        return False

    def breaking(self, sampled: Sampled) -> Any:
        size = sampled.count(self.keyword)
        yield from (("one_more", items) for items in self.of_length(sampled, size + 1))
        yield from (("one_less", items) for items in self.of_length(sampled, size - 1))

    def edges(self, sampled: Sampled) -> Any:
        if self.keyword in sampled.bounds:
            yield from (("two_groups", items) for items in self.of_length(sampled, 2 * sampled.count(self.keyword)))
