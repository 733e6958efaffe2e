"""Decimal numbers in texts, found by automata: one that some constraints accept and others do not, or that none is."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from paycat.shapes.constraints import KINDS, decimal_text_pattern, numbers_within, patterns_of
from paycat.shapes.constraints.decimal_form import DECIMAL, bounds_pattern
from paycat.shapes.constraints.length import lengths_of
from paycat.shapes.constraints.number_range import NumberRange
from paycat.shapes.constraints.pattern import Pattern
from paycat.shapes.constraints.statement import Bound
from paycat.shapes.patterns.mutants import pattern_mutants
from paycat.shapes.patterns.portable import tree_of
from paycat.shapes.patterns.side_by_side import Budget, Shortest, Verdicts, shortest_text

Bounds = Mapping[str, Bound]
Lengths = tuple[int, int | None]

_STEPS = 300_000
"""What one question may cost: a fraction of a second."""


def text_lost(accepting_values: Bounds, rejecting_values: Bounds) -> Shortest:
    """Return a shortest text that some bounds accept and others reject; it is not known where a pattern says less."""
    if any(KINDS[keyword].text_limitation(constraint_value) for keyword, constraint_value in rejecting_values.items()):
        return Shortest(None, is_known=False)
    accepted_patterns, kept_patterns = patterns_of(accepting_values), patterns_of(rejecting_values)
    lengths, other_lengths = lengths_of(accepting_values), lengths_of(rejecting_values)
    patterns = tuple(dict.fromkeys((*accepted_patterns, *kept_patterns)))

    def is_accepted(*matches: bool) -> bool:
        return all(match for match, pattern in zip(matches, patterns, strict=True) if pattern in accepted_patterns)

    def is_kept(*matches: bool) -> bool:
        return all(match for match, pattern in zip(matches, patterns, strict=True) if pattern in kept_patterns)

    shortest_by_signs = _shortest(patterns, lambda *matches: is_accepted(*matches) and not is_kept(*matches), lengths)
    if shortest_by_signs.text is not None or lengths == other_lengths:
        return shortest_by_signs
    shortest_by_length = _shortest(patterns, is_accepted, lengths, other_lengths)
    return Shortest(shortest_by_length.text, shortest_by_signs.is_known and shortest_by_length.is_known)


def texts_at_ends(value_by_keyword: Bounds) -> Iterator[tuple[str, str]]:
    """Yield texts of the numbers at the ends that belong to the range, by name, as a pattern beside them asks for."""
    number_range = numbers_within(value_by_keyword)
    patterns = patterns_of(value_by_keyword)
    for name, end in (("low_end", number_range.low), ("high_end", number_range.high)):
        if end and end.is_included and Pattern.keyword in value_by_keyword:
            end_pattern = bounds_pattern(NumberRange(end, end), None)
            text = _shortest((end_pattern, *patterns), lambda *matches: all(matches), lengths_of(value_by_keyword)).text
            yield from [] if text is None else [(name, text)]


def texts_of_pattern(value_by_keyword: Bounds) -> Iterator[tuple[str, str]]:
    """Yield texts that distinguish the pattern beside a number from those that differ in one place, by their names."""
    if Pattern.keyword not in value_by_keyword:
        return
    pattern, number_pattern = str(value_by_keyword[Pattern.keyword]), decimal_text_pattern(value_by_keyword)
    for name, mutant in pattern_mutants(pattern):
        for required_pattern in (number_pattern, DECIMAL.pattern):
            text = differing_text(pattern, mutant, (required_pattern,), lengths_of(value_by_keyword)).text
            if text is not None:
                yield name, text
                break


def texts_of_an_end(value_by_keyword: Bounds, outer_values: Bounds) -> Iterator[tuple[str, str]]:
    """Yield texts that outer bounds accept, of which only the beginning or the end is a number that others accept."""
    pattern = decimal_text_pattern(value_by_keyword)
    for name, open_pattern in (("beginning", pattern.removesuffix("$")), ("ending", pattern.removeprefix("^"))):
        text = differing_text(pattern, open_pattern, tuple(patterns_of(outer_values)), lengths_of(outer_values)).text
        yield from [] if text is None else [(name, text)]


@lru_cache(maxsize=4096)
def differing_text(left: str, right: str, required: tuple[str, ...], lengths: Lengths) -> Shortest:
    """Return a shortest text that one of two patterns matches alone, and that all required patterns match."""
    return _shortest((left, right, *required), lambda mine, theirs, *rest: mine is not theirs and all(rest), lengths)


def _shortest(patterns: Sequence[str], verdicts: Verdicts, lengths: Lengths, others: Lengths | None = None) -> Shortest:
    """Return a shortest text of some lengths, and not of others."""

    def fits(length: int) -> bool:
        return _is_within(length, lengths) and not (others and _is_within(length, others))

    end_lengths = [end for span in (lengths, others or lengths) for end in span if end is not None]
    return shortest_text(tuple(map(tree_of, patterns)), verdicts, fits, max(end_lengths), Budget(_STEPS))


def _is_within(length: int, lengths: Lengths) -> bool:
    min_length, max_length = lengths
    return min_length <= length and (max_length is None or length <= max_length)
