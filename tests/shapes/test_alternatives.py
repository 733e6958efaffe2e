"""Patterns with alternatives: the texts of vectors tell every mutant, also in an alternative that no sample has."""

import pytest

from paycat.shapes.patterns.mutants import MOST_STEPS, counterexamples, pattern_mutants
from tests.shapes.portable import is_match
from tests.shapes.test_patterns import is_proven

DATE = "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"
PATTERNS = [
    (DATE, "2026-01-02", 10, 10),
    ("^(first|recurring|last|single)$", "first", 0, 40),
    ("^(a|b(c|de)?)+f$", "af", 0, 20),
    ("^x(1[0-4]{2}|2[^0-9a]|[3-5](y|z){2})$", "x100", 1, 9),
]


@pytest.mark.parametrize(("pattern", "value", "shortest", "longest"), PATTERNS)
def test_every_mutant_is_told_or_means_the_same(pattern: str, value: str, shortest: int, longest: int) -> None:
    texts = [text for _, text in counterexamples(pattern, value, shortest, longest, MOST_STEPS)]
    assert all(shortest <= len(text) <= longest for text in texts)
    lengths = {"minLength": shortest, "maxLength": longest}
    untold = [
        name
        for name, mutant in pattern_mutants(pattern)
        if all(is_match(text, pattern) is is_match(text, mutant, name) for text in texts)
        and not is_proven(pattern, mutant, lengths)
    ]
    assert untold == []
    valid = {text for text in texts if is_match(text, pattern)}
    assert len(valid) >= pattern.count("|"), "texts that match stand for the alternatives, too"
