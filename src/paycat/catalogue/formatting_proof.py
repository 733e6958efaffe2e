"""Proof that a formatted file says the same, with every comment."""

from collections import Counter
from typing import Any

from paycat.catalogue.canonical import Held, canonical
from paycat.catalogue.statement import Statement
from paycat.yaml.events import parse
from paycat.yaml.layout import Branch, Document, Leaf, comments
from paycat.yaml.layout_reading import comments_of, is_modeline, read
from paycat.yaml.nodes import Node


class ChangedMeaningError(Exception):
    """The formatter would have changed what a file says; a bug of paycat, and nothing was written."""


def prove(before: str, node: Node, model: type[Statement], document: Document, after: str, name: str) -> None:
    """Hold the new text against the old one: values, order and comments.

    `node` is the loader's tree of the old text, `document` the tree that was printed. Raises ChangedMeaningError.
    """
    made, found = parse(after, name)
    if made is None or found or canonical(node, Held(model)) != canonical(made, Held(model)):
        raise ChangedMeaningError(f"{name}: paycat fmt would change a value; the file is left alone")
    if _counted(before) != _counted(after) or _placed(read(after)) != _placed(document):
        raise ChangedMeaningError(f"{name}: paycat fmt would lose or move a comment; the file is left alone")


def _counted(text: str) -> Counter[str]:
    return Counter(comment for comment in comments_of(text) if not is_modeline(comment))


def _placed(document: Document) -> Any:
    """Return keys, values and comments in their order, without blank lines and layout."""
    header = [line for line in comments(document.header) if not is_modeline(line)]
    return header, _content(document.root)


def _content(node: Branch | Leaf | None) -> Any:
    if not isinstance(node, Branch):
        return node.value if node else None
    entries = [
        (comments(one.before), one.key.value if one.key else None, _content(one.value), one.line)
        for one in node.entries
    ]
    return entries, comments(node.foot)
