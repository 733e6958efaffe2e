"""What reporters need besides the findings: the command, the files, and the part of a line that a finding is about."""

import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from pathlib import Path

from rich.cells import cell_len

from paycat.contract.paths import pointer
from paycat.diagnostics import SHIPPED, Diagnostic, Span
from paycat.files.confining import confined, repository_of
from paycat.files.installed import GENERATORS, bundled
from paycat.files.reading import file_bytes
from paycat.project.workspace import SCHEMAS
from paycat.text.characters import printable
from paycat.yaml.nodes import Node, keys_at
from paycat.yaml.reading import lines_of, load_file

_WIDEST = 100
_CUT = "…"
_QUOTED = re.compile(r'"(?:\\.|[^"\\])*"?|\'(?:\'\'|[^\'])*\'?')
_PLAIN = re.compile(r"(?:(?!:(?:\s|$)|\s#).)+")
_OPENING, _CLOSING = ("[", "{"), ("]", "}")
_SHOWN = (f"{SCHEMAS}/", f"{GENERATORS}/", SHIPPED)
_NEVER_SHOWN = f"{SCHEMAS}/samples/"


def marked(line: str, column: int, path: str) -> tuple[int, int]:
    """Return where the text at a column begins and ends in its line, counted from 0.

    The text is a key, a value or a bracket of YAML; in a template, where only lines are known, it is the line. After
    the end of the line, one character is marked.
    """
    start = min(max(column - 1, 0), len(line))
    start = len(line) - len(line[start:].lstrip(" ")) if line[start:].strip() else start
    text = line[start:].rstrip() if path.endswith(".j2") else _scalar(line, start)
    return start, start + max(len(text), 1)


def excerpt(line: str, line_number: int, start: int, end: int) -> list[str]:
    """Return a line with its number, and below it carets from `start` to `end`; a long line is cut around them.

    Characters that are not printable are escaped, and characters that are two cells wide have two carets.
    """
    window_start, window_end = _window(len(line), start, end)
    end = min(end, window_end) if start < window_end else end
    prefix = (_CUT if window_start else "") + printable(line[window_start:start])
    marked_text = printable(line[start:end])
    suffix = printable(line[end:window_end]) + (_CUT if window_end < len(line) else "")
    margin = f"{line_number:>5}"
    carets = " " * cell_len(prefix) + "^" * max(cell_len(marked_text), 1)
    return [f"{margin} | {prefix}{marked_text}{suffix}".rstrip(), f"{' ' * len(margin)} | {carets}"]


def _scalar(line: str, start: int) -> str:
    if line[start : start + 1] in ("'", '"') and (match := _QUOTED.match(line, start)):
        return match[0]
    if not line[start : start + 1].isprintable():
        return line[start]
    plain_match = _PLAIN.match(line, start)
    text = plain_match[0].rstrip() if plain_match else ""
    bare_start = _QUOTED.sub("", line[:start])
    is_within_brackets = sum(map(bare_start.count, _OPENING)) > sum(map(bare_start.count, _CLOSING))
    if is_within_brackets or text.startswith(_OPENING) or text.endswith((",", *_CLOSING)):
        return re.split(r"[,\[\]{}]", text)[0].rstrip()
    return text


def _window(length: int, start: int, end: int) -> tuple[int, int]:
    """Return the part of a line that is shown: all of a short line, else the marked text and what is around it."""
    if length <= _WIDEST:
        return 0, length
    spare_width = max(_WIDEST - (end - start), 20)
    window_start = max(min(start - spare_width // 2, length - _WIDEST), 0)
    return window_start, min(window_start + _WIDEST, length)


@dataclass(frozen=True)
class Context:
    """The command that reports, such as `paycat check`, and the project whose files the findings are about.

    `named` are files that a person named, by the name that findings use for them. Their lines are never shown, nor are
    those of samples: they may be private. `texts` replaces files that are not written yet. Files are read once, so an
    object of this class is for one report.
    """

    command: str
    project: Path
    named: Mapping[str, Path] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    _lines: dict[str, list[str]] = field(default_factory=dict, init=False)
    _roots: dict[str, Node | None] = field(default_factory=dict, init=False)

    def fingerprints(self, findings: Iterable[Diagnostic]) -> list[str]:
        """Return the fingerprint of each finding, made of its code, file and keys; equal ones are numbered.

        Outside the catalogue there are no keys; there the message distinguishes findings of one file.
        """
        counts: Counter[str] = Counter()
        fingerprints = []
        for finding in findings:
            key_parts = (finding.code, finding.span.path, self._keys(finding.span) or finding.message)
            # The names of some files have bytes that are not UTF-8.
            digest = hashlib.sha256("\0".join(key_parts).encode(errors="backslashreplace")).hexdigest()[:32]
            counts[digest] += 1
            fingerprints.append(digest if counts[digest] == 1 else f"{digest}:{counts[digest]}")
        return fingerprints

    def end_column(self, span: Span) -> int | None:
        """Return the column after the last character of a span, or None if the line may not be shown."""
        line = self.shown_line(span) if span.column else None
        return None if line is None else marked(line, span.column, span.path)[1] + 1

    def shown_line(self, span: Span) -> str | None:
        """Return the line of a span in the catalogue, a pack or what comes with paycat; None if it may not be shown."""
        is_hidden = span.path.startswith(_NEVER_SHOWN) or span.path in self.named or span.line < 1
        if is_hidden or not span.path.startswith(_SHOWN):
            return None
        if span.path not in self._lines:
            text = self._text(span.path)
            self._lines[span.path] = lines_of(text) if text else []
        lines = self._lines[span.path]
        return lines[span.line - 1] if span.line <= len(lines) else None

    def name(self, path: str) -> str:
        """Return the path of a file from the root of the repository; absolute for a file outside it."""
        absolute_path = os.path.normpath(self.named.get(path, self.project / path))
        return Path(absolute_path.removeprefix(f"{self._repository}{os.sep}")).as_posix()

    @cached_property
    def _repository(self) -> Path:
        """The nearest folder above with a git repository, or else the project itself."""
        return repository_of(self.project) or self.project

    def _keys(self, span: Span) -> str:
        """Return the keys of the catalogue's YAML that lead to a span, as a JSON Pointer; "" elsewhere."""
        path = span.path
        if not path.startswith(f"{SCHEMAS}/") or not path.endswith(".yaml") or path in self.named:
            return ""
        if path not in self._roots:
            self._roots[path] = load_file(self.project / path, path)[0]
        root = self._roots[path]
        return pointer(keys_at(root, span.line, span.column)) if root else ""

    def _text(self, path: str) -> str:
        """Return the text of a file of the project, or of one that comes with paycat; "" when it cannot be read."""
        if path in self.texts:
            return self.texts[path]
        file = self.project / path
        if path.startswith(f"{GENERATORS}/") and not file.exists():
            file = bundled(GENERATORS) / path.removeprefix(f"{GENERATORS}/")
        elif path.startswith(SHIPPED):
            file = Path(str(files("paycat"))).parent / path
        try:
            return file_bytes(confined(file)).decode(errors="replace")
        except OSError:
            return ""
