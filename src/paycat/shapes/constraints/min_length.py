"""`min_length`: how many characters a text has at least."""

from collections.abc import Iterator

from paycat.shapes.constraints.counts import LengthKind
from paycat.shapes.constraints.kind import Named, Sampled
from paycat.shapes.constraints.relations import Relation


class MinLength(LengthKind):
    keyword = "min_length"
    relation = Relation.AT_LEAST
    schema_keyword = "minLength"
    form_name = "min_length"
    form_description = "Characters (code points) at least"
    error = "string_too_short"
    argument = "min_length"
    word = "at least"

    def breaking(self, sampled: Sampled) -> Iterator[Named]:
        yield "too_short", sampled.value[: sampled.count(self.keyword) - 1]

    def edges(self, sampled: Sampled) -> Iterator[Named]:
        """Return the shortest texts; the empty one shows that texts may be empty."""
        yield "empty", ""
        yield from self.edges_named(sampled, "shortest")
