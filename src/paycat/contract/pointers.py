"""JSON Pointers in the URI fragment form of RFC 6901 section 6, such as `#/object/member`."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any
from urllib.parse import quote, unquote

ROOT = "#"


def pointer(path: Iterable[str | int]) -> str:
    """Return the pointer to the member at `path`; `#` for the whole body."""
    return ROOT + "".join(f"/{_escaped(str(step))}" for step in path)


def steps(location: str) -> list[str]:
    """Return the path that a pointer names."""
    return [unquote(step).replace("~1", "/").replace("~0", "~") for step in location.split("/")[1:]]


def value_of(body: Any, location: str) -> Any:
    """Return the value that a pointer names. Raises LookupError when there is none."""
    for step in steps(location):
        body = body[int(step) if isinstance(body, list) and step.isdecimal() else step]
    return body


@lru_cache(maxsize=4096)
def _escaped(step: str) -> str:
    return quote(step.replace("~", "~0").replace("/", "~1"), safe=_SAFE)


_SAFE = "!$&'()*+,;=:@-._~?"
