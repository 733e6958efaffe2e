"""The files that findings are about: where they are, what they are called, and which of their lines may be shown."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from paycat.contract.pointers import pointer
from paycat.diagnostics import Span
from paycat.files import file_bytes
from paycat.loading import Node, keys_at, lines_of, load_file
from paycat.resources import bundled
from paycat.workspace import GENERATORS, SCHEMAS

_SHOWN = (f"{SCHEMAS}/", f"{GENERATORS}/")
_NEVER_SHOWN = f"{SCHEMAS}/samples/"


@dataclass(frozen=True)
class Sources:
    """The files of a project. `given` are files that a person named, by the name that findings use for them.

    Their lines are never shown, nor are those of samples: they may hold what is nobody else's business. Files are read
    once, so an object of this class is for one report.
    """

    project: Path
    given: Mapping[str, Path] = field(default_factory=dict)

    def shown_line(self, span: Span) -> str | None:
        """Return the line of a place in the catalogue or in a pack, or None when there is none that may be shown."""
        if not span.path.startswith(_SHOWN) or span.path.startswith(_NEVER_SHOWN):
            return None
        return self._line(span)

    def keys(self, span: Span) -> str:
        """Return which keys of the catalogue's YAML lead to a place, as a JSON Pointer; "" elsewhere."""
        if not span.path.startswith(f"{SCHEMAS}/") or not span.path.endswith(".yaml") or span.path in self.given:
            return ""
        if span.path not in self._roots:
            self._roots[span.path] = load_file(self.project / span.path, span.path)[0]
        root = self._roots[span.path]
        return pointer(keys_at(root, span.line, span.column)) if root else ""

    def name(self, path: str) -> str:
        """Return the path of a file from the root of the repository; whole, when it is in another place."""
        absolute = os.path.normpath(self.given.get(path, self.project / path))
        root = f"{self._repository}{os.sep}"
        return Path(absolute.removeprefix(root)).as_posix()

    @cached_property
    def _repository(self) -> Path:
        """The nearest folder above that git knows, or else the project itself."""
        above = (folder for folder in (self.project, *self.project.parents) if (folder / ".git").exists())
        return next(above, self.project)

    @cached_property
    def _roots(self) -> dict[str, Node | None]:
        return {}

    @cached_property
    def _lines(self) -> dict[str, list[str]]:
        return {}

    def _line(self, span: Span) -> str | None:
        if span.path in self.given or span.line < 1:
            return None
        if span.path not in self._lines:
            text = self._text(span.path)
            self._lines[span.path] = [] if text is None else lines_of(text)
        lines = self._lines[span.path]
        return lines[span.line - 1] if span.line <= len(lines) else None

    def _text(self, path: str) -> str | None:
        """Return the text of a file of the project, or of a pack that is shipped; None when it cannot be read."""
        file = self.project / path
        if path.startswith(f"{GENERATORS}/") and not file.exists():
            file = bundled(GENERATORS) / path.removeprefix(f"{GENERATORS}/")
        try:
            return file_bytes(file).decode(errors="replace")
        except OSError:
            return None
