"""Reads a YAML text or file as a node tree, from parser events: no recursion, no YAML 1.1 types, no shared nodes."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml

from paycat.diagnostics import Diagnostic, Span
from paycat.files.confining import confined
from paycat.files.reading import conflict_in, file_bytes, reason_of
from paycat.text.characters import name_of, unwanted_in, unwanted_in_file
from paycat.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence, is_text, json_value

_DEEPEST = 64
_OPENING = (yaml.SequenceStartEvent, yaml.MappingStartEvent)


_SECOND_COLON = "mapping values are not allowed in this context"
_CORRECTS = {
    _SECOND_COLON: "quote the text if it contains a colon and a space",
    "did not find expected key": "check the indentation of this line and the ones above",
    "did not find expected <document start>": "indent every first key alike: a line above has more blanks",
    "did not find expected '-' indicator": "check the indentation of this line and the ones above",
    "found character that cannot start any token": "quote the text if it starts with this character",
}
_NO_COLON = "could not find expected ':'"
_BEGINS = {
    _NO_COLON: "a key is followed by a colon and a space",
    "found unexpected end of stream": "close the quote that opens here",
    "did not find expected ',' or ']'": "close the list in brackets that opens here",
    "did not find expected ',' or '}'": "close the mapping in braces that opens here",
}
"""What is not complete is a mistake where it begins; reading ends lines later, or at the end of the file."""
_ODD_SIGN = re.compile(r"(?:^[ -]*|[:-] ?)(?P<blank>[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000])|\w(?P<colon>\uff1a)")
"""A sign that looks like the blank or the colon of YAML, where YAML needs that one."""
_HAS_KEY = re.compile(r".*:( |$)|\s*(#|$)")
_KEY_AND_VALUE = re.compile(r"(?P<indent>[ -]*)(?P<key>[^\s:][^:]*): +(?P<value>[^\s#].*)")
_CUT = re.compile(r"[ \t]+#(?=[^\s#])")
"""A # that ends a text without quotes; people put a blank between the sign and their comments."""
_LINE_END = re.compile("\r\n|[\n\r\x85\u2028\u2029]")


