"""How many items a list has, `min_items` and `max_items`, and that no two are equal, `unique_items`."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, ClassVar

from paycat.shapes.constraints.aspects import ITEMS, UNIQUE, Aspect
from paycat.shapes.constraints.kind import Kind, Named, Sampled, Schema, SchemaChange
from paycat.shapes.constraints.relations import Measure, Relation
from paycat.shapes.constraints.statement import ConstraintKey, Phrase, count, having


class CountKind(Kind):
    """A bound on how many parts a value has."""

    word: ClassVar[str]
    """What precedes the count: "at least"."""

    def fault(self, bound: Any, longest: int) -> str | None:
        """Return that a bound is no count that a body can have."""
        return None if type(bound) is int and 0 <= bound <= longest else f"no length from 0 to {longest}"

    def phrase(self, bound: Any) -> Phrase:
        return having(f"{self.word} {count(bound, self.noun)}")

    def schema_changes(self, value: int, schema: Schema) -> Iterator[SchemaChange]:
        yield "one more", {self.schema_keyword: value + 1}
        yield "one less", {self.schema_keyword: max(value - 1, 0)}


class ItemsKind(CountKind):
    """A bound on how many items a list has."""

    json_types = ("array",)
    measure = Measure.ITEMS
    aspect: ClassVar[Aspect] = ITEMS
    noun = "item"

    def of_length(self, sampled: Sampled, length: int) -> Iterator[list[Any]]:
        """Return a valid list of so many items, if there are as many: its own, then others that differ from them."""
        kept = sampled.value[:length]
        items = [*kept, *islice(sampled.further(), length - len(kept))]
        if len(items) < length and "unique_items" not in sampled.bounds and items:
            items += [items[-1]] * (length - len(items))
        if len(items) == length:
            yield items


class MinItems(ItemsKind):
    keyword = "min_items"
    relation = Relation.AT_LEAST
    statement = ConstraintKey("min_items", "count", ("list",), "Items at least.")
    schema_keyword = "minItems"
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


class MaxItems(ItemsKind):
    keyword = "max_items"
    relation = Relation.AT_MOST
    statement = ConstraintKey("max_items", "count", ("list",), "Items at most.")
    schema_keyword = "maxItems"
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


class UniqueItems(Kind):
    keyword = "unique_items"
    json_types = ("array",)
    relation = Relation.DISTINCT
    aspect = UNIQUE
    statement = ConstraintKey("unique_items", "flag", ("list",), "No two items are equal.")
    schema_keyword = "uniqueItems"
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
