"""What the bounds on the items of a list have in common."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from paycat.shapes.constraints.aspects import ITEMS
from paycat.shapes.constraints.counts import CountKind
from paycat.shapes.constraints.kind import Sampled
from paycat.shapes.constraints.relations import Measure


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
