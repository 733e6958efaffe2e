"""What English promises of a value, and what only sounds like it."""

import pytest

from paycat.lint.rules.promises import promised_lengths, promised_presence, promised_values


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("11-digit wallet number", [(11, 11)]),
        ("Exactly 3 letters", [(3, 3)]),
        ("Number, 8 digits", [(8, 8)]),
        ("Number with 10 digits", [(10, 10)]),
        ("At most 35 characters", [(None, 35)]),
        ("no longer than 70 characters", [(None, 70)]),
        ("12 digits at most", [(None, 12)]),
        ("at least 8 characters, up to 20 characters", [(8, None), (None, 20)]),
        ("20 digits or more", [(20, None)]),
        ("1 to 255 visible ASCII characters", [(1, 255)]),
        ("between 6 and 18 characters", [(6, 18)]),
        ("1–20 digits", [(1, 20)]),
        ("6 or 8 digits", []),
        ("8-digit or 11-digit code", []),
        ("2, 4 or 6 characters", []),
        ("the last 4 digits of the number", []),
        ("the first 6-digit part", []),
        ("usually 6 digits", []),
        ("the 6 digits of the branch", []),
        ("at most 15 significant digits", []),
        ("digits 0 to 9", []),
    ],
)
def test_lengths(text: str, bounds: list[tuple[int | None, int | None]]) -> None:
    assert [(one.least, one.most) for one in promised_lengths(text)] == bounds


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Branch, required if the bank has several", "required if"),
        ("Needed unless the IBAN is sent", "Needed unless"),
        ("Mandatory for companies", "Mandatory"),
        ("It must be sent", "must be sent"),
        ("not required if the IBAN is sent", None),
        ("It is never mandatory", None),
        ("It isn't mandatory", None),
        ("must be sent as text", None),
        ("must not be sent", None),
        ("The form that is required", None),
    ],
)
def test_presence(text: str, words: str | None) -> None:
    assert promised_presence(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("One of `a`, `b` or `c`", "One of `a`, `b` or `c`"),
        ("Use, one of: FIRST, LAST", "one of: FIRST, LAST"),
        ("one of 'a' and 'b'", "one of 'a' and 'b'"),
        ("one of the accounts", None),
        ("one of `a`", None),
        ("One of our banks, or another", None),
    ],
)
def test_values(text: str, words: str | None) -> None:
    assert promised_values(text) == words
