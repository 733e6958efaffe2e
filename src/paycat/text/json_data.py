"""JSON: data by path, small edits, the one walk over all that it holds, and its one encoder."""

import json
from collections.abc import Iterator, Sequence
from json.encoder import encode_basestring
from typing import Any

Path = tuple[str | int, ...]
"""Names of members, and the numbers of items of lists."""

_COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


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
    step, *inner_path = path
    if isinstance(step, int):
        return [*body[:step], with_value(body[step], tuple(inner_path), value), *body[step + 1 :]]
    return {**body, step: with_value(body.get(step), tuple(inner_path), value)}


def without(body: Any, path: Path) -> Any:
    """Return a body in which the member at the path, of an object, is left out."""
    if len(path) > 1:
        return with_value(body, path[:-1], without(value_at(body, path[:-1]), path[-1:]))
    return {name: value for name, value in body.items() if name != path[0]}


def values_in(value: Any) -> Iterator[Any]:
    """Return a value and every value inside, each before those that it holds, in their order."""
    waiting_values = [value]
    while waiting_values:  # Data of others may be nested deeper than Python calls.
        inner_value = waiting_values.pop()
        yield inner_value
        if isinstance(inner_value, dict | list):
            waiting_values += reversed(inner_value.values() if isinstance(inner_value, dict) else inner_value)


def texts_in(value: Any) -> Iterator[str]:
    """Return every text and every name of a member in a value."""
    for inner_value in values_in(value):
        if isinstance(inner_value, str):
            yield inner_value
        elif isinstance(inner_value, dict):
            yield from inner_value


def depth(value: Any) -> int:
    """Return how many objects and lists are inside one another."""
    if not isinstance(value, dict | list):
        return 0
    inner_values = value.values() if isinstance(value, dict) else value
    return 1 + max(map(depth, inner_values), default=0)


def json_text(value: Any) -> str:
    """Return indented JSON with a final newline; members keep their order, text stays readable."""
    return pretty(value) + "\n"


def json_line(value: Any) -> str:
    """Return compact JSON in one line, with a final newline."""
    return compact(value) + "\n"


def pretty(value: Any) -> str:
    """Return indented JSON, for people."""
    return _indented(value, "\n")


def compact(value: Any) -> str:
    """Return JSON as it is sent, without blanks."""
    return _COMPACT.encode(value)


def _indented(value: Any, line_start: str) -> str:
    # The module json indents in Python, a token at a time, which takes four times as long.
    if isinstance(value, str):
        return encode_basestring(value)
    inner_start = f"{line_start}  "
    if isinstance(value, dict) and value:
        members = [f"{encode_basestring(name)}: {_indented(member, inner_start)}" for name, member in value.items()]
        return f"{{{inner_start}{f',{inner_start}'.join(members)}{line_start}}}"
    if isinstance(value, list | tuple) and value:
        return f"[{inner_start}{f',{inner_start}'.join([_indented(item, inner_start) for item in value])}{line_start}]"
    return compact(value)
