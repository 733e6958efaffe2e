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


def _ends(value: Any, _: Surroundings) -> Mapping[str, Bound]:
    """Return the ends of a length; an end that is open, or 0 at least, bounds nothing."""
    least, most = value
    return {**({_LEAST: least} if least else {}), **({} if most is None else {_MOST: most})}


class LengthKind(CountKind):
    """A bound on how many characters a text has."""

    json_types = ("string",)
    measure = Measure.CHARACTERS
    aspect = LENGTH
    statement = ConstraintKey("length", "span", TEXTS, "Number of characters.", _ends)
    noun = "character"

    def edges_named(self, sampled: Sampled, name: str) -> Iterator[Named]:
        """Return texts that have as many characters as the bound says."""
        if self.keyword not in sampled.bounds:
            return
        size, value = sampled.count(self.keyword), sampled.value
        filled = stretched(value, size)
        yield name, filled
        yield f"{name}_beyond_ascii", EMOJI * size
        yield f"{name}_ending_beyond_ascii", value + EMOJI * (size - len(value))
        if "pattern" not in sampled.bounds:
            return
        if not matches(str(sampled.bounds["pattern"]), filled) and (text := text_of(sampled, size, size)):
            yield name, text
        may_be_beyond = text_of(sampled, 0, None, 1) is not None
        if may_be_beyond and (text := text_of(sampled, size, size, size // 2 + 1)):
            yield f"{name}_mostly_beyond_bmp", text


class MinLength(LengthKind):
    keyword = "min_length"
    relation = Relation.AT_LEAST
    schema_keyword = "minLength"
    error = "string_too_short"
    argument = "min_length"
    word = "at least"

    def breaking(self, sampled: Sampled) -> Iterator[Named]:
        yield "too_short", sampled.value[: sampled.count(self.keyword) - 1]

    def edges(self, sampled: Sampled) -> Iterator[Named]:
        """Return the shortest texts; the empty one shows that texts may be empty."""
        yield "empty", ""
        yield from self.edges_named(sampled, "shortest")


class MaxLength(LengthKind):
    keyword = "max_length"
    relation = Relation.AT_MOST
    schema_keyword = "maxLength"
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


def text_of(sampled: Sampled, least: int, most: int | None, beyond_bmp: int = 0) -> str | None:
    """Return a text of some length that the field's pattern matches, or None where none was found."""
    steps = sampled.steps // QUESTIONS // AUTOMATON_STEP
    return matching_text(str(sampled.bounds["pattern"]), least, most, beyond_bmp, most_steps=steps).text


def lengths_of(bounds: Mapping[str, Bound]) -> tuple[int, int | None]:
    """Return how many characters a text has at least and at most; None for no end."""
    least, most = bounds.get(_LEAST, 0), bounds.get(_MOST)
    assert isinstance(least, int), "a contract with another bound is rejected when it is read"
    assert isinstance(most, int | None), "as above"
    return least, most


def stretched(value: str, length: int) -> str:
    """Return a value cut, or filled with its last character, to a length."""
    return (value + value[-1:] * length)[:length]
