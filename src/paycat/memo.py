"""What was made before, by what it was made of: equal inputs are not worked on twice."""

from collections.abc import Callable, Hashable
from hashlib import sha256
from typing import Any, TypeVar, TypeVarTuple, cast

from pydantic import BaseModel
from pydantic_core import PydanticSerializationError, to_json

Inputs = TypeVarTuple("Inputs")
T = TypeVar("T")


class Memo:
    """Remembers results for whoever owns it, and gives it to what works for him; nothing else is remembered anywhere.

    What is made with an old memo is what a new one makes: the function reads nothing but its inputs, and nobody
    changes what it returned.
    """

    def __init__(self) -> None:
        self._kept: dict[Hashable, Any] = {}
        self._used: dict[Hashable, Any] = {}
        self._digests: dict[int, tuple[object, Hashable]] = {}

    def of(self, make: Callable[[*Inputs], T], *inputs: *Inputs) -> T:
        """Return what a function makes of inputs, calling it if they were not met before.

        Inputs are contract values, JSON data, bytes, texts, classes, and what nobody changes and is equal to itself
        alone. What the function raises is not remembered.
        """
        key = (make, *map(self._told_apart, inputs))
        if key not in self._used:
            self._used[key] = self._kept[key] if key in self._kept else make(*inputs)
        return cast(T, self._used[key])

    def forget_unused(self) -> None:
        """Forget what was not asked for since this was last called."""
        self._kept, self._used = self._used, {}
        self._digests.clear()

    def _told_apart(self, value: object) -> Hashable:
        """Return the digest of a frozen value from the last time, if it was asked for: it cannot have changed."""
        if not (isinstance(value, BaseModel) and value.model_config.get("frozen")):
            return _told_apart(value)
        if id(value) not in self._digests:
            self._digests[id(value)] = value, _told_apart(value)
        return self._digests[id(value)][1]


def _told_apart(value: object) -> Hashable:
    # Not by ==, for which 1, 1.0 and True are the same, and so are objects whose members stand in another order.
    if isinstance(value, str | type) or type(value).__hash__ is object.__hash__:
        return value
    if isinstance(value, bytes):
        return bytes, sha256(value).digest()
    try:
        return sha256(to_json(value, inf_nan_mode="constants")).digest()
    except PydanticSerializationError:  # JSON has no lone surrogates, and names of files may.
        return sha256(repr(value).encode(errors="backslashreplace")).digest()
