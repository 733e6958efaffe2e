"""`min_items`: how many items a list has at least."""

from collections.abc import Iterator

from paycat.shapes.constraints.counts import ItemsKind
from paycat.shapes.constraints.kind import Named, Sampled
from paycat.shapes.constraints.relations import Relation
from paycat.shapes.constraints.statement import Statement


class MinItems(ItemsKind):
    keyword = "min_items"
    relation = Relation.AT_LEAST
    statement = Statement("min_items", "count", ("list",), "Items at least.")
    schema_keyword = "minItems"
    form_name = "min_items"
    form_description = "Items at least"
    error = "too_short"
    argument = "min_length"
    word = "at least"

    def breaking(self, sampled: Sampled) -> Iterator[Named]:
        fewer = max(sampled.count(self.keyword) - 1, 0)
        yield from (("too_few", items) for items in self.of_length(sampled, fewer))

    def edges(self, sampled: Sampled) -> Iterator[Named]:
        """Return the shortest list; the empty one shows that lists may be empty."""
        yield "empty", []
        if self.keyword in sampled.bounds:
            yield from (("fewest", items) for items in self.of_length(sampled, sampled.count(self.keyword)))
