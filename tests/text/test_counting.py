"""Counts in words: one plural rule, and no sentence that does without it."""

import re

import projects
import pytest

from paycat.shapes.constraints import KINDS
from paycat.shapes.constraints.kind import Kind
from paycat.text.counting import counted, listed, plural

COUNTING = [kind for kind in KINDS.values() if kind.noun]
NOUNS = "characters|decimals|decimal places|errors|warnings|days|hours|minutes|members|methods|files|lines"
BY_HAND = re.compile(rf"\}}+ ({NOUNS})\b")
"""A value, and a noun that is always a plural after it."""
ALWAYS_MANY = (
    "more than {_LONGEST_CURSOR:,} characters",
    "more than {LONGEST:,} characters",
    "{len(payload):,} characters, which",
    "data-count",
)


def test_counts() -> None:
    assert [plural(count, "day") for count in (0, 1, 1.0, 2)] == ["days", "day", "day", "days"]
    assert [counted(count, "error") for count in (0, 1, 2000)] == ["0 errors", "1 error", "2,000 errors"]
    assert [listed("abc", most=most) for most in (1, 2, 3)] == ["a and 2 more", "a, b and 1 more", "a, b and c"]


@pytest.mark.parametrize("kind", COUNTING, ids=lambda kind: kind.keyword)
def test_every_register_knows_that_one_is_singular(kind: Kind) -> None:
    for count, right, wrong in (
        (1, r"\b1 (character|decimal place|item)\b", "1 [a-z ]+s\\b"),
        (2, "2 [a-z ]+s\\b", "x"),
    ):
        phrase = kind.phrase(count)
        for text in (phrase.whole_limit, phrase.whole_must, phrase.send):
            assert re.search(right, text), text
            assert not re.search(wrong, text), text


def test_no_count_is_followed_by_a_plural_by_hand() -> None:
    sources = [*(projects.ROOT / "src" / "paycat").rglob("*.py"), *projects.GENERATORS.rglob("*.j2")]
    found = {
        line.strip()
        for path in sources
        for line in path.read_text(encoding="utf-8").splitlines()
        if BY_HAND.search(line) and not any(one in line for one in ALWAYS_MANY)
    }
    assert found == set()
