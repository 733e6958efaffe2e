"""`max_length`: how many characters a text has at most."""

from collections.abc import Iterator

from paycat.shapes.constraints.counts import EMOJI, LengthKind, stretched
from paycat.shapes.constraints.kind import Named, Sampled, Schema, SchemaChange
from paycat.shapes.constraints.relations import Relation

UTF_16 = "counted in UTF-16"
_BEYOND_BMP = "[\U00010000-\U0010ffff]"


class MaxLength(LengthKind):
    keyword = "max_length"
    relation = Relation.AT_MOST
    schema_keyword = "maxLength"
    form_name = "max_length"
    form_description = "Characters (code points) at most"
    error = "string_too_long"
    argument = "max_length"
    word = "at most"

    def schema_changes(self, value: int, schema: Schema) -> Iterator[SchemaChange]:
        """Return one more, one less, and a count of UTF-16 units."""
        yield from super().schema_changes(value, schema)
        too_many = f"(?:[^\U00010000-\U0010ffff]*{_BEYOND_BMP}){{{value // 2 + 1}}}"
        yield UTF_16, {"allOf": [*schema.get("allOf", []), {"not": {"pattern": f"^{too_many}"}}]}

    def breaking(self, sampled: Sampled) -> Iterator[Named]:
        size = sampled.count(self.keyword) + 1
        yield "too_long", stretched(sampled.value, size)
        yield "too_long_beyond_ascii", EMOJI * size

    def edges(self, sampled: Sampled) -> Iterator[Named]:
        yield from self.edges_named(sampled, "longest")
