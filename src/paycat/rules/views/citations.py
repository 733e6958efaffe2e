"""A catalogue in; every mention of a decision by its id out, with its place.

Mentions are the keys `decision` and `decisions` of statements. Payloads and examples are data: whatever they hold is
no mention.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from paycat.catalogue.reading import Catalogue
from paycat.diagnostics import Span
from paycat.loading import Mapping, Node, Scalar, Sequence

_DATA = ("default", "example", "payload")
_NAMED = ("members", "fields", "containers")
_MARKS = ("decision", "decisions")

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Citation:
    """One mention; `in_register` when gaps or errata make it, so that it shapes nothing itself."""

    id: str
    span: Span
    in_register: bool


def citations(catalogue: Catalogue) -> Iterator[Citation]:
    """Every mention of a decision, file by file."""
    registers = (catalogue.registers.name, catalogue.errata.name)
    samples = {source.name for source in catalogue.samples.values()}
    for source in catalogue.files:
        if source.name not in samples:
            for mention in _mentions(source.node, ()):
                yield Citation(mention.text, mention.span, source.name in registers)


def _mentions(node: Node, path: Path) -> Iterator[Scalar]:
    if isinstance(node, Sequence):
        for item in node.items:
            yield from _mentions(item, (*path, ""))
    elif isinstance(node, Mapping):
        for entry in node.entries:
            key = entry.key.text
            if key in _MARKS and not isinstance(entry.value, Mapping):
                yield from _scalars(entry.value)
            elif not _holds_data(path, key):
                yield from _mentions(entry.value, (*path, key))


def _holds_data(path: Path, key: str) -> bool:
    """Tell data from a field or a member that merely has such a name."""
    return key in _DATA and len(path) > 1 and path[-1] not in _NAMED


def _scalars(node: Node) -> Iterator[Scalar]:
    for item in node.items if isinstance(node, Sequence) else (node,):
        if isinstance(item, Scalar):
            yield item
