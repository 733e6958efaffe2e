"""Small edits of JSON bodies, by path: a new body that shares what is left as it was, since no body is ever changed."""

from collections.abc import Sequence
from typing import Any

from paycat.contract.sent_texts import depth
from paycat.encoding import compact

Path = tuple[str | int, ...]
"""Names of members, and the numbers of items of lists."""


def value_at(body: Any, path: Sequence[str | int]) -> Any:
    """Return the value at a path. Raises LookupError when it is not there."""
    for step in path:
        body = body[step]
    return body


def holds_path(body: Any, path: Sequence[str | int]) -> bool:
    """Tell whether there is a value at a path."""
    for step in path:
        if isinstance(step, int):
            if not isinstance(body, list) or len(body) <= step:
                return False
        elif not isinstance(body, dict) or step not in body:
            return False
        body = body[step]
    return True


def with_value(body: Any, path: Path, value: Any) -> Any:
    """Return a body in which the path holds the value; containers on the way exist. An empty path is the body."""
    if not path:
        return value
    step, *rest = path
    if isinstance(step, int):
        return [*body[:step], with_value(body[step], tuple(rest), value), *body[step + 1 :]]
    return {**body, step: with_value(body.get(step), tuple(rest), value)}


def without(body: Any, path: Path) -> Any:
    """Return a body in which the member at the path, of an object, is left out."""
    if len(path) > 1:
        return with_value(body, path[:-1], without(value_at(body, path[:-1]), path[-1:]))
    return {name: value for name, value in body.items() if name != path[0]}


def fits(body: Any, most_bytes: int, most_levels: int) -> bool:
    """Tell whether a body is within the limits of size and nesting, which an earlier stage checks."""
    text = compact(body)
    # Each level has a bracket of its own, so few brackets are few levels.
    is_flat = text.count("{") + text.count("[") <= most_levels
    return len(text.encode()) <= most_bytes and (is_flat or depth(body) <= most_levels)
