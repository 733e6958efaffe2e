"""An example of each key of the format: the shortest value that a sound catalogue has for it."""

import re
from pathlib import Path

import projects

from paycat.catalogue.canonical import PLAIN, Held
from paycat.catalogue.kinds import FOLDERS, model_of
from paycat.packs.manifest import Pack
from paycat.text.json_data import json_text
from paycat.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence
from paycat.yaml.printing import text_in_line
from paycat.yaml.reading import load

_PACKS = (projects.SMALL / "generators", projects.GENERATORS)
_WIDTH = 84
_DIRECTIONS = {"pay[_ -]?in": "collection", "payout": "refund"}
"""Words of the examples for the directions of that catalogue, by patterns of their names and titles."""
_Found = dict[str, dict[str, str]]


def examples() -> str:
    """Return the examples as JSON: by key, and by the class of the statement that has it."""
    found: _Found = {}
    schemas = projects.SMALL / "schemas"
    for path in sorted(schemas.rglob("*.yaml")):
        _collect(_node(path), Held(model_of(path.relative_to(schemas).as_posix())), found)
    for folder in _PACKS:
        for path in sorted(folder.glob("*/pack.yaml")):
            _collect(_node(path), Held(Pack), found)
    text = json_text({key: dict(sorted(of_key.items())) for key, of_key in sorted(found.items())})
    for pattern, word in _DIRECTIONS.items():
        text = re.sub(pattern, lambda name, word=word: word.title() if name[0][0].isupper() else word, text, flags=re.I)
    return text


def _node(path: Path) -> Node:
    node, found = load(path.read_bytes(), path.name)
    assert node, found
    return node


def _collect(node: Node, held: Held, found: _Found) -> None:
    match node:
        case Sequence():
            for item in node.items:
                _collect(item, held.items or PLAIN, found)
        case Mapping():
            if held.items and not (held.model or held.values):
                held = held.items
            for entry in node.entries:
                is_direction = entry.key.text in projects.DIRECTIONS and held.model in FOLDERS.values()
                key = "DIRECTION" if is_direction else entry.key.text
                if held.model:
                    text = _block(_key(entry), _shortest(entry.value, held.under(key)))
                    known = found.setdefault(key, {})
                    name = held.model.__name__
                    if len(text) < len(known.get(name, f"{text} ")):
                        known[name] = text
                _collect(entry.value, held.under(key), found)


def _shortest(node: Node, held: Held) -> Node:
    """Return a value of which tables and lists of statements have their shortest entry alone."""
    match node:
        case Mapping() if held.values and node.entries:
            return Mapping(node.span, (min(node.entries, key=lambda one: len(_line(one.value))),))
        case Sequence() if held.items and held.items.model and node.items:
            return Sequence(node.span, (min(node.items, key=lambda one: len(_line(one))),))
    return node


def _block(lead: str, node: Node, indent: str = "") -> str:
    """Return a value in one line after its lead, or below it in block style."""
    line = f"{lead} {_line(node)}"
    if len(line) <= _WIDTH or isinstance(node, Scalar):
        return line
    inner = f"{indent}  "
    if isinstance(node, Sequence):
        return "\n".join([lead, *(_item(item, inner) for item in node.items)])
    return "\n".join([lead, *(_block(f"{inner}{_key(entry)}", entry.value, inner) for entry in node.entries)])


def _item(node: Node, indent: str) -> str:
    line = f"{indent}- {_line(node)}"
    if len(line) <= _WIDTH or not isinstance(node, Mapping):
        return line
    inner = f"{indent}  "
    return f"{indent}- " + "\n".join(_block(f"{inner}{_key(one)}", one.value, inner) for one in node.entries).lstrip()


def _key(entry: Entry) -> str:
    return f"{text_in_line(entry.key.text)}:"


def _line(node: Node) -> str:
    match node:
        case Scalar():
            return node.text if node.plain else text_in_line(re.sub(r"\s*\n\s*", " ", node.text.rstrip("\n")))
        case Sequence():
            return f"[{', '.join(map(_line, node.items))}]"
    inside = ", ".join(f"{_key(one)} {_line(one.value)}" for one in node.entries)
    return f"{{ {inside} }}" if inside else "{}"
