"""What the bounds on counts have in common: how many characters a text has, how many items a list.

Characters are code points, neither bytes nor UTF-16 units. YAML states both ends of their number as `length`.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, ClassVar

from paycat.matching.pattern_mutants import AUTOMATON_STEP
from paycat.matching.patterns import matches
from paycat.matching.side_by_side import matching_text
from paycat.shapes.constraints.aspects import ITEMS, LENGTH
from paycat.shapes.constraints.kind import Kind, Named, Sampled, Schema, SchemaChange
from paycat.shapes.constraints.phrase import Phrase, count, having
from paycat.shapes.constraints.relations import Measure
from paycat.shapes.constraints.statement import Bound, Statement, Surroundings

QUESTIONS = 20
"""Half of what a pattern may cost is for its mutants, and half for texts of certain lengths."""

EMOJI = "\N{GRINNING FACE}"
_LEAST, _MOST = "min_length", "max_length"


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


def _ends(value: Any, _: Surroundings) -> Mapping[str, Bound]:
    """Return the ends of a length; an end that is open, or 0 at least, bounds nothing."""
    least, most = value
    return {**({_LEAST: least} if least else {}), **({} if most is None else {_MOST: most})}


class LengthKind(CountKind):
    """A bound on how many characters a text has."""

    json_types = ("string",)
    measure = Measure.CHARACTERS
    aspect = LENGTH
    statement = Statement("length", "span", ("text",), "Number of characters.", _ends)
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


def text_of(sampled: Sampled, least: int, most: int | None, beyond_bmp: int = 0) -> str | None:
    """Return a text of some length that the field's pattern matches, or None where none was found."""
    steps = sampled.steps // QUESTIONS // AUTOMATON_STEP
    return matching_text(str(sampled.bounds["pattern"]), least, most, beyond_bmp, most_steps=steps).text


def lengths_of(bounds: Mapping[str, Bound]) -> tuple[int, int | None]:
    """Return how many characters a text has at least and at most; None for no end."""
    least, most = bounds.get(_LEAST, 0), bounds.get(_MOST)
    assert isinstance(least, int), "a contract with another bound is refused when it is read"
    assert isinstance(most, int | None), "as above"
    return least, most


def stretched(value: str, length: int) -> str:
    """Return a value cut, or filled with its last character, to a length."""
    return (value + value[-1:] * length)[:length]
