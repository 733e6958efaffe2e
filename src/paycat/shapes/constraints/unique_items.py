"""`unique_items`: no two items of a list are equal."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from paycat.shapes.constraints.aspects import UNIQUE
from paycat.shapes.constraints.kind import Kind, Named, Sampled, Schema, SchemaChange
from paycat.shapes.constraints.phrase import Phrase
from paycat.shapes.constraints.relations import Relation
from paycat.shapes.constraints.statement import Statement


class UniqueItems(Kind):
    keyword = "unique_items"
    json_types = ("array",)
    relation = Relation.DISTINCT
    aspect = UNIQUE
    statement = Statement("unique_items", "flag", ("list",), "No two items are equal.")
    schema_keyword = "uniqueItems"
    description = "True where no two items are equal"
    error = "unique_items"

    def fault(self, bound: Any, longest: int) -> str | None:
        return None if bound is True else "not true"

    def phrase(self, bound: Any) -> Phrase:
        return Phrase("without repeated items", "must not repeat an item", "Send each item once")

    def schema_changes(self, value: bool, schema: Schema) -> Iterator[SchemaChange]:
        yield "repeated items", {self.schema_keyword: False}

    def breaking(self, sampled: Sampled) -> Iterator[Named]:
        """Return lists in which the first item is repeated: right after itself, and at the end."""
        items = sampled.value or list(islice(sampled.further(), 1))
        if items:
            yield "repeated", [items[0], items[0]]
            yield "repeated_at_the_end", [*items, items[0]]

    def is_implied(self, sampled: Sampled) -> bool:
        """Tell whether no list has two items."""
        return sampled.bounds.get("max_items") in (0, 1)

    def edges(self, sampled: Sampled) -> Iterator[Named]:
        """Return a list that repeats an item, which shows that a list may."""
        if sampled.value:
            yield "repeated", [*sampled.value, sampled.value[0]]
