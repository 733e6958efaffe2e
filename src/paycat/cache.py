"""Results by their inputs: nothing is made twice from equal inputs."""

from collections.abc import Callable, Hashable
from hashlib import sha256
from typing import Any, TypeVar, TypeVarTuple, cast

from pydantic import BaseModel
from pydantic_core import PydanticSerializationError, to_json

Inputs = TypeVarTuple("Inputs")
T = TypeVar("T")


class Cache:
    """Keeps results for its owner, who passes it on; nothing else keeps any.

    An old cache and a new one return the same: a function reads only its inputs, and nobody changes its result.
    """

    def __init__(self) -> None:
        self._kept: dict[Hashable, Any] = {}
        self._used: dict[Hashable, Any] = {}
        self._digests: dict[int, tuple[object, Hashable]] = {}

    def __reduce__(self) -> tuple[type["Cache"], tuple[()]]:
        """Return how a copy for another process is made: empty, for results are not sent."""
        return Cache, ()

    def of(self, make: Callable[[*Inputs], T], *inputs: *Inputs) -> T:
        """Return the result of a function, calling it only if the inputs are new.

        Inputs are contract values, JSON data, bytes, texts, classes, and values that nobody changes and that are equal
        to themselves alone. Exceptions are not kept.
        """
        key = (make, *map(self._identity, inputs))
        if key not in self._used:
            self._used[key] = self._kept[key] if key in self._kept else make(*inputs)
        return cast(T, self._used[key])

    def forget_unused(self) -> None:
        """Forget the results that were not used since the last call."""
        self._kept, self._used = self._used, {}
        self._digests.clear()

    def _identity(self, value: object) -> Hashable:
        """Return the digest of a frozen value from the last time, if there is one: it cannot have changed."""
        if not (isinstance(value, BaseModel) and value.model_config.get("frozen")):
            return _identity(value)
        if id(value) not in self._digests:
            self._digests[id(value)] = value, _identity(value)
        return self._digests[id(value)][1]


def _identity(value: object) -> Hashable:
    # Not by ==, for which 1, 1.0 and True are the same, and so are objects whose members are in another order.
    if isinstance(value, str | type) or type(value).__hash__ is object.__hash__:
        return value
    if isinstance(value, bytes):
        return bytes, sha256(value).digest()
    try:
        return sha256(to_json(value, inf_nan_mode="constants")).digest()
    except PydanticSerializationError:  # JSON has no lone surrogates, and names of files may.
        return sha256(repr(value).encode(errors="backslashreplace")).digest()
