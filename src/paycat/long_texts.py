"""Texts in memory: as they are while they take little, compressed once they take much, or made when they are needed.

A catalogue of a thousand methods makes texts of gigabytes, of which one is needed at a time.
"""

import sys
import zlib
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from typing import Any

_MOST_BYTES = 96 * 1024 * 1024


class _Packed:
    __slots__ = ("data",)

    def __init__(self, text: str) -> None:
        self.data = zlib.compress(text.encode(errors="surrogatepass"), level=1)


class Packing:
    """Compresses texts as soon as those before them took 96 MiB."""

    def __init__(self) -> None:
        self._bytes = 0
        self._last: tuple[str, _Packed] | None = None

    @property
    def is_full(self) -> bool:
        """Whether texts are compressed from now on."""
        return self._bytes > _MOST_BYTES

    def packed(self, value: Any) -> Any:
        """Return what to keep of a value: a text may be compressed, anything else stays as it is."""
        if not isinstance(value, str):
            return value
        if not self.is_full:
            self._bytes += sys.getsizeof(value)
            return value
        # What makes a text keeps it, and so does what adds it to a file set.
        if self._last is None or self._last[0] is not value:
            self._last = value, _Packed(value)
        return self._last[1]


def unpacked(kept: Any) -> Any:
    """Return the value of which `packed` returned what to keep."""
    return zlib.decompress(kept.data).decode(errors="surrogatepass") if isinstance(kept, _Packed) else kept


class _Later:
    __slots__ = ("make",)

    def __init__(self, make: Callable[[], str]) -> None:
        self.make = make


class KeptTexts(MutableMapping[str, str]):
    """Texts by path, in the order in which they were added; some are made when they are first read."""

    def __init__(self, texts: Mapping[str, str] | None = None, packing: Packing | None = None) -> None:
        self._packing = packing or Packing()
        self._kept: dict[str, Any] = {}
        self.update(texts or {})

    def __getitem__(self, path: str) -> str:
        if isinstance(kept := self._kept[path], _Later):
            self[path] = kept.make()
        text: str = unpacked(self._kept[path])
        return text

    def later(self, path: str, make: Callable[[], str]) -> None:
        """Add a text that is made when it is first read."""
        self._kept[path] = _Later(make)

    def __setitem__(self, path: str, text: str) -> None:
        self._kept[path] = self._packing.packed(text)

    def __delitem__(self, path: str) -> None:
        del self._kept[path]

    def __contains__(self, path: object) -> bool:
        return path in self._kept  # Without making or unpacking the text.

    def __iter__(self) -> Iterator[str]:
        return iter(self._kept)

    def __len__(self) -> int:
        return len(self._kept)


class MadeTexts(Mapping[str, str]):
    """Texts by path, each made whenever it is needed."""

    def __init__(self, make: Mapping[str, Callable[[], str]]) -> None:
        self._make = make

    def __getitem__(self, path: str) -> str:
        return self._make[path]()

    def __iter__(self) -> Iterator[str]:
        return iter(self._make)

    def __len__(self) -> int:
        return len(self._make)
