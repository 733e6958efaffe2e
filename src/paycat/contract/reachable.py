"""What can be reached by following references, whatever they are."""

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def reachable(start: Iterable[T], following: Callable[[T], Iterable[T]]) -> dict[T, None]:
    """Return everything that can be reached, the start first, each thing once; `following` is where one leads."""
    found = dict.fromkeys(start)
    waiting = list(found)
    for one in waiting:
        new = dict.fromkeys(other for other in following(one) if other not in found)
        found |= new
        waiting += new
    return found
