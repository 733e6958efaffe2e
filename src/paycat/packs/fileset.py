"""Rendered files in memory, and the format of SHA256SUMS."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from paycat.cache import Cache
from paycat.contract.differences import Keys
from paycat.languages.source import UnsuitableValueError

SUMS = "SHA256SUMS"


@dataclass(frozen=True, slots=True)
class RenderedFile:
    """A file of a pack: the index of its statement in the manifest, its path in the pack's folder, and its text."""

    index: int
    path: str
    text: str
    made_for: Keys


@dataclass(slots=True)
class FileSet:
    """Files by path, relative to the output folder, with `/` between the parts.

    `origins` has the pack that made a file, `made_for` the part of the contract that it was made for.
    """

    files: dict[str, str] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)
    made_for: dict[str, Keys] = field(default_factory=dict)
    cache: Cache = field(default_factory=Cache, compare=False, repr=False)

    def add(self, path: str, text: str, origin: str, made_for: Keys = ()) -> None:
        """Add a file of the pack `origin`; `made_for` is () for the whole contract.

        Raises UnsuitableValueError for a path outside the folder, or one added before.
        """
        parts = path.split("/")
        if not all(parts) or any(part in (".", "..") or part.startswith("~") for part in parts) or "\\" in path:
            raise UnsuitableValueError(f"{path!r} is not a path below the output folder")
        if path in self.files:
            raise UnsuitableValueError(f"{path!r} is written by {self.origins[path]} and by {origin}")
        self.files[path], self.origins[path], self.made_for[path] = text, origin, made_for

    def sums(self) -> dict[str, str]:
        """Return the SHA-256 of every file."""
        return {path: self.cache.of(_sum, text) for path, text in self.files.items()}

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self.files))


def _sum(text: str) -> str:
    return sha256(text.encode())


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
