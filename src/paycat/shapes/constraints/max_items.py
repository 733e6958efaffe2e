"""`max_items`: how many items a list has at most."""

from collections.abc import Iterator

from paycat.shapes.constraints.counts import ItemsKind
from paycat.shapes.constraints.kind import Named, Sampled
from paycat.shapes.constraints.relations import Relation
from paycat.shapes.constraints.statement import Statement


class MaxItems(ItemsKind):
    keyword = "max_items"
    relation = Relation.AT_MOST
    statement = Statement("max_items", "count", ("list",), "Items at most.")
    schema_keyword = "maxItems"
    form_name = "max_items"
    form_description = "Items at most"
    error = "too_long"
    argument = "max_length"
    word = "at most"

    def breaking(self, sampled: Sampled) -> Iterator[Named]:
        yield from (("too_many", items) for items in self.of_length(sampled, sampled.count(self.keyword) + 1))

    def edges(self, sampled: Sampled) -> Iterator[Named]:
        """Return the longest list, or where there is none, one of two items."""
        is_stated = self.keyword in sampled.bounds
        name, length = ("most", sampled.count(self.keyword)) if is_stated else ("two", 2)
        yield from ((name, items) for items in self.of_length(sampled, length))

    def is_implied(self, sampled: Sampled) -> bool:
        """Tell whether there are not as many different items."""
        return not any(True for _ in self.breaking(sampled))
