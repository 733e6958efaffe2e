"""How long a pattern may take, compared with an engine that backtracks, as most do, and counts its steps."""

import re
from collections.abc import Iterator
from itertools import islice, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paycat.shapes.patterns.backtracking import SLOW, most_steps
from paycat.shapes.patterns.portable import tree_of
from paycat.shapes.patterns.ranges import holds
from paycat.shapes.patterns.tree import Alternation, Concatenation, Repeat, Signs, Tree, longest

EXPLODING = {
    "^(a+)+$": "a",
    "^(a*)*$": "a",
    "^(a|a)*$": "a",
    "^(ab|[a-c]b){1,40}$": "ab",
    "^(a|aa)*$": "a",
    "^(a|b|ab)*$": "ab",
    "^([a-z]+ ?)*$": "a",
    "^(y[a-z]{1,20}-?){1,20}$": "y",
    "^([a-z]{1,20}-?){1,20}$": "a",
    "^([0-9]?[0-9]?){1,30}$": "0",
    "^([a-z-]*[a-z])*$": "a",
    "^([a-z]*[a-z-]0?)*$": "a",
    r"^(\x61+|[^b\n])*$": "a",
}
"""With each pattern a word that, said again and again, takes ever longer."""
HARMLESS = (
    "^(a+-)*$",
    "^[a-z]+( [a-z]+)*$",
    "^([a-z]{1,20}-){1,20}$",
    "^((ab){2}c?)*$",
    "^[0-9]{1,3}([.,][0-9]{3}){0,9}$",
    "^(a|b)*$",
    "^([A-Z][a-z]*)*$",
    "^([0-9]{1,3}){1,3}$",
    "^a?a?a?a?a?aaaaa$",
    r"^[^\x00-\x20@]+@[^\x00-\x20@]+$",
    r"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$",
    "^([a-z-]*[a-z][a-z]0)*$",
)
ORACLE = settings(max_examples=100, derandomize=True, database=None, deadline=None)
MOST_STEPS = 50_000


@pytest.mark.parametrize("pattern", EXPLODING)
def test_what_explodes_takes_ever_longer(pattern: str) -> None:
    """Six characters more are at least five times the work."""
    assert most_steps(tree_of(pattern), 40) > SLOW
    assert rejecting(pattern, EXPLODING[pattern], 14) > 5 * rejecting(pattern, EXPLODING[pattern], 8)


@pytest.mark.parametrize("pattern", ["^(a?){40}$", "^(a?){0,40}$", "^(a?){2,}$"])
def test_turns_that_take_nothing_count(pattern: str) -> None:
    """Where a number of them is needed, C(40, 8) ways spread eight characters over forty turns: minutes in Python."""
    assert most_steps(tree_of(pattern), 40) > SLOW


@pytest.mark.parametrize("pattern", HARMLESS)
def test_what_does_not_explode_takes_a_few_steps_a_character(pattern: str) -> None:
    assert most_steps(tree_of(pattern), 1000) <= SLOW
    for word in ("a", "ab", "0", "aA", "a ", "a-", "000."):
        assert rejecting(pattern, word, 100) <= 5 * 100, word


@pytest.mark.parametrize(
    ("pattern", "length", "steps"),
    [
        ("^[a-z]*$", 1000, 2001),
        ("^[a-z]*[0-9]*$", 1000, 3003),
        ("^[a-z]{1,9}(-[a-z]{1,9}){0,9}$", 1000, 230),
        ("^(ab|cd){1,40}$", 1000, 326),
        ("^(ab|ac){1,10}$", 1000, 20 + 6 * 2 * 2**10),
        ("^[a-z]*[a-z]{0,99}$", 1000, 2002 + 100 * 1001),
        ("^[a-z]*[a-z]*[a-z]*$", 100, 202 + 101**2 + 101**3),
        ("^[a-z]*-?[a-z]*$", 1000, 2002 + 2 * 1001 + 1001**2),
        ("^a{3}a{4}a*$", 1000, 2011),
        ("^[a-z]{1,9}[a-z]{1,9}[a-z]*$", 1000, 1011 + 9 * 10 + 9 * 9 * 1001),
        ("^([0-9]{1,3}){1,3}$", 1000, 9 + 2 * 3**3 * 4),
        (r"^[\w.]+@[\w.]+\.\w{2,6}$", 1000, 2004 + 1000 + 1000 * 8),
        (r"^[\s\S]*[0-9]{3}[\s\S]*$", 1000, 2002 + 1001 * 5),
        ("^[a-z-]*[a-z]0$", 1000, 1000 + 1 + 2 * 1001 + 2),
        ("^(a|)b?$", 1000, 7),
        ("^(a|)a?$", 1000, 9),
    ],
)
def test_choices_that_the_next_character_does_not_make_multiply(pattern: str, length: int, steps: int) -> None:
    assert most_steps(tree_of(pattern), length) == steps


