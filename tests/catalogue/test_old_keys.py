"""Keys of earlier versions: reading takes them with a finding, and `paycat fmt` writes the keys that replaced them."""

from typing import ClassVar

import pytest

from paycat.catalogue.canonical import canonical_text
from paycat.catalogue.formatting import formatted
from paycat.catalogue.statement import Statement
from paycat.catalogue.values import READING, TableOf, Text
from paycat.catalogue.violations import violations_of
from paycat.reporting.findings import in_one_line
from paycat.yaml.nodes import Node
from paycat.yaml.reading import parse

NAME = "doors.yaml"
OLD = """\
doors:
  # In a line of its own.
  front: { locked: true, colour: red }
  back:
    # Before the key.
    locked: false # After it.
    colour: blue
"""
NEW = """\
doors:
  # In a line of its own.
  front: { colour: red, state: closed }
  back:
    colour: blue
    # Before the key.
    state: open  # After it.
"""
KEPT = """\
doors:
  both: { colour: red, state: open, locked: true }
  unclear: { colour: red, locked: maybe }
"""


@pytest.fixture(scope="module")
def doors() -> type[Statement]:
    """A statement whose entries had `locked` before they had `state`."""

    class Door(Statement):
        old_keys: ClassVar = {"locked": ("state", {"true": "closed", "false": "open"})}

        colour: Text
        state: Text = "ajar"

    class Doors(Statement):
        doors: TableOf[Text, Door]

    return Doors


def node_of(text: str) -> Node:
    node, found = parse(text, NAME)
    assert node is not None, found
    return node


def laid_out(text: str, model: type[Statement]) -> str:
    return formatted(text, node_of(text), model, None, NAME)


def read(text: str, model: type[Statement]) -> tuple[dict[str, str], list[str]]:
    """Return the state of each door of a file, and the findings."""
    node = node_of(text)
    value = model.model_validate(node, context=READING)
    states = {name: door["state"] for name, door in value.model_dump()["doors"].items()}
    return states, [in_one_line(one) for one in violations_of(node, model)]


def test_the_formatter_writes_the_new_key_and_its_word(doors: type[Statement]) -> None:
    assert laid_out(OLD, doors) == NEW
    assert laid_out(NEW, doors) == NEW


def test_both_spellings_say_the_same(doors: type[Statement]) -> None:
    assert canonical_text(node_of(OLD), doors) == canonical_text(node_of(NEW), doors)
    assert read(OLD, doors)[0] == read(NEW, doors)[0] == {"front": "closed", "back": "open"}


def test_an_old_key_is_a_finding_that_names_the_new_one(doors: type[Statement]) -> None:
    assert read(NEW, doors)[1] == []
    assert read(OLD, doors)[1] == [
        "doors.yaml:3:12 error unknown-key: unknown key 'locked'; write `state: closed`, as `paycat fmt` does",
        "doors.yaml:6:5 error unknown-key: unknown key 'locked'; write `state: open`, as `paycat fmt` does",
    ]


def test_where_the_new_key_is_stated_or_the_word_is_unknown_the_old_one_stays(doors: type[Statement]) -> None:
    assert laid_out(KEPT, doors) == KEPT
    assert read(KEPT, doors)[1] == [
        "doors.yaml:2:37 error unknown-key: unknown key 'locked'; `state` replaced it",
        "doors.yaml:3:27 error unknown-key: unknown key 'locked'; `state` replaced it",
    ]
