"""What a run would write: paths below the output folder and their text, in memory."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from paycat.contract.differences import Keys
from paycat.languages.source import UnsuitableValueError
from paycat.memo import Memo

SUMS = "SHA256SUMS"


@dataclass(slots=True)
class FileSet:
    """Files by path, relative to the output folder, with `/` between the parts.

    `origins` names the pack that made a file, `made_for` the part of the contract that it was made for. What the memo
    knows is not summed up anew.
    """

    files: dict[str, str] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)
    made_for: dict[str, Keys] = field(default_factory=dict)
    memo: Memo = field(default_factory=Memo, compare=False, repr=False)

    def add(self, path: str, text: str, origin: str, made_for: Keys = ()) -> None:
        """Add a file; `origin` names the pack, and () is the whole contract.

        Raises UnsuitableValueError for a path outside the folder, or one added before.
        """
        parts = path.split("/")
        if not all(parts) or any(part in (".", "..") or part.startswith("~") for part in parts) or "\\" in path:
            raise UnsuitableValueError(f"{path!r} is not a path below the output folder")
        if path in self.files:
            raise UnsuitableValueError(f"{path!r} is written by {self.origins[path]} and by {origin}")
        self.files[path] = text
        self.origins[path] = origin
        self.made_for[path] = made_for

    def sums(self) -> dict[str, str]:
        """Return the SHA-256 of every file."""
        return {path: self.memo.of(_sum, text) for path, text in self.files.items()}

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
    """Return the sums of a SHA256SUMS file; lines of another form are passed over."""
    lines = (line.partition("  ") for line in text.splitlines())
    return {path: digest for digest, _, path in lines if len(digest) == 64 and path}
