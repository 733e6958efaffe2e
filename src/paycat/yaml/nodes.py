"""The node tree: YAML as written, each node with its place; and plain scalars as JSON values."""

import json
import math
import re
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from paycat.diagnostics import Span

_INTEGER = re.compile(r"-?(0|[1-9][0-9]*)")
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_ELSEWHERE = re.compile(
    r"[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[0-9a-f_]+|[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?"
    r"|[0-9][0-9_]*\.?[0-9_]*(?:e[-+]?[0-9]+)?|\.[0-9][0-9_]*(?:e[-+]?[0-9]+)?|\.inf)|\.nan",
    re.IGNORECASE,
)
"""Numbers of YAML 1.1 (octal, binary, base 60, with underscores) and of YAML 1.2's core schema."""
_WORDS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_LONGEST_NUMBER = 400
_BEGIN_NUMBER = frozenset("+-.0123456789")


@dataclass(frozen=True, slots=True)
class Scalar:
    """A scalar as written; `plain` when it is without quotes and is no block text.

    `end` is the place of its last character where its text has a brace, as findings are at what is in braces.
    """

    span: Span
    text: str
    plain: bool
    end: Span | None = None

    @property
    def last(self) -> Span:
        """The last place in it where a finding may be."""
        return self.end or self.span

    @property
    def is_null(self) -> bool:
        """Whether the scalar is YAML 1.2's null: nothing at all, `~` or `null` without quotes."""
        return self.plain and self.text in ("", "~", "null", "Null", "NULL")


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list, in order."""

    span: Span
    items: "tuple[Node, ...]"


@dataclass(frozen=True, slots=True)
class Entry:
    """One key of a mapping with its value."""

    key: Scalar
    value: "Node"


@dataclass(frozen=True, slots=True)
class Mapping:
    """A mapping, in the order written; no key occurs twice."""

    span: Span
    entries: tuple[Entry, ...]
    _by_key: dict[str, Entry] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_key", {entry.key.text: entry for entry in self.entries})

    def entry(self, key: str) -> Entry | None:
        """Return the entry with this key, or None."""
        return self._by_key.get(key)


Node = Scalar | Sequence | Mapping


class UnkeptNumberError(ValueError):
    """A number that an IEEE double, and so a JavaScript reader, cannot keep; carries the scalar."""

    def __init__(self, scalar: Scalar) -> None:
        self.scalar = scalar
        super().__init__(f"the number {scalar.text[:40]} cannot be kept exactly by a JSON reader")


def scalars_in(node: Node) -> Iterator[Scalar]:
    """Return every scalar in a node in order; keys are among them."""
    waiting_nodes = [node]
    while waiting_nodes:
        inner_node = waiting_nodes.pop()
        if isinstance(inner_node, Scalar):
            yield inner_node
        elif isinstance(inner_node, Mapping):
            for entry in reversed(inner_node.entries):
                waiting_nodes += (entry.value, entry.key)
        else:
            waiting_nodes += reversed(inner_node.items)


def content_of(node: Node) -> Hashable:
    """Return what is equal for two nodes with the same content, wherever they are and in any order of keys."""
    match node:
        case Scalar():
            return node.text
        case Sequence():
            return tuple(map(content_of, node.items))
        case Mapping():
            return frozenset((entry.key.text, content_of(entry.value)) for entry in node.entries)


def node_at(node: Node, path: Iterable[str | int]) -> Node | None:
    """Return the node at `path`, or None when there is none."""
    for step in path:
        if isinstance(node, Mapping) and (entry := node.entry(str(step))):
            node = entry.value
        elif isinstance(node, Sequence) and (item := _item(node, step)):
            node = item
        else:
            return None
    return node


def locate(node: Node, path: Iterable[str | int], *, key: bool = False) -> Span:
    """Return the place of the node at `path`, as far as the path can be followed.

    With `key` the place of the last key is returned instead of its value's.
    """
    span = node.span
    for step in path:
        if isinstance(node, Mapping) and (entry := node.entry(str(step))):
            node, span = entry.value, entry.key.span if key else entry.value.span
        elif isinstance(node, Sequence) and (item := _item(node, step)):
            node, span = item, item.span
        else:
            break
    return span


def node_of(value: Any, span: Span) -> Node:
    """Return JSON data as nodes that are all at one place."""
    if isinstance(value, dict):
        return Mapping(span, tuple(Entry(Scalar(span, key, False), node_of(value[key], span)) for key in value))
    if isinstance(value, list):
        return Sequence(span, tuple(node_of(item, span) for item in value))
    return Scalar(span, value if isinstance(value, str) else json.dumps(value), not isinstance(value, str))


def with_node(node: Node, path: tuple[str | int, ...], new_node: Node) -> Node:
    """Return a node with another one at a path, where it has none; mappings around it are made where they lack, too."""
    if not path:
        return new_node
    step, span = path[0], new_node.span
    if isinstance(node, Sequence):
        items = (
            with_node(item, path[1:], new_node) if index == step else item for index, item in enumerate(node.items)
        )
        return replace(node, items=tuple(items))
    entries = node.entries if isinstance(node, Mapping) else ()
    entry = next((entry for entry in entries if entry.key.text == step), None)
    inner_node = with_node(entry.value if entry else Mapping(span, ()), path[1:], new_node)
    new_entry = Entry(entry.key if entry else Scalar(span, str(step), False), inner_node)
    kept_entries = tuple(new_entry if old_entry is entry else old_entry for old_entry in entries)
    return Mapping(node.span, kept_entries if entry else (*kept_entries, new_entry))


def keys_at(root: Node, line: int, column: int) -> tuple[str, ...]:
    """Return the keys that lead to what begins at a place, to the text around it, or to what begins in its line first.

    They stay the same when lines move: an item of a list is known by its text, or by the text of its first key.
    """
    located_nodes = list(_locations(root, ()))
    path_by_column = {node.span.column: path for node, path in located_nodes if node.span.line == line}
    if column not in path_by_column:
        place = Span(root.span.path, line, column)
        paths = (path for node, path in located_nodes if isinstance(node, Scalar) and node.span <= place <= node.last)
        path_by_column[column] = next(paths, ()) or path_by_column.get(min(path_by_column, default=0), ())
    return path_by_column[column]


def json_value(node: Node) -> Any:
    """Return the node as JSON data: dict, list, str, int, float, bool or None.

    Raises UnkeptNumberError for a number that changes when a double holds it.
    """
    if isinstance(node, Mapping):
        return {entry.key.text: json_value(entry.value) for entry in node.entries}
    if isinstance(node, Sequence):
        return [json_value(item) for item in node.items]
    return _scalar_value(node)


def is_text(scalar: Scalar) -> bool:
    """Return whether a scalar is text: quoted, or neither a number, null nor a word such as true."""
    return not (scalar.plain and (scalar.is_null or scalar.text in _WORDS or _NUMBER.fullmatch(scalar.text)))


def is_number_elsewhere(text: str) -> bool:
    """Return whether a text without quotes is no number in JSON, but one for readers of YAML 1.1 or 1.2."""
    return text[:1] in _BEGIN_NUMBER and _ELSEWHERE.fullmatch(text) is not None and not _NUMBER.fullmatch(text)


def kept_number(text: str) -> int | float | None:
    """Return the number that a text in JSON's grammar is, or None when a JSON reader cannot keep it exactly."""
    if len(text) > _LONGEST_NUMBER:
        return None
    if _INTEGER.fullmatch(text):
        return int(text)
    number = float(text)
    return number if math.isfinite(number) and Decimal(repr(number)) == Decimal(text) else None


