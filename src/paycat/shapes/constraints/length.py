"""`length`: how many characters a text has, from `min_length` to `max_length`.

Characters are code points, neither bytes nor UTF-16 units.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from paycat.shapes.constraints.aspects import LENGTH
from paycat.shapes.constraints.counts import CountKind
from paycat.shapes.constraints.kind import Named, Sampled, Schema, SchemaChange
from paycat.shapes.constraints.relations import Measure, Relation
from paycat.shapes.constraints.statement import TEXTS, Bound, ConstraintKey, Surroundings
from paycat.shapes.patterns.compiled import matches
from paycat.shapes.patterns.mutants import AUTOMATON_STEP
from paycat.shapes.patterns.texts import matching_text

QUESTIONS = 20
"""Half of what a pattern may cost is for its mutants, and half for texts of certain lengths."""

EMOJI = "\N{GRINNING FACE}"
UTF_16 = "counted in UTF-16"
_BEYOND_BMP = "[\U00010000-\U0010ffff]"
_LEAST, _MOST = "min_length", "max_length"


def _ends(lengths: Any, _: Surroundings) -> Mapping[str, Bound]:
    """Return the ends of a length; an end that is open, or 0 at least, bounds nothing."""
    min_length, max_length = lengths
    return {**({_LEAST: min_length} if min_length else {}), **({} if max_length is None else {_MOST: max_length})}


class LengthKind(CountKind):
    """A bound on how many characters a text has."""

    json_types = ("string",)
    measure = Measure.CHARACTERS
    aspect = LENGTH
    statement = ConstraintKey("length", "span", TEXTS, "Number of characters.", _ends)
    noun = "character"

    def edges_named(self, field: Sampled, name: str) -> Iterator[Named]:
        """Return texts that have as many characters as the bound says."""
        if self.keyword not in field.bounds:
            return
        length, value = field.count(self.keyword), field.value
        filled_text = stretched(value, length)
        yield name, filled_text
        yield f"{name}_beyond_ascii", EMOJI * length
        yield f"{name}_ending_beyond_ascii", value + EMOJI * (length - len(value))
        if "pattern" not in field.bounds:
            return
        if not matches(str(field.bounds["pattern"]), filled_text) and (text := text_of(field, length, length)):
            yield name, text
        may_be_beyond = text_of(field, 0, None, 1) is not None
        if may_be_beyond and (text := text_of(field, length, length, length // 2 + 1)):
            yield f"{name}_mostly_beyond_bmp", text


class MinLength(LengthKind):
    keyword = "min_length"
    relation = Relation.AT_LEAST
    schema_keyword = "minLength"
    error = "string_too_short"
    argument = "min_length"
    word = "at least"

    def breaking(self, field: Sampled) -> Iterator[Named]:
        yield "too_short", field.value[: field.count(self.keyword) - 1]

    def edges(self, field: Sampled) -> Iterator[Named]:
        """Return the shortest texts; the empty one shows that texts may be empty."""
        yield "empty", ""
        yield from self.edges_named(field, "shortest")


class MaxLength(LengthKind):
    keyword = "max_length"
    relation = Relation.AT_MOST
    schema_keyword = "maxLength"
    error = "string_too_long"
    argument = "max_length"
    word = "at most"

    def schema_changes(self, max_length: int, schema: Schema) -> Iterator[SchemaChange]:
        """Return one more, one less, and a count of UTF-16 units."""
        yield from super().schema_changes(max_length, schema)
        crowded_pattern = f"(?:[^\U00010000-\U0010ffff]*{_BEYOND_BMP}){{{max_length // 2 + 1}}}"
        yield UTF_16, {"allOf": [*schema.get("allOf", []), {"not": {"pattern": f"^{crowded_pattern}"}}]}

    def breaking(self, field: Sampled) -> Iterator[Named]:
        length = field.count(self.keyword) + 1
        yield "too_long", stretched(field.value, length)
        yield "too_long_beyond_ascii", EMOJI * length

    def edges(self, field: Sampled) -> Iterator[Named]:
        yield from self.edges_named(field, "longest")


def text_of(field: Sampled, min_length: int, max_length: int | None, beyond_bmp_count: int = 0) -> str | None:
    """Return a text of some length that the field's pattern matches, or None where none was found."""
    steps = field.steps // QUESTIONS // AUTOMATON_STEP
    return matching_text(str(field.bounds["pattern"]), min_length, max_length, beyond_bmp_count, steps=steps).text


def lengths_of(value_by_keyword: Mapping[str, Bound]) -> tuple[int, int | None]:
    """Return how many characters a text has at least and at most; None for no end."""
    min_length, max_length = value_by_keyword.get(_LEAST, 0), value_by_keyword.get(_MOST)
    assert isinstance(min_length, int), "a contract with another bound is rejected when it is read"
    assert isinstance(max_length, int | None), "as above"
    return min_length, max_length


def stretched(value: str, length: int) -> str:
    """Return a value cut, or filled with its last character, to a length."""
    return (value + value[-1:] * length)[:length]
