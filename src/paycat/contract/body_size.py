"""The size of a body as it is sent, which a stage before the rules of fields looks at."""

from typing import Any

from paycat.encoding import compact


def size(body: Any) -> int:
    """Return how many bytes a body has as JSON in UTF-8, without blanks."""
    return len(compact(body).encode())


def depth(value: Any) -> int:
    """Return how many objects and lists are inside one another."""
    if not isinstance(value, (dict, list)):
        return 0
    inner = value.values() if isinstance(value, dict) else value
    return 1 + max(map(depth, inner), default=0)
