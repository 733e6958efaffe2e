"""Mutants of patterns, whether they are proven the same, and the texts that tell them apart; over random patterns."""

import re
from itertools import product
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paycat.shapes.constraints.pattern import Pattern
from paycat.shapes.patterns.mutants import MOST_STEPS, counterexamples, fair_share, pattern_mutants
from paycat.shapes.patterns.portable import guard_of_pattern
from paycat_mutants.proofs import proof
from tests.shapes.portable import is_match, patterns

QUICK = settings(deadline=None, max_examples=30, derandomize=True, database=None)
LONGEST = 4
EVERY_TEXT = ["".join(signs) for size in range(LONGEST + 1) for signs in product("`abc\t\v", repeat=size)]
"""Every short text of the signs a and b, the signs just outside, and those around a line break.

Schemas reject a line break beside the pattern, so a text with one tells nothing.
"""


def is_proven(pattern: str, mutant: str, lengths: dict[str, int]) -> bool:
    before: dict[str, Any] = {"type": "string", **Pattern().schema(pattern), **lengths}
    return bool(proof(before, "pattern", "", {**before, "pattern": mutant}))


@QUICK
@given(patterns())
def test_every_mutant_is_a_pattern_that_every_engine_reads(pattern: str) -> None:
    for name, mutant in pattern_mutants(pattern):
        assert mutant != pattern, name
        re.compile(mutant)
        jsonschema_rs.Draft202012Validator({"pattern": mutant})


@QUICK
@given(patterns("ab"), st.integers(0, 2), st.integers(2, LONGEST))
def test_a_mutant_is_proven_the_same_when_no_text_tells_it_apart(pattern: str, shortest: int, longest: int) -> None:
    """Over every text of a small alphabet that a schema does not reject beside the pattern: the proof is exact."""
    guard = guard_of_pattern(pattern)
    texts = [text for text in EVERY_TEXT if shortest <= len(text) <= longest and not guard.rejects(text)]
    for name, mutant in pattern_mutants(pattern):
        told = [text for text in texts if is_match(text, pattern) is not is_match(text, mutant, name)]
        assert is_proven(pattern, mutant, {"minLength": shortest, "maxLength": longest}) is (not told), (name, told[:3])


@QUICK
@given(st.data(), patterns())
def test_no_text_tells_a_mutant_that_is_proven_the_same(data: st.DataObject, pattern: str) -> None:
    """Over texts that either matches, and such a text with one sign more, less or changed."""
    for name, mutant in pattern_mutants(pattern):
        if not is_proven(pattern, mutant, {}):
            continue
        matching = data.draw(st.sampled_from([pattern, mutant]).flatmap(lambda one: st.from_regex(one, fullmatch=True)))
        location, sign = data.draw(st.integers(0, len(matching))), data.draw(st.characters())
        for text in (
            matching,
            matching[:location] + matching[location + 1 :],
            matching[:location] + sign + matching[location:],
            matching[:location] + sign + matching[location + 1 :],
        ):
            if not guard_of_pattern(pattern).rejects(text):
                assert is_match(text, pattern) is is_match(text, mutant, name), (name, text)


@QUICK
@given(st.data(), patterns(), st.integers(0, 3), st.integers(3, 8))
def test_counterexamples_tell_the_mutant_that_they_name(
    data: st.DataObject, pattern: str, shortest: int, longest: int
) -> None:
    value = data.draw(st.from_regex(f"{pattern[:-1]}\\Z"))
    found = counterexamples(pattern, value, shortest, longest, MOST_STEPS)
    assert len({text for _, text in found}) == len(found)
    for name, text in found:
        assert shortest <= len(text) <= longest
        mutants = [mutant for other, mutant in pattern_mutants(pattern) if other == name]
        assert any(is_match(text, pattern) is not is_match(text, mutant, name) for mutant in mutants), (name, text)


@pytest.mark.parametrize(
    ("pattern", "value", "told"),
    [
        ("^[0-9]{3}$", "123", {"class_1_0-9_as_30-38", "repeat_1_from_3_to_4", "repeat_1_from_2_to_3"}),
        ("^A{2}$", "AA", {"repeat_1_from_2_to_3", "repeat_1_from_1_to_2"}),
        ("^(a|bc)$", "a", {"alternative_1_dropped"}),
        ("^a/b$", "a/b", {"sign_2_optional", "anchor_1_dropped", "anchor_2_dropped"}),
    ],
)
def test_counterexamples_near_a_value(pattern: str, value: str, told: set[str]) -> None:
    names = {name for name, _ in pattern_mutants(pattern)}
    assert told <= names
    apart = [text for _, text in counterexamples(pattern, value, 0, 10, MOST_STEPS)]
    mutants = dict(pattern_mutants(pattern))
    for name in told:
        assert any(is_match(text, pattern) is not is_match(text, mutants[name], name) for text in apart), name


@pytest.mark.parametrize(
    ("pattern", "mutants"),
    [
        (
            "^x{2}$",
            {"anchor_1_dropped": "x{2}$", "repeat_1_from_1_to_2": "^x{1,2}$", "repeat_1_from_2_to_3": "^x{2,3}$"},
        ),
        ("^[a^]$", {"class_1_without_a": "^[\\x5e]$", "class_1_without_5E": "^[\\x61]$"}),
        ("^[%&]$", {"class_1_25_as_25-26": "^[\\x25-\\x26\\x26]$"}),
        ("^[\\u0100]$", {"class_1_100_as_100-101": "^[\u0100-\u0101]$"}),
        ("^(a|b|c)$", {"alternative_1_dropped": "^(b|c)$", "alternative_3_dropped": "^(a|b)$"}),
        ("^a+$", {"repeat_1_from_2_to_any": "^a{2,}$", "repeat_1_from_0_to_any": "^a{0,}$"}),
    ],
)
def test_mutants_of_a_pattern(pattern: str, mutants: dict[str, str]) -> None:
    made = dict(pattern_mutants(pattern))
    assert {name: made.get(name) for name in mutants} == mutants


def test_a_repeated_sign_is_not_made_optional() -> None:
    """Two repeats in a row mean another thing in each language, or nothing."""
    for pattern in ("^x{2}$", "^x?$", "^x+$", "^x*$"):
        assert [name for name, _ in pattern_mutants(pattern) if name.startswith("sign")] == []


def test_a_character_more_leaves_the_share_of_others() -> None:
    """What is derived of a pattern is kept while another one is edited."""
    others = [f"^(a{{1,{number}}}|[b-d]+)$" for number in range(1, 40)]
    shares = {fair_share([*others, f"^[0-9]{{1,{length}}}$"]) for length in range(20, 30)}
    assert len(shares) == 1
