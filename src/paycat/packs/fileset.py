"""Rendered files, and the format of SHA256SUMS."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial

from paycat.cache import Cache, Identified
from paycat.contract.differences import Keys
from paycat.languages.source import UnsuitableValueError
from paycat.long_texts import KeptTexts
from paycat.packs.file_names import folded, reject_unportable

SUMS = "SHA256SUMS"
Inputs = tuple[object, ...]
"""What a text is made of, as the cache takes it."""


@dataclass(frozen=True, slots=True)
class RenderedFile:
    """A file of a pack: the index of its statement in the manifest, its path in the pack's folder, and its text."""

    index: int
    path: str
    text: str
    made_for: Keys


@dataclass(frozen=True, slots=True)
class Made:
    """What is known of a file without its text: sum, size in bytes, and number of lines.

    `origin` is the pack that made it, `made_for` the part of the contract that it was made for; () is the whole.
    """

    sha256: str
    size: int
    lines: int
    origin: str = ""
    made_for: Keys = ()


class FileSet:
    """Files by path, relative to the output folder, with `/` between the parts.

    A text may be made only when it is read, or all of them when the first is: for most runs, the sums suffice.
    """

    def __init__(self, texts: Mapping[str, str] | None = None, *, cache: Cache | None = None) -> None:
        self._cache = cache or Cache()
        self._texts = KeptTexts(packing=self._cache.packing)
        self._make: Callable[[], FileSet] | None = None
        self.made: dict[str, Made] = {}
        self._spelt: dict[str, str] = {}
        for path, text in (texts or {}).items():
            self._put(path, text)

    @classmethod
    def known(cls, made: Mapping[str, Made], make: "Callable[[], FileSet]") -> "FileSet":
        """Return files of which another run knows everything but the texts, and `make` makes the same with texts."""
        files = cls()
        files.made, files._make = dict(made), make
        return files

    @cached_property
    def files(self) -> Mapping[str, str]:
        """The texts by path."""
        return self._make().files if self._make else self._texts

    def text(self, path: str) -> str:
        """Return the text of a file, or that of SHA256SUMS."""
        return sums_text(self.sums()) if path == SUMS else self.files[path]

    def add(self, path: str, text: str, origin: str, made_for: Keys = ()) -> None:
        """Add a file of the pack `origin`; `made_for` is () for the whole contract.

        Raises UnsuitableValueError for a path outside the folder, one added before, or one that not every system holds.
        """
        self._reject_unsuitable(path, origin)
        self._put(path, text, origin, made_for)

    def add_made(self, path: str, make: Callable[[], str], inputs: Inputs, origin: str, made_for: Keys = ()) -> None:
        """Add a file as `add` does, whose text `make` makes of the inputs and of nothing else.

        What an earlier run measured of it is taken from the cache; then its text is made when somebody reads it.
        """
        self._reject_unsuitable(path, origin)
        self._texts.later(path, partial(self._made_text, path, make))
        text = Identified(partial(self._texts.__getitem__, path), "")
        self.made[path] = Made(*self._cache.lasting(_measured_anew, text, *inputs), origin, made_for)

    def _made_text(self, path: str, make: Callable[[], str]) -> str:
        text = make()
        if path in self.made and self.made[path].sha256 != sha256(text.encode()):
            raise RuntimeError(f"{path} depends on something that is not among its inputs")
        return text

    def _reject_unsuitable(self, path: str, origin: str) -> None:
        parts = path.split("/")
        if not all(parts) or any(part in (".", "..") or part.startswith("~") for part in parts) or "\\" in path:
            raise UnsuitableValueError(f"{path!r} is not a path below the output folder")
        for part in parts:
            reject_unportable(part)
        if path in self.made:
            raise UnsuitableValueError(f"{path!r} is written by {self.made[path].origin} and by {origin}")
        for end in range(1, len(parts) + 1):
            here = "/".join(parts[:end])
            other = self._spelt.setdefault(folded(here), here)
            if other != here:
                raise UnsuitableValueError(f"{here!a} and {other!a} are the same file or folder on Windows and macOS")

    def _put(self, path: str, text: str, origin: str = "", made_for: Keys = ()) -> None:
        self._texts[path] = text
        self.made[path] = Made(*self._cache.of(_measured, text), origin, made_for)

    def sums(self) -> dict[str, str]:
        """Return the SHA-256 of every file."""
        return {path: made.sha256 for path, made in self.made.items()}

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self.made))


def _measured(text: str) -> tuple[str, int, int]:
    data = text.encode()
    return sha256(data), len(data), text.count("\n")


def _measured_anew(text: Identified, *_: object) -> tuple[str, int, int]:
    return _measured(text.value())


def sha256(data: bytes) -> str:
    """Return the SHA-256 of data in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def sums_text(sums: Mapping[str, str]) -> str:
    """Return sums in the format of sha256sum: one line per file, sorted by path."""
    return "".join(f"{digest}  {path}\n" for path, digest in sorted(sums.items()))


def read_sums(text: str) -> dict[str, str]:
    """Return the sums of a SHA256SUMS file; other lines are ignored."""
    lines = (line.partition("  ") for line in text.splitlines())
    return {path: digest for digest, _, path in lines if len(digest) == 64 and path}
