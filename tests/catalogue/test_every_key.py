"""What holds for every key of the format: none takes an empty text or a repeated item, unless these mean something."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import projects
import pytest
from pydantic import ValidationError

from paycat.catalogue.canonical import PLAIN, Held
from paycat.catalogue.kinds import model_of
from paycat.catalogue.values import READING
from paycat.catalogue.violations import violations_of
from paycat.diagnostics import Diagnostic
from paycat.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence
from paycat.yaml.reading import load_file

SCHEMAS = projects.SMALL / "schemas"
MAY_BE_EMPTY = {
    "default",
    "example",
    "fixed",
    "given",
    "joined_by",
    "not",
    "one_of",
    "outcomes",
    "payload",
    "values",
    "with",
    "characters",
    "pattern",
}
"""Keys of values that payloads have, and `outcomes.value`: an empty text is one. A rule reports empty patterns."""
MAY_REPEAT = {"any_of", "example", "moves", "payload", "schedule_seconds"}
"""Keys of series in time, of payloads, and of combinations, whose repetitions a rule reports in any order."""

Edited = tuple[str, Node, Node]
"""The path of keys to a value, without the names of entries; the value that is put there, and the whole file."""


def values(node: Node, held: Held, path: str, put: Any) -> Iterator[Edited]:
    """Yield each value of a file, with the file in which `put` makes another value of it."""
    if (made := put(node)) is not None:
        yield path, made, made
    if isinstance(node, Sequence):
        for index, item in enumerate(node.items):
            for inside, value, inner in values(item, held.items or held, path, put):
                yield inside, value, Sequence(node.span, (*node.items[:index], inner, *node.items[index + 1 :]))
    elif isinstance(node, Mapping):
        own = held.items if held.items and not (held.model or held.values) else held
        for index, entry in enumerate(node.entries):
            under, step = own.under(entry.key.text), f".{entry.key.text}" if own.model else ""
            name = path if own == PLAIN else f"{path}{step}"
            for inside, value, inner in values(entry.value, under, name, put):
                entries = (*node.entries[:index], Entry(entry.key, inner), *node.entries[index + 1 :])
                yield inside, value, Mapping(node.span, entries)


def emptied(node: Node) -> Node | None:
    return replace(node, text="", plain=False) if isinstance(node, Scalar) else None


def blank(node: Node) -> Node | None:
    return replace(node, text=" \u2003", plain=False) if isinstance(node, Scalar) else None


def repeated(node: Node) -> Node | None:
    return replace(node, items=(node.items[0], *node.items)) if isinstance(node, Sequence) and node.items else None


def found_in(file: str, node: Node) -> list[Diagnostic]:
    model = model_of(file, projects.DIRECTIONS)
    assert model is not None
    try:
        model.model_validate(node, context=READING)
    except ValidationError as error:
        return violations_of(node, model, error)
    return []


@pytest.mark.parametrize(
    ("put", "permitted"), [(emptied, MAY_BE_EMPTY), (blank, MAY_BE_EMPTY - {"joined_by"}), (repeated, MAY_REPEAT)]
)
def test_a_key_takes_it_only_where_it_means_something(put: Any, permitted: set[str]) -> None:
    accepted, tried = set(), set()
    for file in sorted(SCHEMAS.rglob("*.yaml")):
        name = file.relative_to(SCHEMAS).as_posix()
        model = model_of(name, projects.DIRECTIONS)
        assert model is not None
        node, _ = load_file(file, name)
        assert node is not None
        for path, value, edited in values(node, Held(model), model.__name__, put):
            if path not in tried:
                tried.add(path)
                found = found_in(name, edited)
                accepted |= set() if found else {path}
                assert not found or value.span in {one.span for one in found} or put is repeated, (path, found)
    assert len(tried) > (100 if put is not repeated else 20)
    assert {path.removesuffix(".value").rpartition(".")[2] for path in accepted} == permitted, sorted(accepted)
