"""The node tree: YAML as written, each node with its place; no value is interpreted here."""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field

from paycat.diagnostics import Span


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


def scalars_in(node: Node) -> Iterator[Scalar]:
    """Return every scalar in a node in order; keys are among them."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Scalar):
            yield one
        elif isinstance(one, Mapping):
            for entry in reversed(one.entries):
                waiting += (entry.value, entry.key)
        else:
            waiting += reversed(one.items)


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


def keys_at(root: Node, line: int, column: int) -> tuple[str, ...]:
    """Return the keys that lead to what begins at a place, to the text around it, or to what begins in its line first.

    They stay the same when lines move: an item of a list is known by its text, or by the text of its first key.
    """
    locations = list(_locations(root, ()))
    found = {one.span.column: path for one, path in locations if one.span.line == line}
    if column not in found:
        place = Span(root.span.path, line, column)
        around = (path for one, path in locations if isinstance(one, Scalar) and one.span <= place <= one.last)
        found[column] = next(around, ()) or found.get(min(found, default=0), ())
    return found[column]


def _locations(node: Node, path: tuple[str, ...]) -> Iterator[tuple[Node, tuple[str, ...]]]:
    if isinstance(node, Mapping):
        for entry in node.entries:
            below = (*path, entry.key.text)
            yield entry.key, below
            yield entry.value, below
            yield from _locations(entry.value, below)
    elif isinstance(node, Sequence):
        for number, item in enumerate(node.items):
            first = item.entries[0].value if isinstance(item, Mapping) and item.entries else item
            below = (*path, first.text if isinstance(first, Scalar) else str(number))
            yield item, below
            yield from _locations(item, below)


def _item(node: Sequence, step: str | int) -> Node | None:
    """Return the item of a number, which a JSON Pointer has as text."""
    index = int(step) if str(step).isdecimal() else len(node.items)
    return node.items[index] if index < len(node.items) else None


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