def test_sharing_is_as_slow_as_it_is_called() -> None:
    """Twice the text is about eight times the work where three repeats share it."""
    pattern = "^[a-z]*[a-z]*[a-z]*[0-9]$"
    once, twice = (rejecting(pattern, "a", size) for size in (20, 40))
    assert 4 < twice / once < 16
    assert most_steps(tree_of("^[a-z]*[a-z]*[a-z]*$"), 500) > SLOW > most_steps(tree_of("^[a-z]*[a-z]*[a-z]*$"), 400)


def random_patterns() -> st.SearchStrategy[str]:
    repeats = st.sampled_from(["?", "*", "+", "{2}", "{1,2}", "{0,3}", "{1,}"])
    return st.recursive(
        st.sampled_from(["a", "b", "[ab]"]),
        lambda inner: st.one_of(
            st.builds("({}){}".format, inner, repeats),
            st.builds("({}|{})".format, inner, inner),
            st.builds("{}{}".format, inner, inner),
        ),
        max_leaves=5,
    )


@ORACLE
@given(random_patterns())
def test_no_engine_takes_more_steps(inner: str) -> None:
    """For each character as many steps as the pattern has characters may be tried on every way."""
    tree = tree_of(f"^{inner}$")
    for size in (1, 2, 3):
        for word in product("ab", repeat=size):
            text = ("".join(word) * 12)[:12]
            most = most_steps(tree, len(text))
            assert most > SLOW or steps(tree, f"{text}!") <= (len(inner) + 1) * 2 * most, word


@ORACLE
@given(random_patterns())
def test_the_longest_text(inner: str) -> None:
    most = longest(tree_of(f"^{inner}$"))
    texts = ("".join(signs) for size in range(8) for signs in product("ab", repeat=size))
    matching = [len(text) for text in texts if re.fullmatch(inner, text)]
    if most is not None and most < 8:
        assert max(matching) == most
    else:
        assert matching


def rejecting(pattern: str, word: str, length: int) -> int:
    """Return the steps that it takes to reject a text of a word, again and again."""
    return steps(tree_of(pattern), (word * length)[:length] + "\n!")


def steps(tree: Tree, text: str) -> int:
    """Return in how many ways a matcher that goes back can read some of a text, as far as they are counted."""
    tried = [0]
    for _ in islice(ends(tree, text, 0, tried), MOST_STEPS):
        pass
    return tried[0]


def ends(tree: Tree, text: str, start: int, tried: list[int]) -> Iterator[int]:
    match tree:
        case Signs(ranges):
            tried[0] += 1
            if tried[0] < MOST_STEPS and start < len(text) and holds(ranges, ord(text[start])):
                yield start + 1
        case Alternation(parts):
            for part in parts:
                yield from ends(part, text, start, tried)
        case Concatenation(parts):
            yield from all_ends(parts, text, start, tried)
        case Repeat(part, least, most):
            yield from turns(part, (least, most), text, start, tried)


def all_ends(parts: tuple[Tree, ...], text: str, start: int, tried: list[int]) -> Iterator[int]:
    if not parts:
        yield start
        return
    for end in ends(parts[0], text, start, tried):
        yield from all_ends(parts[1:], text, end, tried)


def turns(part: Tree, bounds: tuple[int, int | None], text: str, start: int, tried: list[int]) -> Iterator[int]:
    least, most = bounds
    if most is None or most > 0:
        fewer = (max(least - 1, 0), None if most is None else most - 1)
        for end in ends(part, text, start, tried):
            if end > start or least > 0:
                yield from turns(part, fewer, text, end, tried)
    if least == 0:
        yield start
