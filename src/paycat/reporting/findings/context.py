"""What reporters need besides the findings: the command, and the files that the findings are about."""

import hashlib
import os
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from paycat.contract.pointers import pointer
from paycat.diagnostics import Diagnostic, Span
from paycat.files.reading import file_bytes
from paycat.files.resources import GENERATORS, bundled
from paycat.project.workspace import SCHEMAS
from paycat.reporting.findings.excerpt import marked
from paycat.yaml.events import lines_of
from paycat.yaml.files import load_file
from paycat.yaml.nodes import Node, keys_at

_SHOWN = (f"{SCHEMAS}/", f"{GENERATORS}/")
_NEVER_SHOWN = f"{SCHEMAS}/samples/"


@dataclass(frozen=True)
class Context:
    """The command that reports, such as `paycat check`, and the project whose files the findings are about.

    `given` are files that a person named, by the name that findings use for them. Their lines are never shown, nor are
    those of samples: they may be private. `texts` replaces files that are not written yet. Files are read once, so an
    object of this class is for one report.
    """

    command: str
    project: Path
    given: Mapping[str, Path] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    _lines: dict[str, list[str]] = field(default_factory=dict, init=False)
    _roots: dict[str, Node | None] = field(default_factory=dict, init=False)

    def fingerprints(self, findings: Iterable[Diagnostic]) -> list[str]:
        """Return the fingerprint of each finding, made of its code, file and keys; equal ones are numbered.

        Outside the catalogue there are no keys; there the message distinguishes findings of one file.
        """
        counts: Counter[str] = Counter()
        marks = []
        for finding in findings:
            words = (finding.code, finding.span.path, self._keys(finding.span) or finding.message)
            # The names of some files have bytes that are not UTF-8.
            mark = hashlib.sha256("\0".join(words).encode(errors="backslashreplace")).hexdigest()[:32]
            counts[mark] += 1
            marks.append(mark if counts[mark] == 1 else f"{mark}:{counts[mark]}")
        return marks

    def end_column(self, span: Span) -> int | None:
        """Return the column after the last character of a span, or None if the line may not be shown."""
        line = self.shown_line(span) if span.column else None
        return None if line is None else marked(line, span.column, span.path)[1] + 1

    def shown_line(self, span: Span) -> str | None:
        """Return the line of a span in the catalogue or in a pack, or None if it may not be shown."""
        is_hidden = span.path.startswith(_NEVER_SHOWN) or span.path in self.given or span.line < 1
        if is_hidden or not span.path.startswith(_SHOWN):
            return None
        if span.path not in self._lines:
            text = self._text(span.path)
            self._lines[span.path] = lines_of(text) if text else []
        lines = self._lines[span.path]
        return lines[span.line - 1] if span.line <= len(lines) else None

    def name(self, path: str) -> str:
        """Return the path of a file from the root of the repository; absolute for a file outside it."""
        absolute = os.path.normpath(self.given.get(path, self.project / path))
        return Path(absolute.removeprefix(f"{self._repository}{os.sep}")).as_posix()

    @cached_property
    def _repository(self) -> Path:
        """The nearest folder above with a git repository, or else the project itself."""
        above = (folder for folder in (self.project, *self.project.parents) if (folder / ".git").exists())
        return next(above, self.project)

    def _keys(self, span: Span) -> str:
        """Return the keys of the catalogue's YAML that lead to a span, as a JSON Pointer; "" elsewhere."""
        path = span.path
        if not path.startswith(f"{SCHEMAS}/") or not path.endswith(".yaml") or path in self.given:
            return ""
        if path not in self._roots:
            self._roots[path] = load_file(self.project / path, path)[0]
        root = self._roots[path]
        return pointer(keys_at(root, span.line, span.column)) if root else ""

    def _text(self, path: str) -> str:
        """Return the text of a file of the project, or of a pack that is shipped; "" when it cannot be read."""
        if path in self.texts:
            return self.texts[path]
        file = self.project / path
        if path.startswith(f"{GENERATORS}/") and not file.exists():
            file = bundled(GENERATORS) / path.removeprefix(f"{GENERATORS}/")
        try:
            return file_bytes(file).decode(errors="replace")
        except OSError:
            return ""
