"""Plain data in, a tree of YAML as a person would lay it out out.

Mappings are blocks, lists of plain values stand in brackets, texts have quotes only where a reader needs them.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from paycat.formatting.leaves import quoted
from paycat.formatting.tree import Branch, Entry, Leaf
from paycat.loading import Mapping as MappingNode
from paycat.loading import Scalar, json_value, load

_OTHER_READERS = re.compile(
    r"[-+]?[0-9][0-9_,:]*(\.[0-9_]*)?([eE][-+]?[0-9]+)?|0[xob].*|[-+]?\.[0-9_]+|[-+]?\.(inf|nan)"
    r"|[0-9]{4}-[0-9].*|y|n|yes|no|on|off|true|false|null",
    re.IGNORECASE,
)
"""Bare texts that other readers of YAML, 1.1 or 1.2, take for a number, a date or a truth."""


class Inline(dict[str, Any]):
    """A mapping that is to stand in braces."""


def laid_out(data: Mapping[str, Any]) -> Branch:
    """Return a mapping as a block."""
    entries = [Entry([], _leaf(key), _value(value)) for key, value in data.items()]
    return Branch(is_mapping=True, flow=isinstance(data, Inline), column=0, entries=entries)


def _value(value: Any) -> Leaf | Branch:
    if isinstance(value, Mapping):
        return laid_out(value)
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
    """Tell whether the loader reads the bare text as itself, in braces too."""
    node, found = load(f"{{ key: {text} }}\n".encode(), "")
    if found or not isinstance(node, MappingNode) or len(node.entries) != 1:
        return False
    value = node.entries[0].value
    return isinstance(value, Scalar) and value.plain and json_value(value) == text
