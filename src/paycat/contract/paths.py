"""Paths of members, JSON Pointers (RFC 6901), and what can be reached by following references."""

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeVar
from urllib.parse import quote, unquote

ROOT = "#"

_SAFE = "!$&'()*+,;=:@-._~?"

ITEM = "[]"
"""What follows the path of a list in the path of its items."""

_CASE = re.compile(r"\([^()]*\)$")
_DOT = re.compile(r"(?<!\\)\.")
"""Where the path of a member ends and that of a member inside begins."""


class FilePath(str):
    """The path of a file without its ending, whose parts are names that a catalogue may give."""

    __slots__ = ()


def case_of(path: str, value: str) -> str:
    """Return the path, or the pointer, of what a member is where another one has a value, without brackets in that."""
    return f"{path}({re.sub('[()]', '', value)})"


def without_case(path: str) -> str:
    """Return the path or the pointer of the member itself, whatever the others are."""
    return _CASE.sub("", path)


Steps = tuple[str | int, ...]

T = TypeVar("T", bound=Hashable)


def pointer(path: Iterable[str | int]) -> str:
    """Return the pointer to the member at `path`; `#` for the whole body."""
    return ROOT + "".join(f"/{_escaped(str(step))}" for step in path)


def steps(json_pointer: str) -> list[str]:
    """Return the path that a pointer names."""
    return [unquote(step).replace("~1", "/").replace("~0", "~") for step in json_pointer.split("/")[1:]]


def value_of(body: Any, json_pointer: str) -> Any:
    """Return the value that a pointer names. Raises LookupError when there is none."""
    for step in steps(json_pointer):
        body = body[int(step) if isinstance(body, list) and step.isdecimal() else step]
    return body


def member_path(path: str, name: str) -> str:
    """Return the path of a member of the object at a path; a dot of its own name is escaped, as in `meta\\.next`."""
    escaped_name = name.replace(".", "\\.")
    return f"{path}.{escaped_name}" if path else escaped_name


@lru_cache(maxsize=2**14)
def steps_of(path: str) -> Steps:
    """Return the steps to a member from the body; of a list, to its first item; in a case, to the member."""
    member_steps: list[str | int] = []
    for step_text in _DOT.split(without_case(path)) if path else ():
        name = step_text.rstrip(ITEM)
        member_steps += [name.replace("\\.", "."), *[0] * ((len(step_text) - len(name)) // len(ITEM))]
    return tuple(member_steps)


def has_path(json_pointer: str, path: str) -> bool:
    """Tell whether a pointer names the member at a path; of a list, in any of its items."""
    pointer_steps, path_steps = steps(json_pointer), steps_of(path)
    return len(pointer_steps) == len(path_steps) and all(
        step.isdecimal() if isinstance(path_step, int) else step == path_step
        for step, path_step in zip(pointer_steps, path_steps, strict=True)
    )


def path_at(member_steps: Sequence[str | int]) -> str:
    """Return the path of the member that is reached by steps."""
    path = ""
    for step in member_steps:
        path = path + ITEM if isinstance(step, int) else member_path(path, step)
    return path


def reachable(starts: Iterable[T], targets_of: Callable[[T], Iterable[T]]) -> dict[T, None]:
    """Return everything that can be reached, the start first, each thing once; `targets_of` is where one leads."""
    reached = dict.fromkeys(starts)
    origins = list(reached)
    for origin in origins:
        new_targets = dict.fromkeys(target for target in targets_of(origin) if target not in reached)
        reached |= new_targets
        origins += new_targets
    return reached


@lru_cache(maxsize=4096)
def _escaped(step: str) -> str:
    return quote(step.replace("~", "~0").replace("/", "~1"), safe=_SAFE)
