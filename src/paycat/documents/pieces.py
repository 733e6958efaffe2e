"""Writes documents in pieces, so that a cache can keep the text of those that did not change.

The text is the same as that of `paycat.encoding` for the whole document.
"""

from collections.abc import Iterator
from itertools import chain, repeat
from typing import Any

from paycat.cache import Cache
from paycat.catalogue.statement import Value
from paycat.encoding import pretty
from paycat.yaml_encoding import yaml_text


def json_pieces(document: Any, cache: Cache, levels: int) -> str:
    """Return indented JSON with a final newline; objects and lists at this depth are pieces.

    A piece may be a part of the contract, which becomes data when its turn comes.
    """
    return "".join((*_json(document, cache, levels, "\n"), "\n"))


def _json(value: Any, cache: Cache, levels: int, line: str) -> Iterator[str]:
    """Yield the text of a value in parts; `line` is a line break with the indentation of the value."""
    if isinstance(value, Value):
        yield _indented(cache.of(_pretty_part, value), line)
    elif not value or not isinstance(value, dict | list):
        yield pretty(value)
    elif not levels:
        yield _indented(cache.of(pretty, value), line)
    elif isinstance(value, list):
        for before, inner in zip(_separators("[", line), value, strict=False):
            yield before
            yield from _json(inner, cache, levels - 1, f"{line}  ")
        yield f"{line}]"
    else:
        for before, (name, inner) in zip(_separators("{", line), value.items(), strict=False):
            yield f"{before}{pretty(name)}: "
            yield from _json(inner, cache, levels - 1, f"{line}  ")
        yield f"{line}}}"


def _separators(opening: str, line: str) -> Iterator[str]:
    """Yield what is before each member of an object or a list."""
    return chain((f"{opening}{line}  ",), repeat(f",{line}  "))


def _pretty_part(part: Value) -> str:
    return pretty(part.written())


def _indented(text: str, line: str) -> str:
    return text.replace("\n", line)  # Every line break belongs to the layout: JSON escapes those in texts.


def yaml_pieces(document: dict[str, Any], cache: Cache, levels: int) -> str:
    """Return block YAML with quoted texts; members of objects at this depth are pieces."""
    return "".join(_yaml(document, cache, 1, levels)) or yaml_text(document)


def _yaml(mapping: dict[str, Any], cache: Cache, depth: int, levels: int) -> Iterator[str]:
    for name, value in mapping.items():
        key = cache.of(_yaml_key, name, depth) if isinstance(value, dict) and value and depth < levels else ""
        if key.endswith(":\n"):  # A long key, or one of several lines, shares a line with its value.
            yield key
            yield from _yaml(value, cache, depth + 1, levels)
        else:
            yield cache.of(_yaml_member, name, value, depth)


def _yaml_key(name: str, depth: int) -> str:
    return _yaml_member(name, {"_": 0}, depth).removesuffix(f"{'  ' * depth}_: 0\n")


def _yaml_member(name: str, value: Any, depth: int) -> str:
    # Where a long text is broken depends on its depth.
    whole = {name: value}
    for _ in range(depth - 1):
        whole = {"_": whole}
    return yaml_text(whole).split("\n", depth - 1)[-1]
