"""A file before and after formatting in, nothing out: raises when it says anything else, or lost a comment."""

from collections import Counter
from typing import Any, get_args, get_origin

from paycat.catalogue.statement import Statement
from paycat.formatting.arranging import alternatives, is_statement
from paycat.formatting.reading import comments_of, is_modeline, read
from paycat.formatting.tree import Branch, Document, Leaf, comments
from paycat.loading import Mapping, Node, Scalar, Sequence
from paycat.loading.events import parse


class ChangedMeaningError(Exception):
    """The formatter would have changed what a file says; a bug of paycat, and nothing was written."""


def prove(before: str, node: Node, model: type[Statement], document: Document, after: str, name: str) -> None:
    """Hold the new text against the old one: values, order and comments.

    `node` is the loader's tree of the old text, `document` the tree that was printed. Raises ChangedMeaningError.
    """
    made, found = parse(after, name)
    if made is None or found or not same(node, made, model):
        raise ChangedMeaningError(f"{name}: paycat fmt would change a value; the file is left alone")
    if _counted(before) != _counted(after) or _placed(read(after)) != _placed(document):
        raise ChangedMeaningError(f"{name}: paycat fmt would lose or move a comment; the file is left alone")


def same(before: Node, after: Node, kind: Any) -> bool:
    """Tell whether two trees say the same: the order of keys may differ in statements alone.

    `kind` is the statement that the trees hold, or what a model says of a key's value.
    """
    match before, after:
        case Scalar(), Scalar():
            return (before.text, before.plain) == (after.text, after.plain)
        case Sequence(), Sequence():
            items = _within(kind, tuple, 0)
            return len(before.items) == len(after.items) and all(
                same(one, other, items) for one, other in zip(before.items, after.items, strict=True)
            )
        case Mapping(), Mapping():
            return _same_mappings(before, after, kind)
    return False


def _same_mappings(before: Mapping, after: Mapping, kind: Any) -> bool:
    keys, others = ([entry.key.text for entry in one.entries] for one in (before, after))
    kinds = [*alternatives(kind), *alternatives(_within(kind, tuple, 0))]
    model = next((one for one in kinds if is_statement(one)), None)
    if model is None:
        values = _within(kind, dict, 1)
        return keys == others and all(
            same(one.value, other.value, values) for one, other in zip(before.entries, after.entries, strict=True)
        )
    known = {described.alias or name: described.annotation for name, described in model.model_fields.items()}
    unknown = [[key for key in some if key not in known] for some in (keys, others)]
    if sorted(keys) != sorted(others) or unknown[0] != unknown[1]:
        return False
    found = {entry.key.text: entry.value for entry in after.entries}
    return all(same(one.value, found[one.key.text], known.get(one.key.text)) for one in before.entries)


def _within(kind: Any, origin: type, place: int) -> Any:
    """Return what the values of a table (dict) or the items of a list (tuple) are, or None."""
    return next((get_args(one)[place] for one in alternatives(kind) if get_origin(one) is origin), None)


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
