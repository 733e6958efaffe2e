"""How far a version moved, how far it has to move, and which one comes next."""

import pytest
from assessments import assessed, compared, words

from paycat.changes.change import LEVELS, Change, Level
from paycat.changes.enforcing import is_version, moved, next_version
from paycat.changes.taxonomy.change_type import Verdict

BREAK = assessed("field-removed")
PROVISIONAL = assessed("field-removed", provisional=True)
ADDED = assessed("field-added-optional", verdict=Verdict.SAFE)


@pytest.mark.parametrize(
    ("old", "new", "far"),
    [
        ("1.2.3", "1.2.3", "none"),
        ("1.2.3", "1.2.4", "patch"),
        ("1.2.3", "1.2.10", "patch"),
        ("1.2.3", "1.3.0", "minor"),
        ("1.2.3", "1.10.7", "minor"),
        ("1.2.3", "2.0.0", "major"),
        ("1.9.9", "3.1.0", "major"),
        ("1.2.3", "1.2.2", "back"),
        ("1.2.3", "0.9.9", "back"),
        ("1.10.0", "1.9.0", "back"),
        ("0.2.3", "0.2.3", "none"),
        ("0.2.3", "0.2.4", "minor"),
        ("0.2.3", "0.3.0", "major"),
        ("0.2.3", "1.0.0", "major"),
        ("0.0.3", "0.0.4", "minor"),
        ("0.3.0", "0.2.9", "back"),
    ],
)
def test_moved(old: str, new: str, far: str) -> None:
    assert moved(old, new) == far


@pytest.mark.parametrize(
    ("old", "level", "following"),
    [
        ("1.2.3", "none", "1.2.3"),
        ("1.2.3", "patch", "1.2.4"),
        ("1.2.3", "minor", "1.3.0"),
        ("1.2.3", "major", "2.0.0"),
        ("0.2.3", "none", "0.2.3"),
        ("0.2.3", "patch", "0.2.4"),
        ("0.2.3", "minor", "0.2.4"),
        ("0.2.3", "major", "0.3.0"),
        ("9.9.9", "patch", "9.9.10"),
    ],
)
def test_next_version(old: str, level: Level, following: str) -> None:
    assert next_version(old, level) == following


@pytest.mark.parametrize("old", ["0.0.0", "0.0.9", "0.9.0", "1.0.0", "1.2.3", "12.0.9"])
@pytest.mark.parametrize("level", LEVELS)
def test_the_next_version_moves_far_enough_and_the_one_before_it_does_not(old: str, level: Level) -> None:
    far = moved(old, next_version(old, level))
    assert far != "back"
    assert LEVELS.index(far) >= LEVELS.index(level)
    lower = [one for one in LEVELS if next_version(old, one) != next_version(old, level)]
    below = [one for one in lower if LEVELS.index(one) < LEVELS.index(level)]
    for one in below:
        less = moved(old, next_version(old, one))
        assert less != "back"
        assert LEVELS.index(less) < LEVELS.index(level)


@pytest.mark.parametrize(
    ("assessments", "level"),
    [
        ((), "none"),
        ((words(),), "patch"),
        ((words(), ADDED), "minor"),
        ((words(), PROVISIONAL), "minor"),
        ((BREAK, ADDED, words()), "major"),
        ((assessed("field-renamed", verdict=Verdict.SAFE, consequences=(BREAK,)),), "major"),
    ],
)
def test_needed(assessments: tuple[Change, ...], level: str) -> None:
    assert compared(*assessments).level == level


@pytest.mark.parametrize("text", ["", "1.2", "1.2.3.4", "1.2.x", "1.2.3-rc1", "v1.2.3", " 1.2.3", "1.2.3\n"])
def test_what_is_no_version(text: str) -> None:
    assert not is_version(text)
    with pytest.raises(ValueError, match="is not a version"):
        moved("1.2.3", text)
