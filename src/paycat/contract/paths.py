"""Paths of members in a request type: names joined by dots, and `[]` after a list for its items.

`owner.name` is the member `name` of the object `owner`; `lines[].sku` is the member `sku` of each item of the
list `lines`, and `tags[]` is each item of the list `tags`.
"""

from collections.abc import Sequence

from paycat.contract.pointers import steps

ITEM = "[]"
"""What follows the path of a list in the path of its items."""

Steps = tuple[str | int, ...]


def steps_of(path: str) -> Steps:
    """Return the steps to a member from the body; of a list, to its first item."""
    found: list[str | int] = []
    for part in path.split(".") if path else ():
        name = part.rstrip(ITEM)
        found += [name, *[0] * ((len(part) - len(name)) // len(ITEM))]
    return tuple(found)


def has_path(location: str, path: str) -> bool:
    """Tell whether a pointer names the member at a path; of a list, in any of its items."""
    taken, stated = steps(location), steps_of(path)
    return len(taken) == len(stated) and all(
        one.isdecimal() if isinstance(other, int) else one == other for one, other in zip(taken, stated, strict=True)
    )


def path_at(taken: Sequence[str | int]) -> str:
    """Return the path of the member that is reached by steps."""
    path = ""
    for step in taken:
        path += ITEM if isinstance(step, int) else f".{step}" if path else step
    return path
