"""Characters that show nothing: which of them a file of the catalogue may have, wherever they are in it.

Texts are the entries of characters.yaml.
"""

from pathlib import Path

import projects
import pytest

from paycat.text.characters import printable, visible
from paycat.yaml.reading import load
from requirements.unicode_ranges import FILE, text

TEXTS = projects.read_yaml(Path(__file__).parent / "characters.yaml")
PLACES = {
    "value": "note: {}\n",
    "key": "{}: note\n",
    "quoted": 'samples: {{ full: {{ payload: {{ note: "{}" }} }} }}\n',
    "block": "note: |\n  {}\n",
    "comment": "note: x  # {}\n",
}


def test_the_ranges_are_what_the_script_makes() -> None:
    assert FILE.read_text(encoding="utf-8") == text(), "run make codes"


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", TEXTS["rejected"])
def test_a_character_that_shows_nothing_is_rejected(name: str, place: str) -> None:
    node, found = load(PLACES[place].format(TEXTS["rejected"][name]).encode(), "a.yaml")
    assert node is None
    assert [one.code for one in found] == ["yaml-control-character"]


@pytest.mark.parametrize("name", TEXTS["rejected"])
def test_an_escape_of_one_is_rejected_too(name: str) -> None:
    escaped = TEXTS["rejected"][name].encode("unicode_escape").decode()
    _, found = load(f'note: "{escaped}"\n'.encode(), "a.yaml")
    assert [(one.code, str(one.span)) for one in found] == [("yaml-control-character", "a.yaml:1:7")]


@pytest.mark.parametrize("name", TEXTS["rejected"])
def test_one_that_is_printed_shows(name: str) -> None:
    assert visible(TEXTS["rejected"][name]) != TEXTS["rejected"][name] != printable(TEXTS["rejected"][name])


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", TEXTS["accepted"])
def test_a_word_that_needs_one_is_accepted(name: str, place: str) -> None:
    node, found = load(PLACES[place].format(TEXTS["accepted"][name]).encode(), "a.yaml")
    assert (node is None, found) == (False, [])
    assert visible(TEXTS["accepted"][name]) == TEXTS["accepted"][name]