def exact_number(scalar: Scalar) -> Decimal | None:
    """Return the number that a scalar is in JSON's grammar, whatever its digits; None where it is none.

    Raises UnkeptNumberError for one that would be very long if it was written without an exponent.
    """
    if not scalar.plain or not _NUMBER.fullmatch(scalar.text):
        return None
    number = Decimal(scalar.text)
    if max(len(scalar.text), abs(number.adjusted())) > _LONGEST_NUMBER:
        raise UnkeptNumberError(scalar)
    return number


def _locations(node: Node, path: tuple[str, ...]) -> Iterator[tuple[Node, tuple[str, ...]]]:
    if isinstance(node, Mapping):
        for entry in node.entries:
            inner_path = (*path, entry.key.text)
            yield entry.key, inner_path
            yield entry.value, inner_path
            yield from _locations(entry.value, inner_path)
    elif isinstance(node, Sequence):
        for index, item in enumerate(node.items):
            naming_node = item.entries[0].value if isinstance(item, Mapping) and item.entries else item
            inner_path = (*path, naming_node.text if isinstance(naming_node, Scalar) else str(index))
            yield item, inner_path
            yield from _locations(item, inner_path)


def _item(node: Sequence, step: str | int) -> Node | None:
    """Return the item of a number, which a JSON Pointer has as text; or the one that is another text."""
    if str(step).isdecimal():
        return node.items[int(step)] if int(step) < len(node.items) else None
    return next((item for item in node.items if isinstance(item, Scalar) and item.text == step), None)


def _scalar_value(scalar: Scalar) -> str | int | float | bool | None:
    text = scalar.text
    if not scalar.plain:
        return text
    if scalar.is_null:
        return None
    if text in _WORDS:
        return _WORDS[text]
    if not _NUMBER.fullmatch(text):
        return text
    number = kept_number(text)
    if number is None:
        raise UnkeptNumberError(scalar)
    return number
