"""Texts in memory: as they are while they take little, compressed once they take much.

A catalogue of a thousand methods makes texts of gigabytes, of which one is needed at a time.
"""

import sys
import zlib
from collections.abc import Iterator, Mapping, MutableMapping
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

    @property
    def is_full(self) -> bool:
        """Whether texts are compressed from now on."""
        return self._bytes > _MOST_BYTES

    def packed(self, value: Any) -> Any:
        """Return what to keep of a value: a text may be compressed, anything else stays as it is."""
        if not isinstance(value, str):
            return value
        if self.is_full:
            return _Packed(value)
        self._bytes += sys.getsizeof(value)
        return value


def unpacked(kept: Any) -> Any:
    """Return the value of which `packed` returned what to keep."""
    return zlib.decompress(kept.data).decode(errors="surrogatepass") if isinstance(kept, _Packed) else kept


class KeptTexts(MutableMapping[str, str]):
    """Texts by path, in the order in which they were added."""

    def __init__(self, texts: Mapping[str, str] | None = None) -> None:
        self._packing = Packing()
        self._kept: dict[str, Any] = {}
        self.update(texts or {})

    def __getitem__(self, path: str) -> str:
        text: str = unpacked(self._kept[path])
        return text

    def __setitem__(self, path: str, text: str) -> None:
        self._kept[path] = self._packing.packed(text)

    def __delitem__(self, path: str) -> None:
        del self._kept[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._kept)

    def __len__(self) -> int:
        return len(self._kept)
