"""What differs between two contracts as JSON, each with the line of the catalogue that states it."""

from collections.abc import Callable, Iterator
from typing import Any

from paycat.diagnostics import Span

Keys = tuple[str, ...]
"""Where something is in a contract: names of members, and for an item of a list what it is known by."""

Difference = tuple[Keys, Span]

_KNOWN_BY = ("code", "id", "slug", "path", "name", "keyword")


def differences(old: Any, new: Any) -> list[Difference]:
    """Return what the new contract says otherwise, in its order; of what is gone, the place of what is around it.

    A statement that only moved to another line is no difference. What has no place is left out.
    """
    return list(_differences(old, new, (), None, lambda name: name == "location"))


def first_line_of_change(old: Any, new: Any) -> Span | None:
    """Return the line of what a contract says otherwise first; else of the first statement that moved; else None."""
    every = differences(old, new) or _differences(old, new, (), None, lambda name: False)
    return next((location for _, location in every), None)


def location_in(contract: Any, keys: Keys) -> Span | None:
    """Return the place of what is at `keys` or around it, or None."""
    location = None
    for key in keys:
        contract = _members(contract).get(key)
        location = _location(contract, location)
    return location


def _differences(
    old: Any, new: Any, keys: Keys, location: Span | None, passed_over: Callable[[str], bool]
) -> Iterator[Difference]:
    if old == new:
        return
    location = _location(new, location)
    before, after = _members(old), _members(new)
    if not before or not after:
        yield from _placed(keys, location)
        return
    for name in sorted({**after, **before}, key=lambda name: name != "location"):
        if not passed_over(name):
            yield from _differences(before.get(name), after.get(name), (*keys, name), location, passed_over)
    if list(before) != list(after) and set(before) == set(after):
        yield from _placed(keys, location)


def _placed(keys: Keys, location: Span | None) -> Iterator[Difference]:
    if location:
        yield keys, location


def _location(node: Any, around: Span | None) -> Span | None:
    match node:
        case {"location": str(text)} if (location := Span.of(text)).line:
            return location
        case _:
            return around


def _members(node: Any) -> dict[str, Any]:
    """Return what a node holds by what it is known by: members by name, items of a list by theirs or their number."""
    if isinstance(node, dict):
        return node
    if not isinstance(node, list):
        return {}
    for member in _KNOWN_BY:
        named = {item[member]: item for item in node if isinstance(item, dict) and isinstance(item.get(member), str)}
        if len(named) == len(node):
            return named
    return {str(index): item for index, item in enumerate(node)}
