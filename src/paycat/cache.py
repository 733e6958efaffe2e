"""Results by their inputs: nothing is made twice from equal inputs, and what takes long not in later runs either."""

import json
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Any, TypeVar, TypeVarTuple, cast

from paycat.disk_cache import DiskCache
from paycat.long_texts import Packing, unpacked

_LONG, _MOST_DIGESTS = 4096, 10_000
_TEXT = "="
"""What a result on the disk begins with that is a text as it is; others are JSON, which never begins so."""
Inputs = TypeVarTuple("Inputs")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Identified:
    """A value that is no data, with the text that determines it."""

    value: Any
    identity: str


class Cache:
    """Keeps results for its owner, who passes it on; nothing else keeps any.

    An old cache and a new one return the same: a function reads only its inputs, and nobody changes its result. `disk`
    keeps some results for later runs; `makers` is the digest of all code that they depend on.
    """

    def __init__(self, disk: DiskCache | None = None, makers: str = "") -> None:
        self._disk, self._makers = disk, makers
        self._kept: dict[Hashable, Any] = {}
        self._used: dict[Hashable, Any] = {}
        self._digests: dict[int, tuple[object, Hashable]] = {}
        self.packing = Packing()

    def __reduce__(self) -> tuple[type["Cache"], tuple[()]]:
        """Return how a copy for another process is made: empty, for results are not sent."""
        return Cache, ()

    def of(self, make: Callable[[*Inputs], T], *inputs: *Inputs) -> T:
        """Return the result of a function, calling it only if the inputs are new.

        Inputs are contract values, JSON data, bytes, texts, classes, and values that nobody changes and that are equal
        to themselves alone. Exceptions are not kept.
        """
        return self._result(self._key(make, *inputs), partial(make, *inputs))

    def lasting(self, make: Callable[[*Inputs], T], *inputs: *Inputs) -> T:
        """Return the result as `of` does, also that of an earlier run: a text, or JSON data."""
        return self._result(self._key(make, *inputs), partial(self.from_disk, make, *inputs))

    def from_disk(self, make: Callable[[*Inputs], T], *inputs: *Inputs) -> T:
        """Return the result as `lasting` does, and keep it on the disk alone."""
        if not self._disk:
            return make(*inputs)
        name = self._name_on_disk(self._key(make, *inputs))
        if (kept := self._disk.get(name)) is not None:
            return cast(T, _read(kept))
        made = make(*inputs)
        self._disk.put(name, _written(made))
        return made

    def lasting_of_each(
        self, make: Callable[[Mapping[str, Any]], Mapping[str, str]], inputs: Mapping[str, Any]
    ) -> dict[str, str]:
        """Return a text for each input as `lasting` does. One call makes those of all new inputs, each of it alone."""
        keys = {name: self._key(make, one) for name, one in inputs.items()}
        known = {name: text for name, key in keys.items() if (text := self._known(key)) is not None}
        if new := {name: one for name, one in inputs.items() if name not in known}:
            known |= make(new)
            if self._disk:
                for name in new:
                    self._disk.put(self._name_on_disk(keys[name]), _written(known[name]))
        return {name: self._result(key, partial(known.__getitem__, name)) for name, key in keys.items()}

    def _known(self, key: tuple[Hashable, ...]) -> str | None:
        """Return a text that was made before, in this run or an earlier one."""
        for results in (self._kept, self._used):
            if key in results:
                return cast(str, unpacked(results[key]))
        kept = self._disk.get(self._name_on_disk(key)) if self._disk else None
        return None if kept is None else cast(str, _read(kept))

    def _name_on_disk(self, key: Iterable[Hashable]) -> str:
        return sha256("\n".join([self._makers, *map(_lasting_identity, key)]).encode()).hexdigest()

    def _key(self, make: Callable[..., object], *inputs: object) -> tuple[Hashable, ...]:
        return (make, *map(self.identity, inputs))

    def _result(self, key: Hashable, make: Callable[[], T]) -> T:
        if key in self._kept:
            self._used[key] = self._kept[key]
        elif key not in self._used:
            made = make()
            self._used[key] = self.packing.packed(made)
            return made
        return cast(T, unpacked(self._used[key]))

    def forget_unused(self) -> None:
        """Forget the results that were not used since the last call."""
        self._kept, self._used = self._used, {}
        self._digests.clear()
        self.packing = Packing()

    def identity(self, value: object) -> Hashable:
        """Return what two inputs have in common if a function returns the same for them.

        The digest of a frozen value is that of the last time, if there is one: it cannot have changed.
        """
        if isinstance(value, str) and self.packing.is_full and len(value) > _LONG:
            # The text itself would stay in memory. No JSON begins like this, so no other value has this digest.
            return sha256(b"text " + value.encode(errors="surrogatepass")).digest()
        if isinstance(value, Identified) or not _is_frozen(value):
            return _identity(value)
        if len(self._digests) > _MOST_DIGESTS:
            self._digests.clear()  # They keep their values alive.
        if id(value) not in self._digests:
            self._digests[id(value)] = value, _identity(value)
        return self._digests[id(value)][1]


def _written(made: object) -> str:
    return f"{_TEXT}{made}" if isinstance(made, str) else json.dumps(made, ensure_ascii=False)


def _read(kept: str) -> object:
    return kept[1:] if kept.startswith(_TEXT) else json.loads(kept)


def _is_frozen(value: object) -> bool:
    kind = type(value)
    stated = getattr(kind, "__dataclass_params__", None)
    return bool(getattr(kind, "model_config", {}).get("frozen") or (stated and stated.frozen))


def _identity(value: object) -> Hashable:
    # Not by ==, for which 1, 1.0 and True are the same, and so are objects whose members are in another order.
    if isinstance(value, Identified):
        return value.identity
    if isinstance(value, str | type) or type(value).__hash__ is object.__hash__:
        return value
    if isinstance(value, bytes):
        return bytes, sha256(value).digest()
    from pydantic_core import PydanticSerializationError, to_json  # noqa: PLC0415 - slow; what has a text needs it not

    try:
        return sha256(to_json(value, inf_nan_mode="constants")).digest()
    except PydanticSerializationError:  # JSON has no lone surrogates, and names of files may.
        return sha256(repr(value).encode(errors="backslashreplace")).digest()


def _lasting_identity(identity: Hashable) -> str:
    """Return an identity in words that mean the same in every run. Raises TypeError if there are none."""
    if isinstance(identity, str):
        return f"text {sha256(identity.encode()).hexdigest()}"
    if isinstance(identity, bytes):
        return f"value {identity.hex()}"
    if callable(identity) and hasattr(identity, "__qualname__"):
        return f"{identity.__module__}.{identity.__qualname__}"
    raise TypeError(f"{identity!r} is equal to nothing in another run")
