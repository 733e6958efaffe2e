"""What a file of the catalogue says, whatever its layout: the keys of statements in any order, tables in theirs.

Keys of earlier versions say the same as those that replace them.

The digest of a catalogue is made of it, so that neither a comment nor `paycat fmt` changes the digest.
"""

import json
import types
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin

from paycat.catalogue.statement import Statement, in_new_spelling, keys_of
from paycat.yaml.nodes import Node, Scalar, Sequence, UnkeptNumberError, json_value


class Held(NamedTuple):
    """What a key may hold: a statement, a list with items, a table with values; none of them for a plain value."""

    model: type[Statement] | None = None
    items: "Held | None" = None
    values: "Held | None" = None

    @property
    def of_mapping(self) -> "Held":
        """What it holds where a mapping is written: one item may be written without its list."""
        return self.items if self.items and not (self.model or self.values) else self

    def under(self, key: str) -> "Held":
        """Return what a key of the statement or the table holds."""
        return (held_by(self.model).get(key) if self.model else self.values) or PLAIN


PLAIN = Held()


@cache
def held_by(model: type[Statement]) -> Mapping[str, Held]:
    """Return what the keys of a statement hold."""
    return {key: _held(statement_key.described.annotation) for key, statement_key in keys_of(model).items()}


def canonical(node: Node, content: Held) -> Any:
    """Return what a node says, as JSON data; `content` is what its key holds."""
    match node:
        case Scalar():
            return [node.text] if _is_no_text(node) else node.text
        case Sequence():
            return {"items": [canonical(item, content.items or PLAIN) for item in node.items]}
    content = content.of_mapping
    respelled_entries = (in_new_spelling(content.model, entry) if content.model else entry for entry in node.entries)
    pairs = [[entry.key.text, canonical(entry.value, content.under(entry.key.text))] for entry in respelled_entries]
    if content.model:
        keys = held_by(content.model)
        pairs.sort(key=lambda pair: (pair[0] not in keys, pair[0] if pair[0] in keys else ""))
    return {"entries": pairs}


def canonical_text(node: Node, model: type[Statement]) -> str:
    """Return what a file says as JSON; `model` is the statement that it holds."""
    return json.dumps(canonical(node, Held(model)), ensure_ascii=True)


def digest_of(texts_by_path: Mapping[str, str]) -> str:
    """Return the digest of a catalogue; its files by path, each with its canonical text."""
    json_pairs = (f"[{json.dumps(path)}, {text}]" for path, text in sorted(texts_by_path.items()))
    return sha256(f"[{', '.join(json_pairs)}]".encode()).hexdigest()


def _held(annotation: Any) -> Held:
    content = PLAIN
    for kind in _alternatives(annotation):
        arguments = get_args(kind)
        if get_origin(kind) is dict:
            content = content._replace(values=_held(arguments[1]))
        elif get_origin(kind) is tuple:
            content = content._replace(items=_held(arguments[0]))
        elif isinstance(kind, type) and issubclass(kind, Statement):
            content = _held(kind.model_fields[kind.whole].annotation) if kind.whole else content._replace(model=kind)
    return content


def _alternatives(annotation: Any) -> Iterator[Any]:
    """Yield what a value may be, without what validates it."""
    origin = get_origin(annotation)
    if origin in (Union, types.UnionType, Annotated):
        for argument in get_args(annotation)[: 1 if origin is Annotated else None]:
            yield from _alternatives(argument)
    else:
        yield annotation


def _is_no_text(scalar: Scalar) -> bool:
    """Tell whether a scalar says something else when it is put into quotes."""
    try:
        return scalar.plain and not isinstance(json_value(scalar), str)
    except UnkeptNumberError:
        return True
