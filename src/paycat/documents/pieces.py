"""Writes documents in pieces, so that a cache can keep the text of those that did not change.

The text is the same as that of `paycat.encoding` for the whole document.
"""

from collections.abc import Iterator
from typing import Any

from paycat.cache import Cache
from paycat.encoding import pretty
from paycat.yaml_encoding import yaml_text


def json_pieces(document: Any, cache: Cache, levels: int) -> str:
    """Return indented JSON with a final newline; objects and lists at this depth are pieces."""
    return _json(document, cache, levels) + "\n"


def _json(value: Any, cache: Cache, levels: int) -> str:
    if not value or not isinstance(value, dict | list):
        return pretty(value)
    if not levels:
        return cache.of(pretty, value)
    if isinstance(value, list):
        return _bracketed("[", [_json(inner, cache, levels - 1) for inner in value], "]")
    members = [f"{pretty(name)}: {_json(inner, cache, levels - 1)}" for name, inner in value.items()]
    return _bracketed("{", members, "}")


def _bracketed(opening: str, members: list[str], closing: str) -> str:
    # Every line break belongs to the layout: JSON escapes those in texts.
    inner = ",\n".join(members).replace("\n", "\n  ")
    return f"{opening}\n  {inner}\n{closing}"


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
