"""A YAML file as its writer laid it out: the tree that `layout_reading` makes and `printing` writes, and its leaves."""

import json
import re
from dataclasses import dataclass, field

from paycat.yaml.nodes import is_number_elsewhere

_BLANK_AT_END = re.compile(r"\\ +\n")
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


@dataclass(slots=True)
class Leaf:
    """A scalar: its lines as written, without the indentation; `value` is the text that a reader gets.

    `header` is the first line of block text, such as `>-`, and empty elsewhere. `below` says that the writer
    began the value in a line of its own, under its key.
    """

    lines: list[str]
    value: str
    header: str = ""
    below: bool = False

    @property
    def is_sealed(self) -> bool:
        """Whether blank lines after the value would belong to it."""
        return "+" in self.header


@dataclass(slots=True)
class LayoutEntry:
    """A key with its value, or an item of a list (`key` is None), with the comments that belong to it.

    `before` holds the lines in front of it, `line` the comment at the end of its line. An empty text in `before`
    is a blank line.
    """

    before: list[str]
    key: Leaf | None = None
    value: "Leaf | Branch | None" = None
    line: str = ""

    def keep(self, comment: str) -> None:
        """Take a comment from the end of a line; an entry has room for one, any other goes in front of it.

        So does one without a blank after its sign: behind some texts it would look like a part of the text.
        """
        if self.line or comment[1:2] != " ":
            self.before.append(comment)
        else:
            self.line = comment


@dataclass(slots=True)
class Branch:
    """A mapping or list; `flow` when it is in brackets. `foot` holds the comments after the last entry.

    `column` is where its entries begin, counted from 0.
    """

    is_mapping: bool
    flow: bool
    column: int
    entries: list[LayoutEntry] = field(default_factory=list)
    foot: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Document:
    """A file: the comments about it as a whole, and its content."""

    header: list[str]
    root: Branch


def comments(lines: list[str]) -> list[str]:
    """Return the lines without the blank ones."""
    return [line for line in lines if line]


def leaf(source: str, value: str, *, below: bool) -> Leaf:
    """Return a plain or quoted scalar; the writer's own folding is kept.

    Single quotes become double ones, where that needs no escapes. What other readers take for a number is quoted.
    """
    if is_number_elsewhere(source):
        source = quoted(value)
    if source.startswith("'") and not re.search(r'["\\]', source):
        source = '"' + source[1:-1].replace("''", "'") + '"'
    if source.startswith('"') and _BLANK_AT_END.search(source):  # An escaped blank before a line end is no indentation.
        source = quoted(value)
    return Leaf([line.strip(" ") for line in source.split("\n")] if "\n" in source else [source], value, below=below)


def block_leaf(source: str, value: str, parent_column: int) -> Leaf:
    """Return block text; `parent_column` is that of the mapping or list around it.

    Its header says no more than a reader needs to get the same text at any depth.
    """
    header, _, body = source.partition("\n")
    header_signs = header.partition("#")[0]
    lines = body.removesuffix("\n").split("\n") if body else []
    digit = next((int(sign) for sign in header_signs if sign.isdigit()), 0)
    indent = parent_column + digit if digit else _indent(lines)
    content_lines = [line[indent:] for line in lines]
    chomping = ("+" if "+" in header_signs else "") if value.endswith("\n") else "-"
    while content_lines and not content_lines[-1] and chomping != "+":
        content_lines.pop()
    has_blank_start = next((line for line in content_lines if line), "").startswith(" ")
    return Leaf(content_lines, value, header_signs[0] + ("2" if has_blank_start else "") + chomping)


def header_comment(source: str) -> str:
    """Return the comment in the first line of block text, or nothing."""
    _, sign, comment = source.partition("\n")[0].partition("#")
    return (sign + comment).rstrip(" ")


def key_text(key: Leaf) -> str:
    """Return a key as it is written: in one line, as it was if it can."""
    return key.lines[0] if not key.header and len(key.lines) == 1 and key.lines[0] else quoted(key.value)


def in_one_line(scalar: Leaf) -> str | None:
    """Return a plain or quoted scalar in one line, or None when its line breaks must stay."""
    if scalar.header or (len(scalar.lines) > 1 and (scalar.lines[0][:1] in "'\"" or "" in scalar.lines)):
        return None
    return " ".join(scalar.lines)


def quoted(text: str) -> str:
    """Return a text in double quotes, in one line."""
    return _UNPRINTABLE.sub(lambda match: f"\\u{ord(match[0]):04x}", json.dumps(text, ensure_ascii=False))


def _indent(lines: list[str]) -> int:
    """Return how far block text is indented: as its first line that is not blank."""
    for line in lines:
        if line.strip(" "):
            return len(line) - len(line.lstrip(" "))
    return max(map(len, lines), default=0)
