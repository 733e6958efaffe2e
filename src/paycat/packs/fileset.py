"""Rendered files, and the format of SHA256SUMS."""

import hashlib
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from sys import getsizeof
from typing import NamedTuple

from paycat.contract.differences import Keys
from paycat.languages.source import UnsuitableValueError
from paycat.packs.file_names import folded, reject_unportable

SUMS = "SHA256SUMS"
_MOST_BYTES = 16 * 1024 * 1024
"""What a file set has in memory as it is: a thousand methods make gigabytes, so it compresses what comes after."""


@dataclass(frozen=True, slots=True)
class RenderedFile:
    """A file of a pack: the index of its statement in the manifest, its path in the pack's folder, and its text."""

    index: int
    path: str
    text: str
    made_for: Keys


class Measured(NamedTuple):
    """What is known of a file without its bytes: sum, size, and number of lines."""

    sha256: str
    size: int
    lines: int


@dataclass(frozen=True, slots=True)
class LazyFile:
    """A file: what is known of it, and what returns its bytes.

    `origin` is the pack that made it, `made_for` the part of the contract that it was made for; () is the whole.
    """

    facts: Measured
    origin: str
    made_for: Keys
    data: Callable[[], bytes] = field(compare=False)


class FileSet(dict[str, LazyFile]):
    """Files by path, relative to the output folder, with `/` between the parts."""

    def __init__(self, texts: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self._bytes = 0
        self._spelt: dict[str, str] = {}
        for path, text in (texts or {}).items():
            self[path] = self._file(text, "", (), None)

    def texts(self) -> dict[str, str]:
        """Return the texts by path."""
        return {path: self.text(path) for path in self}

    def text(self, path: str) -> str:
        """Return the text of a file, or that of SHA256SUMS."""
        return sums_text(self.sums()) if path == SUMS else self[path].data().decode()

    def add(self, path: str, text: str, origin: str, made_for: Keys = (), facts: Measured | None = None) -> None:
        """Add a file of the pack `origin`; `made_for` is () for the whole contract, and `facts` what is measured.

        Raises UnsuitableValueError for a path outside the folder, one added before, or one that not every system holds.
        """
        self.add_file(path, self._file(text, origin, made_for, facts))

    def add_file(self, path: str, file: LazyFile) -> None:
        """Add a file as `add` does."""
        self._reject_unsuitable(path, file.origin)
        self[path] = file

    def _file(self, text: str, origin: str, made_for: Keys, facts: Measured | None) -> LazyFile:
        facts = facts or measured(text.encode())
        self._bytes += getsizeof(text)
        if self._bytes > _MOST_BYTES:
            return LazyFile(facts, origin, made_for, partial(zlib.decompress, zlib.compress(text.encode(), level=1)))
        return LazyFile(facts, origin, made_for, text.encode)

    def _reject_unsuitable(self, path: str, origin: str) -> None:
        parts = path.split("/")
        if not all(parts) or any(part in (".", "..") or part.startswith("~") for part in parts) or "\\" in path:
            raise UnsuitableValueError(f"{path!r} is not a path below the output folder")
        for part in parts:
            reject_unportable(part)
        if path in self:
            raise UnsuitableValueError(f"{path!r} is written by {self[path].origin} and by {origin}")
        for count in range(1, len(parts) + 1):
            prefix = "/".join(parts[:count])
            twin = self._spelt.setdefault(folded(prefix), prefix)
            if twin != prefix:
                raise UnsuitableValueError(f"{prefix!a} and {twin!a} are the same file or folder on Windows and macOS")

    def sums(self) -> dict[str, str]:
        """Return the SHA-256 of every file."""
        return {path: file.facts.sha256 for path, file in self.items()}


def measured(content: bytes) -> Measured:
    """Return what is known of a file with these bytes."""
    return Measured(sha256(content), len(content), content.count(b"\n"))


def sha256(content: bytes) -> str:
    """Return the SHA-256 of data in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def sums_text(sum_by_path: Mapping[str, str]) -> str:
    """Return sums in the format of sha256sum: one line per file, sorted by path."""
    return "".join(f"{digest}  {path}\n" for path, digest in sorted(sum_by_path.items()))


def read_sums(text: str) -> dict[str, str]:
    """Return the sums of a SHA256SUMS file; other lines are ignored."""
    lines = (line.partition("  ") for line in text.splitlines())
    return {path: digest for digest, _, path in lines if len(digest) == 64 and path}
