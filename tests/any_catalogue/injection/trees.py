"""Files of a catalogue as plain data that a program edits: what is a word, what is a number, and how it is written."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paycat.yaml.nodes import Mapping, Node, Scalar
from paycat.yaml.reading import load

Steps = tuple[str | int, ...]
"""The way from the root of a file to a value: keys of mappings, and numbers of list items."""


@dataclass(frozen=True, slots=True)
class Bare:
    """A scalar that is written without quotes."""

    text: str


Tree = Any
"""A dict, a list, a str (which is written in double quotes) or a Bare."""

_SEGMENTED = re.compile(r"[^\s.]+(\.[^\s.]+)+")
_POINTER = re.compile(r"#(/[^/]+)+")
_ESCAPED = re.compile(r"[^ !#-\[\]-~]")


def read_tree(file: Path) -> Tree:
    """Return what a YAML file holds."""
    node, found = load(file.read_bytes(), file.name)
    assert node is not None, found
    return _tree(node)


def _tree(node: Node) -> Tree:
    if isinstance(node, Mapping):
        return {entry.key.text: _tree(entry.value) for entry in node.entries}
    if isinstance(node, Scalar):
        return Bare(node.text) if node.plain else node.text
    return [_tree(item) for item in node.items]


def written(tree: Tree) -> str:
    """Return the text of a YAML file that holds a tree."""
    return "".join(_lines(tree, "")).lstrip("\n") + "\n"


def _lines(tree: Tree, indent: str) -> Iterator[str]:
    if isinstance(tree, dict) and tree:
        for key, value in tree.items():
            # A key that is longer than 1024 characters needs a question mark.
            marks = ("? ", f"\n{indent}:") if len(key) > 100 else ("", ":")
            yield f"\n{indent}{marks[0]}{quoted(key)}{marks[1]}"
            yield from _lines(value, indent + "  ")
    elif isinstance(tree, list) and tree:
        for item in tree:
            yield f"\n{indent}-"
            yield from _lines(item, indent + "  ")
    else:
        yield " " + (tree.text if isinstance(tree, Bare) else quoted(tree) if isinstance(tree, str) else str(tree))


def quoted(text: str) -> str:
    """Return a text as YAML's double-quoted scalar, in which every character can be written."""
    return f'"{_ESCAPED.sub(_escape, text)}"'


def _escape(found: re.Match[str]) -> str:
    number = ord(found[0])
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def text_of(tree: Tree) -> str | None:
    """Return the text of a scalar, and None of anything else."""
    return tree.text if isinstance(tree, Bare) else tree if isinstance(tree, str) else None


def at(tree: Tree, steps: Steps) -> Tree:
    """Return the value at the end of a way."""
    for step in steps:
        tree = tree[step]
    return tree


def replaced(tree: Tree, steps: Steps, new: Tree) -> Tree:
    """Return the tree with another value at the end of a way; a key that is not there yet is added."""
    if not steps:
        return new
    first, rest = steps[0], steps[1:]
    if isinstance(tree, dict):
        return {**tree, first: replaced(tree.get(first), rest, new)}
    if tree is None:
        return {first: replaced(None, rest, new)}
    return [replaced(item, rest, new) if number == first else item for number, item in enumerate(tree)]


def with_key(tree: Tree, steps: Steps, new: str) -> Tree:
    """Return the tree with another name for the key at the end of a way."""
    held = at(tree, steps[:-1])
    return replaced(tree, steps[:-1], {(new if key == steps[-1] else key): value for key, value in held.items()})


def renamed(tree: Tree, old: str, new: str) -> Tree:
    """Return the tree with another name wherever a name is a whole text, a key, or a part of a path or pointer."""
    if isinstance(tree, dict):
        return {renamed_text(key, old, new): renamed(value, old, new) for key, value in tree.items()}
    if isinstance(tree, list):
        return [renamed(item, old, new) for item in tree]
    text = text_of(tree)
    if text is None:
        return tree
    changed = renamed_text(text, old, new)
    return tree if changed == text else changed


def renamed_text(text: str, old: str, new: str) -> str:
    """Return a text with another name for it, or for a part of it where it is a path or pointer."""
    if text == old:
        return new
    if _POINTER.fullmatch(text):
        return "/".join(new if part == old else part for part in text.split("/"))
    if _SEGMENTED.fullmatch(text):
        return ".".join(new if part == old else part for part in text.split("."))
    return text
