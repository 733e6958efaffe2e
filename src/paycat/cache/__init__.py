"""The one cache: a function and the digest of its inputs, and of the code, lead to what the function returned.

A project opens it, and whatever it calls receives it. Nothing is made twice from equal inputs, and what takes long is
not made again in later runs either.
"""

import zlib
from collections.abc import Callable, Hashable, Mapping
from sys import getsizeof
from typing import Any, TypeVar, TypeVarTuple

from paycat.cache.code_digest import code_digest
from paycat.cache.disk import DiskCache
from paycat.cache.inputs import identity, is_frozen, lasting_identity

_MOST_BYTES, _MOST_DIGESTS = 32 * 1024 * 1024, 10_000
_MISSING: Any = object()
Inputs = TypeVarTuple("Inputs")
T = TypeVar("T")


class _Packed(bytes):
    """A text that was compressed."""


class Cache:
    """What functions returned, for its owner, who passes it on.

    An old cache and a new one return the same: a function reads only its inputs, and nobody changes what it returned.
    Inputs are contract values, JSON data, bytes, texts, classes, this cache, and values that nobody changes and that
    are equal to themselves alone. `by` is what determines the value where the inputs are something else. `disk` keeps
    values for later runs; `code` returns the digest of all code that they depend on.
    """

    def __init__(self, disk: DiskCache | None = None, code: Callable[[], str] = str) -> None:
        self._disk, self._code = disk, code
        self._old: dict[Hashable, Any] = {}
        self._new: dict[Hashable, Any] = {}
        self._texts: dict[Hashable, str] = {}
        self._bytes = 0
        self._digests: dict[int, tuple[object, Hashable]] = {}

    def __reduce__(self) -> tuple[type["Cache"], tuple[()]]:
        """Return how a copy for another process is made: empty, for values are not sent."""
        return Cache, ()

    def of(self, make: Callable[[*Inputs], T], *inputs: *Inputs, by: tuple[object, ...] | None = None) -> T:
        """Return what a function returns, calling it only if the inputs are new. Exceptions are not kept."""
        key = self._key(make, inputs if by is None else by)
        found: T = self._known(key)
        return self._keep(key, make(*inputs) if found is _MISSING else found)

    def lasting(self, make: Callable[[*Inputs], T], *inputs: *Inputs, by: tuple[object, ...] | None = None) -> T:
        """Return what `of` does, also that of an earlier run: a text or JSON data."""
        key = self._key(make, inputs if by is None else by)
        found: T = self._known_on_disk(key)
        if found is _MISSING:
            found = make(*inputs)
            self._keep_on_disk(key, found)
        return self._keep(key, found)

    def lasting_of_each(
        self, make: Callable[[Mapping[str, Any]], Mapping[str, str]], inputs: Mapping[str, Any]
    ) -> dict[str, str]:
        """Return a text for each input as `lasting` does. One call makes those of all new inputs, each of it alone."""
        keys = {name: self._key(make, (one,)) for name, one in inputs.items()}
        texts = {name: self._known_on_disk(key) for name, key in keys.items()}
        if new := {name: inputs[name] for name, text in texts.items() if text is _MISSING}:
            texts |= make(new)
        for name in new:
            self._keep_on_disk(keys[name], texts[name])
        return {name: self._keep(key, texts[name]) for name, key in keys.items()}

    def forget_unused(self) -> None:
        """Forget the values that were not used since the last call; of texts, those that were not used for longest."""
        self._old, self._new = self._new, {}
        self._digests.clear()

    def identity(self, value: object) -> Hashable:
        """Return what two inputs have in common if a function returns the same for them.

        The digest of a frozen value is that of the last time, if there is one: it cannot have changed.
        """
        if isinstance(value, Cache):
            return Cache
        if not is_frozen(value):
            return identity(value)
        if len(self._digests) > _MOST_DIGESTS:
            self._digests.clear()  # They keep their values alive.
        if id(value) not in self._digests:
            self._digests[id(value)] = value, identity(value)
        return self._digests[id(value)][1]

    def _key(self, make: Callable[..., object], inputs: tuple[object, ...]) -> tuple[Hashable, ...]:
        return (make, *map(self.identity, inputs))

    def _known(self, key: Hashable) -> Any:
        if key in self._texts:
            return self._texts[key]
        found = self._new.get(key, self._old.get(key, _MISSING))
        return zlib.decompress(found).decode(errors="surrogatepass") if isinstance(found, _Packed) else found

    def _keep(self, key: Hashable, value: T) -> T:
        """Keep a value in memory. A thousand methods make texts of gigabytes, so those last used are kept as they are.

        Others are made or read again where there is a disk, and else compressed.
        """
        if not isinstance(value, str):
            self._new[key] = value
            return value
        if key in self._texts:
            self._bytes -= getsizeof(self._texts.pop(key))
        self._texts[key] = value
        self._bytes += getsizeof(value)
        while self._bytes > _MOST_BYTES:
            oldest = next(iter(self._texts))
            text = self._texts.pop(oldest)
            self._bytes -= getsizeof(text)
            if not self._disk:
                self._new[oldest] = _Packed(zlib.compress(text.encode(errors="surrogatepass"), level=1))
        return value

    def _known_on_disk(self, key: tuple[Hashable, ...]) -> Any:
        found = self._known(key)
        return self._disk.get(self._name(key), _MISSING) if self._disk and found is _MISSING else found

    def _keep_on_disk(self, key: tuple[Hashable, ...], value: object) -> None:
        if self._disk:
            self._disk.put(self._name(key), value)

    def _name(self, key: tuple[Hashable, ...]) -> str:
        return lasting_identity((self._code(), *key))


def opened() -> Cache:
    """Return a cache with what earlier runs made, as far as this code and these libraries made it."""
    return Cache(DiskCache(), code_digest)
