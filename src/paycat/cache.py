"""The one cache: a function and the digest of its inputs, and of the code, lead to what the function returned.

A project opens it, and whatever it calls receives it. Nothing is made twice from equal inputs, and what takes long is
not made again in later runs either.
"""

import json
import os
import time
import zlib
from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from sys import getsizeof
from typing import Any, TypeVar, TypeVarTuple

import platformdirs

from paycat.files.installed import code_digest
from paycat.interrupting import raise_if_interrupted

FOLDER = "PAYCAT_CACHE_DIR"
"""The environment variable that names another folder for results."""

_DAY = 24 * 60 * 60
_KEPT_DAYS = 14
_LARGEST_ENTRY, _LARGEST = 16 * 1024 * 1024, 512 * 1024 * 1024
_SWEPT = "swept"
_TEXT = "="
"""What an entry begins with that is a text as it is; others are JSON, which never begins so."""

_LONG = 4096
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
    are equal to themselves alone. `basis` is what determines the value where the inputs are something else.
    `disk_cache` keeps values for later runs; `make_digest` returns the digest of all code that they depend on.
    """

    def __init__(self, disk_cache: "DiskCache | None" = None, make_digest: Callable[[], str] = str) -> None:
        self._disk, self._code = disk_cache, make_digest
        self._old: dict[Hashable, Any] = {}
        self._new: dict[Hashable, Any] = {}
        self._texts: dict[Hashable, str] = {}
        self._bytes = 0
        self._digests: dict[int, tuple[object, Hashable]] = {}

    def __reduce__(self) -> tuple[type["Cache"], tuple[()]]:
        """Return how a copy for another process is made: empty, for values are not sent."""
        return Cache, ()

    def of(self, make: Callable[[*Inputs], T], *inputs: *Inputs, basis: tuple[object, ...] | None = None) -> T:
        """Return what a function returns, calling it only if the inputs are new. Exceptions are not kept."""
        key = self._key(make, inputs if basis is None else basis)
        value: T = self._known(key)
        return self._keep(key, make(*inputs) if value is _MISSING else value)

    def lasting(self, make: Callable[[*Inputs], T], *inputs: *Inputs, basis: tuple[object, ...] | None = None) -> T:
        """Return what `of` does, also that of an earlier run: a text or JSON data."""
        key = self._key(make, inputs if basis is None else basis)
        value: T = self._known_on_disk(key)
        if value is _MISSING:
            value = make(*inputs)
            self._keep_on_disk(key, value)
        return self._keep(key, value)

    def lasting_of_each(
        self, make: Callable[[Mapping[str, Any]], Mapping[str, str]], inputs: Mapping[str, Any]
    ) -> dict[str, str]:
        """Return a text for each input as `lasting` does. One call makes those of all new inputs, each of it alone."""
        keys_by_name = {name: self._key(make, (value,)) for name, value in inputs.items()}
        texts_by_name = {name: self._known_on_disk(key) for name, key in keys_by_name.items()}
        if new_inputs := {name: inputs[name] for name, text in texts_by_name.items() if text is _MISSING}:
            texts_by_name |= make(new_inputs)
        for name in new_inputs:
            self._keep_on_disk(keys_by_name[name], texts_by_name[name])
        return {name: self._keep(key, texts_by_name[name]) for name, key in keys_by_name.items()}

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
        if not _is_frozen(value):
            return _identity(value)
        if len(self._digests) > _MOST_DIGESTS:
            self._digests.clear()  # They keep their values alive.
        if id(value) not in self._digests:
            self._digests[id(value)] = value, _identity(value)
        return self._digests[id(value)][1]

    def _key(self, make: Callable[..., object], inputs: tuple[object, ...]) -> tuple[Hashable, ...]:
        return (make, *map(self.identity, inputs))

    def _known(self, key: Hashable) -> Any:
        if key in self._texts:
            return self._texts[key]
        value = self._new.get(key, self._old.get(key, _MISSING))
        return zlib.decompress(value).decode(errors="surrogatepass") if isinstance(value, _Packed) else value

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
            oldest_key = next(iter(self._texts))
            text = self._texts.pop(oldest_key)
            self._bytes -= getsizeof(text)
            if not self._disk:
                self._new[oldest_key] = _Packed(zlib.compress(text.encode(errors="surrogatepass"), level=1))
        return value

    def _known_on_disk(self, key: tuple[Hashable, ...]) -> Any:
        value = self._known(key)
        return self._disk.get(self._name(key), _MISSING) if self._disk and value is _MISSING else value

    def _keep_on_disk(self, key: tuple[Hashable, ...], value: object) -> None:
        if self._disk:
            self._disk.put(self._name(key), value)

    def _name(self, key: tuple[Hashable, ...]) -> str:
        """Return a digest that means the same in every run. Raises TypeError if an input means nothing in another."""
        return sha256("\n".join(map(_in_words, (self._code(), *key))).encode()).hexdigest()


def opened() -> Cache:
    """Return a cache with what earlier runs made, as far as this code and these libraries made it."""
    return Cache(DiskCache(), code_digest)


class DiskCache:
    """Texts and JSON data by the digest of what they were made of.

    What was not used for two weeks is removed, and what was not used for longest while all take more than 512 MiB.
    """

    def __init__(self) -> None:
        self._folder = Path(os.environ.get(FOLDER) or platformdirs.user_cache_path("paycat") / "results")

    def get(self, key: str, default: object = None) -> Any:
        """Return the value of a key, if it is there and whole, or else `default`."""
        path = self._file(key)
        try:
            digest, _, packed_text = path.read_bytes().partition(b"\n")
            if digest != _digest(packed_text):
                return default
            if time.time() - path.stat().st_mtime > _DAY:
                os.utime(path)
            text = zlib.decompress(packed_text).decode()
            return text[1:] if text.startswith(_TEXT) else json.loads(text)
        except (OSError, ValueError, zlib.error):
            return default

    def put(self, key: str, value: object) -> None:
        """Keep a value, unless it takes more than 16 MiB; a reader sees it as a whole or not at all."""
        raise_if_interrupted()
        text = f"{_TEXT}{value}" if isinstance(value, str) else json.dumps(value)
        packed_text = zlib.compress(text.encode(), level=1)
        if len(packed_text) <= _LARGEST_ENTRY:
            with suppress(OSError):
                self._sweep_daily()
                # Nothing is staged: a reader rejects half an entry, as its digest differs.
                self._file(key).parent.mkdir(exist_ok=True)
                self._file(key).write_bytes(_digest(packed_text) + b"\n" + packed_text)

    def _file(self, key: str) -> Path:
        return self._folder / key[:1] / key[1:]  # Few folders: to make one takes longer than to search in it.

    def _sweep_daily(self) -> None:
        sweep_mark = self._folder / _SWEPT
        if sweep_mark.exists() and time.time() - sweep_mark.stat().st_mtime < _DAY:
            return
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        sweep_mark.touch()
        sweep(path for path in self._folder.glob("*/*") if path.is_file())


def sweep(paths: Iterable[Path], kept_days: int = _KEPT_DAYS, most_bytes: int = _LARGEST) -> None:
    """Remove files that were not used for some days, and the oldest while all take more than `most_bytes` bytes."""
    total_bytes, now = 0, time.time()
    stat_by_path = {path: path.stat() for path in paths}
    for path, stat in sorted(stat_by_path.items(), key=lambda path_and_stat: path_and_stat[1].st_mtime, reverse=True):
        total_bytes += stat.st_size
        if now - stat.st_mtime > kept_days * _DAY or total_bytes > most_bytes:
            path.unlink(missing_ok=True)


def _is_frozen(value: object) -> bool:
    """Return whether nobody can change a value, which is of a model or a dataclass."""
    value_class = type(value)
    params = getattr(value_class, "__dataclass_params__", None)
    return bool(getattr(value_class, "model_config", {}).get("frozen") or (params and params.frozen))


def _identity(value: object) -> Hashable:
    """Return what a value has in common with those for which a function returns the same.

    Not by ==, for which 1, 1.0 and True are the same, and so are objects whose members are in another order.
    """
    if isinstance(value, str) and len(value) > _LONG:
        # The text itself would stay in memory. No JSON begins like this, so no other value has this digest.
        return sha256(b"text " + value.encode(errors="surrogatepass")).digest()
    if isinstance(value, str | type) or type(value).__hash__ is object.__hash__:
        return value
    if isinstance(value, bytes):
        return bytes, sha256(value).digest()
    from pydantic_core import PydanticSerializationError, to_json  # noqa: PLC0415 - slow; what has a text needs it not

    try:
        return sha256(to_json(value, inf_nan_mode="constants")).digest()
    except PydanticSerializationError:  # JSON has no lone surrogates, and names of files may.
        return sha256(repr(value).encode(errors="backslashreplace")).digest()


def _in_words(value: Hashable) -> str:
    if isinstance(value, str):
        return f"text {sha256(value.encode()).hexdigest()}"
    if isinstance(value, bytes):
        return f"value {value.hex()}"
    if callable(value) and hasattr(value, "__qualname__"):
        return f"{value.__module__}.{value.__qualname__}"
    raise TypeError(f"{value!r} is equal to nothing in another run")


def _digest(content: bytes) -> bytes:
    return sha256(content).hexdigest().encode()
