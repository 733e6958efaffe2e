"""What the bounds on counts have in common: how many characters a text has, how many items a list."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, ClassVar

from paycat.shapes.constraints.aspects import ITEMS
from paycat.shapes.constraints.kind import Kind, Sampled, Schema, SchemaChange
from paycat.shapes.constraints.phrase import Phrase, count, having
from paycat.shapes.constraints.relations import Measure


class CountKind(Kind):
    """A bound on how many parts a value has."""

    form_type = "count"
    noun: ClassVar[str]
    """What is counted."""
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
    aspect = ITEMS
    noun = "item"

    def of_length(self, sampled: Sampled, length: int) -> Iterator[list[Any]]:
        """Return a valid list of so many items, if there are as many: its own, then others that differ from them."""
        own = sampled.value[:length]
        items = [*own, *islice(sampled.further(), length - len(own))]
        if len(items) < length and "unique_items" not in sampled.bounds and items:
            items += [items[-1]] * (length - len(items))
        if len(items) == length:
            yield items
