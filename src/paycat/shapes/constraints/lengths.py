"""How many characters a text has: code points, neither bytes nor UTF-16 units. YAML states both ends as `length`."""

from collections.abc import Iterator, Mapping

from paycat.matching.pattern_mutants import AUTOMATON_STEP
from paycat.matching.patterns import matches
from paycat.matching.side_by_side import matching_text
from paycat.shapes.constraints.aspects import LENGTH
from paycat.shapes.constraints.counts import CountKind
from paycat.shapes.constraints.kind import Named, Sampled
from paycat.shapes.constraints.relations import Measure
from paycat.shapes.constraints.statement import Bound, Statement, as_span

_REFUSED = "a contract with another bound is refused when it is read"
QUESTIONS = 20
"""Half of what a pattern may cost is for its mutants, and half for what is asked about its lengths."""

EMOJI = "\N{GRINNING FACE}"
_LEAST, _MOST = "min_length", "max_length"
_STATED = Statement("length", "span", ("text",), "Number of characters.", as_span(_LEAST, _MOST))


class LengthKind(CountKind):
    """A bound on how many characters a text has."""

    json_types = ("string",)
    measure = Measure.CHARACTERS
    aspect = LENGTH
    statement = _STATED
    noun = "character"

    def edges_named(self, sampled: Sampled, name: str) -> Iterator[Named]:
        """Return texts that have as many characters as the bound says."""
        if self.keyword not in sampled.bounds:
            return
        size, value = sampled.count(self.keyword), sampled.value
        yield name, stretched(value, size)
        yield f"{name}_beyond_ascii", EMOJI * size
        yield f"{name}_ending_beyond_ascii", value + EMOJI * (size - len(value))
        if "pattern" in sampled.bounds:
            yield from _made_edges(sampled, name, stretched(value, size))


def _made_edges(sampled: Sampled, name: str, filled: str) -> Iterator[Named]:
    """Return texts of a length that a pattern matches, where the one that the sample was stretched to does not."""
    pattern, size = str(sampled.bounds["pattern"]), len(filled)
    if not matches(pattern, filled) and (text := text_of(sampled, size, size)):
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
    assert isinstance(least, int), _REFUSED
    assert isinstance(most, int | None), _REFUSED
    return least, most


def stretched(value: str, length: int) -> str:
    """Return a value cut, or filled with its last character, to a length."""
    return (value + value[-1:] * length)[:length]
