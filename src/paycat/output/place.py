"""Where the output folder is and what findings call it; what the system refuses there becomes a finding."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from paycat.diagnostics import Diagnostic, FindingsError, Span


@dataclass(frozen=True, slots=True)
class Place:
    """The output folder; `shown` stands for it in findings."""

    folder: Path
    shown: str

    def at(self, path: str) -> Path:
        """Return where a path below the output folder is on disk."""
        return self.folder / path

    def span(self, path: str) -> Span:
        """Return what findings about a path point at; an empty path is the output folder itself."""
        return Span(f"{self.shown}/{path}" if path else self.shown)

    @contextmanager
    def reading(self, path: str = "") -> Iterator[None]:
        """Turn what the system refuses while `path` is read into FindingsError."""
        try:
            yield
        except OSError as error:
            found = Diagnostic("output-unreadable", self.span(path), f"cannot read here: {_reason(error)}")
            raise FindingsError([found]) from error

    @contextmanager
    def writing(self, path: str = "") -> Iterator[None]:
        """Turn what the system refuses while `path` is made, replaced or removed into FindingsError."""
        try:
            yield
        except OSError as error:
            message = f"cannot write here: {_reason(error)}"
            advice = f"{self.shown} must be a folder that you may write to, on a disk with space left"
            raise FindingsError([Diagnostic("output-unwritable", self.span(path), message, advice)]) from error


def _reason(error: OSError) -> str:
    return (error.strerror or "unknown reason").lower()
