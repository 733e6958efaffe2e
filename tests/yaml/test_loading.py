"""YAML as paycat reads it: version 1.2's core table with JSON's own numbers, every node with its place."""

from pathlib import Path
from typing import Any

import pytest

from paycat.diagnostics import Span
from paycat.yaml.nodes import Mapping, Scalar, Sequence, UnkeptNumberError, json_value, locate
from paycat.yaml.reading import load_file

SCALARS: list[tuple[str, Any]] = [
    # Text, whatever YAML 1.1 made of it.
    *((text, text) for text in ("NO", "no", "on", "off", "yes", "Y", "010", "1_000", "12:30", "0x1F", "0o17", "0b1")),
    *((text, text) for text in ("+1", ".5", "1.", "1e", ".inf", "-.inf", ".NaN", "2024-01-31", "=", "tRUE", "nil")),
    # Nothing.
    *((text, None) for text in ("~", "null", "Null", "NULL", "")),
    # true and false.
    *((text, True) for text in ("true", "True", "TRUE")),
    *((text, False) for text in ("false", "False", "FALSE")),
    # JSON's numbers, whole ones at any length.
    ("0", 0),
    ("-1", -1),
    ("1000", 1000),
    ("9007199254740993", 9007199254740993),
    ("123456789012345678901234567890", 123456789012345678901234567890),
    ("1.5", 1.5),
    ("-0.01", -0.01),
    ("1e3", 1000.0),
    ("1E-2", 0.01),
    ("9999999999999.99", 9999999999999.99),
    # In quotes everything is text.
    *((f'"{text}"', text) for text in ("true", "1", "~", "", "NO")),
    *((f"'{text}'", text) for text in ("true", "1.5", "null")),
]


def read(tmp_path: Path, text: str) -> Any:
    file = tmp_path / "a.yaml"
    file.write_text(text, encoding="utf-8")
    node, found = load_file(file, "a.yaml")
    assert found == []
    assert node is not None
    return node


@pytest.mark.parametrize(("text", "value"), SCALARS, ids=repr)
def test_scalars(tmp_path: Path, text: str, value: Any) -> None:
    for written in (f"a: {text}\n", f"a: {text}  # a comment\n"):
        [found] = json_value(read(tmp_path, written)).values()
        assert (type(found), found) == (type(value), value)
    if text:
        [item] = json_value(read(tmp_path, f"- {text}\n"))
        assert (type(item), item) == (type(value), value)


@pytest.mark.parametrize("text", ["0.1234567890123456789", "12345678901234567.89", "1e400", "-1e400", "1e-400"])
def test_a_number_that_a_double_cannot_keep_is_rejected(tmp_path: Path, text: str) -> None:
    with pytest.raises(UnkeptNumberError) as raised:
        json_value(read(tmp_path, f"a: [1, {text}]\n"))
    assert (raised.value.scalar.text, raised.value.scalar.span) == (text, Span("a.yaml", 1, 8))


def test_keys_are_text_as_written(tmp_path: Path) -> None:
    node = read(tmp_path, 'NO: 1\n010: 2\n"true": 3\n~: 4\n1.50: 5\n')
    assert json_value(node) == {"NO": 1, "010": 2, "true": 3, "~": 4, "1.50": 5}


def test_text_in_blocks_is_text(tmp_path: Path) -> None:
    node = read(tmp_path, "a: >-\n  true\n  1\nb: |\n  null\n")
    assert json_value(node) == {"a": "true 1", "b": "null\n"}


def test_every_node_has_its_place(tmp_path: Path) -> None:
    node = read(tmp_path, "# first\na:\n  b: [x, {c: y}]\n  'd e': z\n")
    assert isinstance(node, Mapping)
    assert node.span == Span("a.yaml", 2, 1)
    assert locate(node, ["a", "b", 1, "c"]) == Span("a.yaml", 3, 14)
    assert locate(node, ["a", "b", 1, "c"], key=True) == Span("a.yaml", 3, 11)
    assert locate(node, ["a", "d e"], key=True) == Span("a.yaml", 4, 3)
    assert locate(node, ["a", "nothing", "more"]) == Span("a.yaml", 3, 3)
    entry = node.entry("a")
    assert entry is not None
    assert isinstance(entry.value, Mapping)
    assert [type(inner.value) for inner in entry.value.entries] == [Sequence, Scalar]


def test_200_000_brackets_do_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("[" * 200_000)
    node, [found] = load_file(file, "a.yaml")
    assert node is None
    assert (found.code, found.span) == ("yaml-too-deep", Span("a.yaml", 1, 65))
