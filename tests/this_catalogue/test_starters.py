"""A starter is of its own: it has no fact and no sentence of the catalogue in schemas/."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import projects
import pytest

from paycat.contract.model import Contract
from paycat.project.starter import Choices, start
from tests.this_catalogue.test_no_catalogue_facts import facts_of, found_in
from tests.this_catalogue.test_no_catalogue_facts import texts as code
from tests.this_catalogue.test_no_catalogue_facts import texts_in as files_in

ORDINARY = {"Bank", "Failure"}
"""Records of the shipped catalogue whose names are words that any text about banks has."""
ALIKE = 8
"""So many words in a row that two texts have in common were copied."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The starter project, generated."""
    folder = tmp_path_factory.mktemp("made") / "project"
    start(folder, Choices(), "project")
    ended = projects.paycat("generate", cwd=folder)
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
    return folder


def test_no_fact_of_the_first_catalogue(made: Path, contract: Contract) -> None:
    """Neither in the starter nor in what is made of it, but for words that paycat itself has, as in help texts."""
    facts = facts_of(contract) - ORDINARY
    texts = [(name, data.decode()) for name, data in projects.files_in(made).items()]
    own = [one for one in texts if not one[0].startswith("generated/")]
    assert found_in(facts, iter(own)) == set()
    shipped = files_in(projects.ROOT / "src" / "paycat" / "defaults")
    by_paycat = {word for _, word in found_in(facts, (text for source in (code(), shipped) for text in source))}
    assert [one for one in found_in(facts, iter(texts)) if one[1] not in by_paycat] == []


def test_no_sentence_of_the_first_catalogue(made: Path) -> None:
    first = {words for text in sentences(projects.ROOT / "schemas") for words in in_a_row(text)}
    assert first
    own = [text for folder in (made / "schemas", projects.HERE / "bank_collections") for text in sentences(folder)]
    assert [words for text in own for words in in_a_row(text) if words in first] == []
    copied = "It says that one request collects a payment from a customer (pay-in) or sends one to a recipient."
    assert any(words in first for words in in_a_row(copied)), "a sentence that was copied would be found"


def sentences(folder: Path) -> Iterator[str]:
    """Every text that a person wrote: comments, paragraphs, and the texts in YAML."""
    for name, data in projects.files_in(folder).items():
        text = data.decode()
        if name.endswith(".yaml"):
            yield from texts_in(projects.read_yaml(folder / name))
            yield " ".join(re.findall(r"^ *# (?!yaml-language-server)(.*)", text, flags=re.MULTILINE))
        else:
            yield from text.split("\n\n")


def texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from texts_in(inner)


def in_a_row(text: str) -> Iterator[tuple[str, ...]]:
    words = re.findall("[a-z0-9_]+", text.lower())
    return (tuple(words[start : start + ALIKE]) for start in range(len(words) - ALIKE + 1))
