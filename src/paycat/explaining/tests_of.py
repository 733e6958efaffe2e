"""Vectors in; in a few lines which of them test a thing out."""

from collections.abc import Iterable
from typing import Any

from paycat.explaining.carriers import shortened


def summed(vectors: Iterable[dict[str, Any]], most: int = 6) -> tuple[str, ...]:
    """Return how many vectors there are, and for each rule that they are about one of them."""
    found = list(vectors)
    if not found:
        return ()
    accepted = sum(vector["valid"] for vector in found)
    rules: dict[str, list[str]] = {}
    for vector in found:
        rules.setdefault(vector["rule"], []).append(vector["id"])
    lines = [f"{ids[0]}" + (f" and {len(ids) - 1} more of the rule" if ids[1:] else "") for ids in rules.values()]
    head = f"{len(found):,} vectors: {accepted:,} accepted, {len(found) - accepted:,} refused"
    return (head, *shortened(lines, most))
