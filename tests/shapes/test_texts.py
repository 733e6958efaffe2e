"""Texts of one pattern that another rejects: a shortest one, a proof that there is none, or no answer."""

import re

import pytest

from paycat.shapes.patterns.side_by_side import Shortest
from paycat.shapes.patterns.texts import _only, some_text, text_of_one, texts

DIGITS, LETTERS = "^[0-9]{1,20}$", "^[A-Za-z0-9._-]{0,255}$"


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ((DIGITS, 0, None), ("^[0-9]{1,10}$", 0, None), "0" * 11),
        ((DIGITS, 1, 20), ("^[0-9]*$", 0, None), None),
        ((DIGITS, 0, 8), ("^[0-9]{1,10}$", 0, None), None),
        (("^[A-Z]{4}0[A-Z0-9]{6}$", 0, None), ("^[A-Z]{4}[A-Z0-9]{7}$", 11, 11), None),
        (("^[A-Z]{4}[A-Z0-9]{7}$", 0, None), ("^[A-Z]{4}0[A-Z0-9]{6}$", 0, None), "AAAAA"),
        ((None, 0, 255), (LETTERS, 0, 255), " "),
        ((LETTERS, 0, 255), (None, 0, 254), "0" * 255),
        ((LETTERS, 0, None), (None, 0, None), None),
        (("^(a|b){3}$", 0, None), ("^(a|b)+$", 0, 2), "aaa"),
        (("^[^0-9\\n]$", 0, None), (DIGITS, 0, None), "a"),
        (("^\\u00e9$", 0, None), ("^e$", 0, None), "é"),
    ],
)
def test_a_text_of_one(
    one: tuple[str | None, int, int | None], other: tuple[str | None, int, int | None], found: str | None
) -> None:
    text = text_of_one(texts(*one), texts(*other))
    assert (text is None) == (found is None), text
    if text is not None and found is not None:
        assert text.startswith(found[:5])
        assert re.fullmatch((one[0] or "^[\\s\\S]*$")[1:-1], text)
        assert not (
            re.fullmatch((other[0] or "^[\\s\\S]*$")[1:-1], text) and other[1] <= len(text) <= (other[2] or 999)
        )


@pytest.mark.parametrize(
    "pattern", ["^([a-z]{1,90}|[0-9]{1,90})$", "^([a-z]{20}){9}$", "^a{1,400}b$", "^(a$", "^(?=a)$"]
)
def test_what_is_too_large_or_not_portable_has_no_answer(pattern: str) -> None:
    """Nothing is concluded from it: there is no text, and no proof that there is none."""
    assert not texts(pattern, 0, None).is_decided
    assert text_of_one(texts(pattern, 0, None), texts("^z$", 0, None)) is None
    assert some_text(texts(pattern, 0, None)) is None


@pytest.mark.slow
def test_what_takes_too_many_steps_is_not_known() -> None:
    """Its automaton has two million states; nothing is concluded, neither a text nor a proof."""
    one, other = texts("^(a|b)*a(a|b){20}$", 0, None), texts("^[ab]{0,50}$", 0, 100)
    assert one.is_decided
    assert _only(one, other) == Shortest(None, is_known=False)
    assert text_of_one(one, other) is None


@pytest.mark.parametrize(("least", "most", "length"), [(0, None, 1), (7, None, 7), (0, 3, 1), (3, 3, 3)])
def test_some_text(least: int, most: int | None, length: int) -> None:
    text = some_text(texts(DIGITS, least, most))
    assert text is not None
    assert re.fullmatch(f"[0-9]{{{length}}}", text)
    assert some_text(texts(DIGITS, 21, None)) is None
