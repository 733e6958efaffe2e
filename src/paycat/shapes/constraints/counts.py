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

    def fault(self, bound: Any, max_bytes: int) -> str | None:
        """Return that a bound is no count that a body can have."""
        return None if type(bound) is int and 0 <= bound <= max_bytes else f"no length from 0 to {max_bytes}"

    def phrase(self, bound: Any) -> Phrase:
        return having(f"{self.word} {count(bound, self.noun)}")

    def schema_changes(self, bound: int, schema: Schema) -> Iterator[SchemaChange]:
        yield "one more", {self.schema_keyword: bound + 1}
        yield "one less", {self.schema_keyword: max(bound - 1, 0)}


class ItemsKind(CountKind):
    """A bound on how many items a list has."""

    json_types = ("array",)
    measure = Measure.ITEMS
    aspect: ClassVar[Aspect] = ITEMS
    noun = "item"

    def of_length(self, field: Sampled, length: int) -> Iterator[list[Any]]:
        """Return a valid list of so many items, if there are as many: its own, then others that differ from them."""
        kept_items = field.value[:length]
        items = [*kept_items, *islice(field.further(), length - len(kept_items))]
        if len(items) < length and "unique_items" not in field.bounds and items:
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

    def breaking(self, field: Sampled) -> Iterator[Named]:
        length = max(field.count(self.keyword) - 1, 0)
        yield from (("too_few", items) for items in self.of_length(field, length))

    def edges(self, field: Sampled) -> Iterator[Named]:
        """Return the shortest list; the empty one shows that lists may be empty."""
        yield "empty", []
        if self.keyword in field.bounds:
            yield from (("fewest", items) for items in self.of_length(field, field.count(self.keyword)))


class MaxItems(ItemsKind):
    keyword = "max_items"
    relation = Relation.AT_MOST
    statement = ConstraintKey("max_items", "count", ("list",), "Items at most.")
    schema_keyword = "maxItems"
    error = "too_long"
    argument = "max_length"
    word = "at most"

    def breaking(self, field: Sampled) -> Iterator[Named]:
        yield from (("too_many", items) for items in self.of_length(field, field.count(self.keyword) + 1))

    def edges(self, field: Sampled) -> Iterator[Named]:
        """Return the longest list, or where there is none, one of two items."""
        is_stated = self.keyword in field.bounds
        name, length = ("most", field.count(self.keyword)) if is_stated else ("two", 2)
        yield from ((name, items) for items in self.of_length(field, length))

    def is_implied(self, field: Sampled) -> bool:
        """Tell whether there are not as many different items."""
        return not any(True for _ in self.breaking(field))


class UniqueItems(Kind):
    keyword = "unique_items"
    json_types = ("array",)
    relation = Relation.DISTINCT
    aspect = UNIQUE
    statement = ConstraintKey("unique_items", "flag", ("list",), "No two items are equal.")
    schema_keyword = "uniqueItems"
    error = "unique_items"

    def fault(self, flag: Any, max_bytes: int) -> str | None:
        return None if flag is True else "not true"

    def phrase(self, flag: Any) -> Phrase:
        return Phrase("without repeated items", "must not repeat an item", "Send each item once")

    def schema_changes(self, flag: bool, schema: Schema) -> Iterator[SchemaChange]:
        yield "repeated items", {self.schema_keyword: False}

    def breaking(self, field: Sampled) -> Iterator[Named]:
        """Return lists in which the first item is repeated: right after itself, and at the end."""
        items = field.value or list(islice(field.further(), 1))
        if items:
            yield "repeated", [items[0], items[0]]
            yield "repeated_at_the_end", [*items, items[0]]

    def is_implied(self, field: Sampled) -> bool:
        """Tell whether no list has two items."""
        return field.bounds.get("max_items") in (0, 1)

    def edges(self, field: Sampled) -> Iterator[Named]:
        """Return a list that repeats an item, which shows that a list may."""
        if field.value:
            yield "repeated", [*field.value, field.value[0]]