class _StopError(Exception):
    """Nothing after this finding can be read."""


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end has not been read; a mapping alternates keys and values."""

    span: Span
    is_mapping: bool
    nodes: list[Node] = field(default_factory=list)


def parse(text: str, shown_path: str) -> tuple[Node | None, list[Diagnostic]]:
    """Return the root node of the first document, or None, and the findings; `shown_path` is the path in spans."""
    reader = _NodeReader(shown_path, text)
    try:
        reader.read(iter(yaml.CSafeLoader(text).get_event, None))
    except _StopError:
        return None, reader.findings
    except yaml.MarkedYAMLError as error:
        return None, [*reader.findings, reader.syntax_error(error, lines_of(text))]
    if reader.root is None or (isinstance(reader.root, Scalar) and reader.root.is_null):
        reader.report("yaml-empty", Span(shown_path, 1, 1), "the file is empty", "remove it, or fill it in")
        return None, reader.findings
    return reader.root, reader.findings


class _NodeReader:
    def __init__(self, shown_path: str, text: str) -> None:
        self.name = shown_path
        self._text = text
        self.root: Node | None = None
        self.findings: list[Diagnostic] = []
        self._open: list[_Open] = []
        self._documents = 0
        self._long_quote: tuple[Span, int] | None = None

    def report(self, code: str, span: Span, message: str, help: str = "") -> None:
        self.findings.append(Diagnostic(code, span, message, help))

    def read(self, events: Iterator[yaml.Event]) -> None:
        handler_by_event: dict[type[yaml.Event], Callable[[yaml.Event, Span], None]] = {
            yaml.DocumentStartEvent: self._document,
            yaml.AliasEvent: self._alias,
            yaml.ScalarEvent: self._scalar,
            yaml.SequenceStartEvent: self._start,
            yaml.MappingStartEvent: self._start,
            yaml.SequenceEndEvent: self._end,
            yaml.MappingEndEvent: self._end,
        }
        for event in events:
            handler, start_mark = handler_by_event.get(type(event)), event.start_mark
            if handler and start_mark:
                handler(event, Span(self.name, start_mark.line + 1, start_mark.column + 1))

    def _document(self, event: yaml.Event, span: Span) -> None:
        self._documents += 1
        if self._documents > 1:
            self.report("yaml-second-document", span, "a second document starts here", "a file contains one document")
            raise _StopError

    def _alias(self, event: yaml.Event, span: Span) -> None:
        assert isinstance(event, yaml.AliasEvent)
        self.report("yaml-alias", span, f"the alias *{event.anchor} is not allowed", "write the value out")
        self._add(Scalar(span, f"*{event.anchor}", plain=False))

    def _scalar(self, event: yaml.Event, span: Span) -> None:
        assert isinstance(event, yaml.ScalarEvent)
        self._reject_properties(event, span)
        if event.style == '"' and (match := unwanted_in(event.value)):  # The file has none, but here are escapes.
            self.findings.append(unwanted(match[0], span))
        is_quoted = event.style in ("'", '"')
        if is_quoted and event.end_mark and event.end_mark.line >= span.line and ": " in event.value:
            self._long_quote = span, event.end_mark.line + 1
        end_mark = event.end_mark if "{" in event.value else None
        end = Span(self.name, end_mark.line + 1, end_mark.column) if end_mark else None
        scalar = Scalar(span, event.value, not event.style, end)
        if event.value and scalar.plain and event.end_mark and is_text(scalar):
            self._reject_cut(event.end_mark)
        self._add(scalar)

    def _start(self, event: yaml.Event, span: Span) -> None:
        assert isinstance(event, _OPENING)
        self._reject_properties(event, span)
        if len(self._open) >= _DEEPEST:
            self.report("yaml-too-deep", span, f"nested deeper than {_DEEPEST} levels")
            raise _StopError
        self._open.append(_Open(span, isinstance(event, yaml.MappingStartEvent)))

    def _end(self, event: yaml.Event, span: Span) -> None:
        collection = self._open.pop()
        if collection.is_mapping:
            self._add(Mapping(collection.span, self._entries(collection.nodes)))
        else:
            self._add(Sequence(collection.span, tuple(collection.nodes)))

    def syntax_error(self, error: yaml.MarkedYAMLError, lines: list[str]) -> Diagnostic:
        """Return the finding of a text that is not YAML, where the mistake is: often above the place of the error."""
        problem, marks = str(error.problem), [error.problem_mark, error.context_mark]
        mark = next(filter(None, reversed(marks) if problem in _BEGINS else marks), None)
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        above = next((line_number for line_number in range(line - 1, 0, -1) if lines[line_number - 1].strip()), line)
        for line_number in (line, above):
            if finding := _odd_sign(self.name, line_number, lines[line_number - 1] if lines[line_number - 1 :] else ""):
                return finding
        if self._long_quote and self._long_quote[1] == line:
            message = f"not YAML: the quoted text ends in line {line}, and more text follows"
            return Diagnostic("yaml-syntax", self._long_quote[0], message, "close the quote that opens here")
        is_first_colon = problem == _SECOND_COLON and lines[line - 1].find(":") == column - 1
        if is_first_colon and (match := _KEY_AND_VALUE.match(lines[above - 1])):
            return self._below_a_value(line, lines[line - 1], match)
        if is_first_colon and not _HAS_KEY.match(lines[above - 1]):
            line, column, problem = above, len(lines[above - 1]) - len(lines[above - 1].lstrip(" -")) + 1, _NO_COLON
        span = Span(self.name, line, column)
        return Diagnostic("yaml-syntax", span, f"not YAML: {problem}", (_CORRECTS | _BEGINS).get(problem, ""))

    def _below_a_value(self, line: int, line_text: str, match: re.Match[str]) -> Diagnostic:
        """Return the finding of a key that is indented below a key with a value, such as a short form."""
        span = Span(self.name, line, len(line_text) - len(line_text.lstrip(" -")) + 1)
        message = f"not YAML: no key can be below {match['key']!r}, which has a value: {match['value'][:40]!r}"
        hint = "write the value below it under a key of its own, or correct the indentation; quote a text of two lines"
        return Diagnostic("yaml-syntax", span, message, hint)

    def _reject_properties(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent, span: Span) -> None:
        if event.anchor:
            self.report("yaml-anchor", span, f"the anchor &{event.anchor} is not allowed", "write the value out")
        if event.tag:
            self.report("yaml-tag", span, f"the tag {event.tag!r} is not allowed", "quote the value if it is text")

    def _reject_cut(self, mark: Any) -> None:
        if match := _CUT.match(self._text, mark.index):
            message = "the text ends before this #: YAML takes what follows for a comment"
            hint = "quote the text, or write a blank after the # if it is a comment"
            self.report("yaml-cut-text", Span(self.name, mark.line + 1, mark.column + len(match[0])), message, hint)

    def _add(self, node: Node) -> None:
        if self._open:
            self._open[-1].nodes.append(node)
        else:
            self.root = node

    def _entries(self, nodes: list[Node]) -> tuple[Entry, ...]:
        entry_by_key: dict[str, Entry] = {}
        for key, value in zip(nodes[::2], nodes[1::2], strict=True):
            if not isinstance(key, Scalar):
                self.report("yaml-key", key.span, "a key must be plain text")
            elif key.plain and key.text == "<<":
                self.report("yaml-merge", key.span, "merge keys (<<) are not allowed", "write the keys out")
            elif key.text in entry_by_key:
                line = entry_by_key[key.text].key.span.line
                self.report("yaml-duplicate-key", key.span, f"the key {key.text!r} occurs twice; first in line {line}")
            else:
                entry_by_key[key.text] = Entry(key, value)
        return tuple(entry_by_key.values())


def unwanted(character: str, span: Span) -> Diagnostic:
    """Return the finding of a character that no text may have."""
    message = f"the text has the character {name_of(character)}, which is not allowed"
    return Diagnostic("yaml-control-character", span, message, "remove it")


def lines_of(text: str) -> list[str]:
    """Return the lines of a text as a reader of YAML counts them."""
    return _LINE_END.split(text)


def _odd_sign(shown_path: str, line: int, line_text: str) -> Diagnostic | None:
    match = _ODD_SIGN.search(line_text)
    if match is None:
        return None
    sign_name = "colon" if match["colon"] else "space"
    message = f"not YAML: {name_of(match[match.lastgroup or 0])} is not the {sign_name} that YAML needs here"
    return Diagnostic("yaml-syntax", Span(shown_path, line, match.end()), message, f"type the {sign_name} again")


_BOM = b"\xef\xbb\xbf"
_LARGEST = 4 * 1024 * 1024
_DECODED_WRONG = re.compile(r"[\u00c2-\u00f4][\u0080-\u00ff\u0152-\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]{1,3}")
"""What Latin-1 or Windows-1252 makes of a character that has several bytes in UTF-8."""


def load_file(path: Path, shown_path: str) -> tuple[Node | None, list[Diagnostic]]:
    """Return the node tree of a YAML file, or None, and what is wrong with it; `shown_path` is its path in findings."""
    content, findings = bytes_of(path, shown_path)
    return (None, findings) if content is None else load(content, shown_path)


@cache
def shipped_data(package: str, file_name: str) -> dict[str, Any]:
    """Return what a file of a package of paycat holds; nobody changes it."""
    node, findings = load((files(package) / file_name).read_bytes(), file_name)
    assert node, findings
    return dict(json_value(node))


def bytes_of(path: Path, shown_path: str) -> tuple[bytes | None, list[Diagnostic]]:
    """Return what a file holds, or None and why it cannot be read; `shown_path` is its path in findings."""
    try:
        return file_bytes(confined(path)), []
    except OSError as error:
        return None, [Diagnostic("file-unreadable", Span(shown_path), f"cannot read the file: {reason_of(error)}")]


def load(content: bytes, shown_path: str) -> tuple[Node | None, list[Diagnostic]]:
    """Return the node tree of a YAML file that holds these bytes, or None, and what is wrong with it."""
    if len(content) > _LARGEST:
        return None, [Diagnostic("file-too-large", Span(shown_path), "the file is larger than 4 MiB")]
    if content.startswith(_BOM):
        message, hint = "the file starts with a byte order mark", "save it as UTF-8 without BOM"
        return None, [Diagnostic("yaml-bom", Span(shown_path, 1, 1), message, hint)]
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        location = _location(shown_path, content[: error.start].decode("utf-8"))
        return None, [Diagnostic("yaml-encoding", location, "the file is not UTF-8 from here on", "save it as UTF-8")]
    if match := unwanted_in_file(text):
        location = _location(shown_path, text[: match.start()])
        if match[0] != "\t":
            return None, [unwanted(match[0], location)]
        hint = "use spaces, or \\t inside double quotes"
        return None, [Diagnostic("yaml-tab", location, "the line contains a tab", hint)]
    if finding := conflict_in(content, shown_path):
        return None, [finding]
    if wrong_decoding := _decoded_wrong(text):
        start, wrong_text, character = wrong_decoding
        message = f"the text has {wrong_text!r}, which is {character!r} in UTF-8, read in another encoding"
        return None, [Diagnostic("yaml-encoding", _location(shown_path, text[:start]), message, f"write {character!r}")]
    return parse(text, shown_path)


def _decoded_wrong(text: str) -> tuple[int, str, str] | None:
    """Return where a text first has something in place of a character, what it has, and that character; or None."""
    for match in _DECODED_WRONG.finditer(text) if not text.isascii() else ():
        for encoding in ("cp1252", "latin-1"):
            for length in range(len(match[0]), 1, -1):
                try:
                    character = match[0][:length].encode(encoding).decode("utf-8")
                except UnicodeError:
                    continue
                if len(character) == 1:
                    return match.start(), match[0][:length], character
    return None


def _location(shown_path: str, text_before: str) -> Span:
    return Span(shown_path, text_before.count("\n") + 1, len(text_before) - (text_before.rfind("\n") + 1) + 1)
