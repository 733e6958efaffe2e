"""New texts of a project's YAML files, in the layout of a person; the additions are plain data.

Mappings are blocks, lists of plain values are in brackets, texts have quotes only where a reader needs them.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from paycat.catalogue.arranging import arrange
from paycat.catalogue.canonical import Held
from paycat.catalogue.file_kinds import FileKind, kind_of
from paycat.catalogue.formatting import edited
from paycat.files.reading import file_bytes
from paycat.project.workspace import SCHEMAS, Workspace
from paycat.yaml.files import load
from paycat.yaml.layout import Branch, Document, Entry, Leaf
from paycat.yaml.leaves import quoted
from paycat.yaml.nodes import Mapping as MappingNode
from paycat.yaml.nodes import Scalar
from paycat.yaml.printing import printed
from paycat.yaml.scalars import json_value

_OTHER_READERS = re.compile(
    r"[-+]?[0-9][0-9_,:]*(\.[0-9_]*)?([eE][-+]?[0-9]+)?|0[xob].*|[-+]?\.[0-9_]+|[-+]?\.(inf|nan)"
    r"|[0-9]{4}-[0-9].*|y|n|yes|no|on|off|true|false|null",
    re.IGNORECASE,
)
"""Bare texts that other readers of YAML, 1.1 or 1.2, read as a number, a date or a truth value."""


class TakenError(Exception):
    """The item exists already; the text names it."""


class Inline(dict[str, Any]):
    """A mapping that is written in braces."""


def new_file(path: str, data: Mapping[str, Any], kind: FileKind | None = None) -> str:
    """Return the text of a new file, its modeline first; `path` is its path in the project.

    Without `kind` it is a file of the catalogue.
    """
    known = kind or _kind(path)
    document = Document([known.modeline(path)], _block(data))
    arrange(document.root, Held(known.model))
    return printed(document)


def with_entry(workspace: Workspace, path: str, table: str, key: str, data: Mapping[str, Any]) -> str:
    """Return a file's text with a further entry in one of its tables.

    An ordered table stays in order; else the entry is the last. Raises TakenError if the key exists.
    """

    def add(document: Document) -> None:
        branch = next(one.value for one in document.root.entries if one.key and one.key.value == table)
        assert isinstance(branch, Branch), "a sound catalogue has a mapping there"
        keys = [one.key.value for one in branch.entries if one.key]
        if key in keys:
            raise TakenError(f"{key!r} is in {path} already")
        location = sum(other < key for other in keys) if keys == sorted(keys) else len(keys)
        branch.entries.insert(location, _block({key: data}).entries[0])
        arrange(document.root, Held(_kind(path).model))

    return edited(file_bytes(workspace.root / path).decode("utf-8"), add)


def _kind(path: str) -> FileKind:
    kind = kind_of(path.removeprefix(f"{SCHEMAS}/"))
    assert kind is not None, f"{path} is no file of a catalogue"
    return kind


def _block(data: Mapping[str, Any]) -> Branch:
    entries = [Entry([], _leaf(key), _value(value)) for key, value in data.items()]
    return Branch(is_mapping=True, flow=isinstance(data, Inline), column=0, entries=entries)


def _value(value: Any) -> Leaf | Branch:
    if isinstance(value, Mapping):
        return _block(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        entries = [Entry([], None, _value(item)) for item in value]
        flow = not any(isinstance(item, Mapping) for item in value)
        return Branch(is_mapping=False, flow=flow, column=0, entries=entries)
    return _leaf(value)


def _leaf(value: Any) -> Leaf:
    if not isinstance(value, str):
        return Leaf([json.dumps(value)], json.dumps(value))
    bare = _is_read_back(value) and not _OTHER_READERS.fullmatch(value)
    return Leaf([value if bare else quoted(value)], value)


def _is_read_back(text: str) -> bool:
    """Return whether the loader reads the bare text as itself, in braces too."""
    node, found = load(f"{{ key: {text} }}\n".encode(), "")
    if found or not isinstance(node, MappingNode) or len(node.entries) != 1:
        return False
    value = node.entries[0].value
    return isinstance(value, Scalar) and value.plain and json_value(value) == text
