"""Writes YAML in pieces, so that a cache can keep the text of those that did not change, or that documents share."""

from collections.abc import Iterator
from typing import Any

from paycat.cache import Cache
from paycat.yaml_encoding import yaml_text


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
