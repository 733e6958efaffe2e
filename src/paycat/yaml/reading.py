"""Reads a file as a node tree: bytes are checked before YAML is read."""

import re
from pathlib import Path

from paycat.diagnostics import Diagnostic, Span
from paycat.files.reading import conflict_in, file_bytes, reason_of
from paycat.text.characters import unwanted_in_file
from paycat.yaml.events import parse, unwanted
from paycat.yaml.nodes import Node

_BOM = b"\xef\xbb\xbf"
_LARGEST = 4 * 1024 * 1024
_DECODED_WRONG = re.compile(r"[\u00c2-\u00f4][\u0080-\u00ff\u0152-\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]{1,3}")
"""What Latin-1 or Windows-1252 makes of a character that has several bytes in UTF-8."""


def load_file(path: Path, name: str) -> tuple[Node | None, list[Diagnostic]]:
    """Return the node tree of a YAML file, or None, and what is wrong with it; `name` is its path in findings."""
    data, found = bytes_of(path, name)
    return (None, found) if data is None else load(data, name)


def bytes_of(path: Path, name: str) -> tuple[bytes | None, list[Diagnostic]]:
    """Return what a file holds, or None and why it cannot be read; `name` is its path in findings."""
    try:
        return file_bytes(path), []
    except OSError as error:
        return None, [Diagnostic("file-unreadable", Span(name), f"cannot read the file: {reason_of(error)}")]


def load(data: bytes, name: str) -> tuple[Node | None, list[Diagnostic]]:
    """Return the node tree of a YAML file that holds these bytes, or None, and what is wrong with it."""
    if len(data) > _LARGEST:
        return None, [Diagnostic("file-too-large", Span(name), "the file is larger than 4 MiB")]
    if data.startswith(_BOM):
        found = Diagnostic(
            "yaml-bom", Span(name, 1, 1), "the file starts with a byte order mark", "save it as UTF-8 without BOM"
        )
        return None, [found]
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        location = _location(name, data[: error.start].decode("utf-8"))
        return None, [Diagnostic("yaml-encoding", location, "the file is not UTF-8 from here on", "save it as UTF-8")]
    if control := unwanted_in_file(text):
        location = _location(name, text[: control.start()])
        if control[0] != "\t":
            return None, [unwanted(control[0], location)]
        advice = "use spaces, or \\t inside double quotes"
        return None, [Diagnostic("yaml-tab", location, "the line contains a tab", advice)]
    if conflict := conflict_in(data, name):
        return None, [conflict]
    if slip := _decoded_wrong(text):
        start, wrong, right = slip
        message = f"the text has {wrong!r}, which is {right!r} in UTF-8, read in another encoding"
        return None, [Diagnostic("yaml-encoding", _location(name, text[:start]), message, f"write {right!r}")]
    return parse(text, name)


def _decoded_wrong(text: str) -> tuple[int, str, str] | None:
    """Return where a text first has something in place of a character, what it has, and that character; or None."""
    for found in _DECODED_WRONG.finditer(text) if not text.isascii() else ():
        for encoding in ("cp1252", "latin-1"):
            for length in range(len(found[0]), 1, -1):
                try:
                    right = found[0][:length].encode(encoding).decode("utf-8")
                except UnicodeError:
                    continue
                if len(right) == 1:
                    return found.start(), found[0][:length], right
    return None


def _location(name: str, before: str) -> Span:
    return Span(name, before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)
