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


def text_lost(accepting: Bounds, rejecting: Bounds) -> Shortest:
    """Return a shortest text that some bounds accept and others reject; it is not known where a pattern says less."""
    if any(KINDS[keyword].text_limitation(bound) for keyword, bound in rejecting.items()):
        return Shortest(None, is_known=False)
    accepted, kept = patterns_of(accepting), patterns_of(rejecting)
    lengths, others = lengths_of(accepting), lengths_of(rejecting)
    patterns = tuple(dict.fromkeys((*accepted, *kept)))

    def is_accepted(*matches: bool) -> bool:
        return all(match for match, pattern in zip(matches, patterns, strict=True) if pattern in accepted)

    def is_kept(*matches: bool) -> bool:
        return all(match for match, pattern in zip(matches, patterns, strict=True) if pattern in kept)

    by_signs = _shortest(patterns, lambda *matches: is_accepted(*matches) and not is_kept(*matches), lengths)
    if by_signs.text is not None or lengths == others:
        return by_signs
    by_length = _shortest(patterns, is_accepted, lengths, others)
    return Shortest(by_length.text, by_signs.is_known and by_length.is_known)


def texts_at_ends(bounds: Bounds) -> Iterator[tuple[str, str]]:
    """Yield texts of the numbers at the ends that belong to the range, by name, as a pattern beside them asks for."""
    accepted = numbers_within(bounds)
    patterns = patterns_of(bounds)
    for name, end in (("low_end", accepted.low), ("high_end", accepted.high)):
        if end and end.is_included and Pattern.keyword in bounds:
            there = bounds_pattern(NumberRange(end, end), None)
            text = _shortest((there, *patterns), lambda *matches: all(matches), lengths_of(bounds)).text
            yield from [] if text is None else [(name, text)]


def texts_of_pattern(bounds: Bounds) -> Iterator[tuple[str, str]]:
    """Yield texts that distinguish the pattern beside a number from those that differ in one place, by their names."""
    if Pattern.keyword not in bounds:
        return
    pattern, number = str(bounds[Pattern.keyword]), decimal_text_pattern(bounds)
    for name, changed in pattern_mutants(pattern):
        for form in (number, DECIMAL.pattern):
            text = differing_text(pattern, changed, (form,), lengths_of(bounds)).text
            if text is not None:
                yield name, text
                break


def texts_of_an_end(bounds: Bounds, outer: Bounds) -> Iterator[tuple[str, str]]:
    """Yield texts that outer bounds accept, of which only the beginning or the end is a number that others accept."""
    pattern = decimal_text_pattern(bounds)
    for name, changed in (("beginning", pattern.removesuffix("$")), ("ending", pattern.removeprefix("^"))):
        text = differing_text(pattern, changed, tuple(patterns_of(outer)), lengths_of(outer)).text
        yield from [] if text is None else [(name, text)]


@lru_cache(maxsize=4096)
def differing_text(left: str, right: str, required: tuple[str, ...], lengths: Lengths) -> Shortest:
    """Return a shortest text that one of two patterns matches alone, and that all required patterns match."""
    return _shortest((left, right, *required), lambda mine, theirs, *rest: mine is not theirs and all(rest), lengths)


def _shortest(patterns: Sequence[str], wanted: Verdicts, lengths: Lengths, others: Lengths | None = None) -> Shortest:
    """Return a shortest text of some lengths, and not of others."""

    def fits(length: int) -> bool:
        return _is_within(length, lengths) and not (others and _is_within(length, others))

    ends = [end for span in (lengths, others or lengths) for end in span if end is not None]
    return shortest_text(tuple(map(tree_of, patterns)), wanted, fits, max(ends), Budget(_STEPS))


def _is_within(length: int, lengths: Lengths) -> bool:
    least, most = lengths
    return least <= length and (most is None or length <= most)
